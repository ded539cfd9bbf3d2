import { assignSettlement, cancelSettlement } from '../../../billing/settlements/actions.ts'
import { cancelWithFee } from '../../../billing/settlements/cancel-actions.ts'
import {
  confirmAmount,
  sendBackAmount,
  takeBackAmount,
} from '../../../billing/settlements/final-amounts/final-actions.ts'
import { fixAmount } from '../../../billing/settlements/final-amounts/fix-actions.ts'
import { prepaymentKind, settlementKind } from '../../../billing/settlements/pay-actions.ts'
import { refundOrder } from '../../../billing/settlements/refund-actions.ts'
import { couponsOf } from '../../../lab/orders/quotes/discount-actions.ts'
import { createOrder } from '../../../lab/orders/create-actions.ts'
import { addCampaign } from '../../../money/coupons/campaigns/campaign-actions.ts'
import { lockCampaign } from '../../../money/coupons/campaigns/campaign-store.ts'
import { issueCoupons } from '../../../money/coupons/issue-actions.ts'
import { chooseCoupons, holdCoupons } from '../../../money/coupons/use-actions.ts'
import { changeLimit, openCredit, reserveCredit } from '../../../money/credit/actions.ts'
import { balancesOf } from '../../../money/ledger/actions.ts'
import { askChannel } from '../../../money/payments/ask-actions.ts'
import { receiveNotify } from '../../../money/payments/notify-actions.ts'
import { closePayment, createPayment, openPayment } from '../../../money/payments/pay-actions.ts'
import { type Paying, topUpKind } from '../../../money/payments/payable-actions.ts'
import { paymentByNo } from '../../../money/payments/store.ts'
import { creditPrestore, debitPrestore } from '../../../money/prestore/actions.ts'
import { claimInvoiced, releaseInvoiced } from '../../../money/prestore/paid-actions.ts'
import { channelRefunds } from '../../../money/refunds/bill-actions.ts'
import { refundToChannel } from '../../../money/refunds/actions.ts'
import { sendRefund } from '../../../money/refunds/channel-actions.ts'
import { cancelWithdrawal, openWithdrawal } from '../../../money/withdrawals/actions.ts'
import { testClock } from '../../../platform/clock.ts'
import { Refusal } from '../../../platform/contract/refusal.ts'
import { sql } from '../../../platform/db/sql.ts'
import { asSystem, type Ctx, type Customer, inTx, type Staff } from '../../../platform/http/ctx.ts'
import type { AlipayDouble } from '../../../platform/pay/alipay/alipay-double.ts'
import { ChannelRefused, type PayChannel } from '../../../platform/pay/channel.ts'
import type { NotifyRequest } from '../../../platform/pay/doubles/double-notifies.ts'
import { campaignForm } from '../scenes/coupon-scene.ts'
import { moneyChannels } from './money-channel.ts'
import { type Command, couponFor, feeOf, openRows, orderOf, picked, refundWay } from './money-model.ts'
import { LINE, ORDER, orderMade, owner } from './money-order.ts'
import type { Model } from './money-state.ts'
import { type TestApp, TEST_START } from '../test-app.ts'
import { proposedAmount } from '../proposed-amount.ts'

// The steps of `money-model.ts` made with the product: its actions, its database, and a double of the channel behind the real adapter.

/** Half a day between sequences, so that numbers of documents, which repeat after 100,000 on a day, do not. */
const SEQUENCES_PER_DAY = 500

export type MoneySteps = Awaited<ReturnType<typeof moneySteps>>

/** What all sequences share: staff, campaigns and the keys of the channel. */
export async function moneySteps(app: TestApp) {
  const [first, second] = [await app.staff('finance'), await app.staff('finance')]
  const terms = [
    { valueFen: 100 },
    { valueFen: 300 },
    { kind: 'percent' as const, valueFen: 0, percentOff: 20, capFen: 100_000 },
  ]
  const campaigns: number[] = []
  for (const term of terms)
    campaigns.push((await addCampaign(app.system, campaignForm({ ...term, thresholdFen: 0, perPerson: 1000 }))).id)
  const openChannel = moneyChannels()
  let sequences = 0

  /** A new customer with a channel and a clock of its own. */
  async function begin(): Promise<Sequence> {
    const { id: customerId } = await app.customer(3)
    sequences += 1
    const clock = testClock(TEST_START)
    clock.advance({ days: Math.floor(sequences / SEQUENCES_PER_DAY) })
    const { double, channel } = openChannel(clock)
    const system = asSystem({ ...app.system, clock })
    const staff = (id: number): Ctx<Staff> => ({ ...(app.staffCtx(id, 'finance') as Ctx<Staff>), clock })
    return new Sequence({
      system,
      customer: { ...(app.customerCtx(customerId) as Ctx<Customer>), clock },
      finance: staff(first.id),
      second: staff(second.id),
      campaigns,
      double,
      channel,
    })
  }
  return { begin }
}

interface Scene {
  system: Ctx
  customer: Ctx<Customer>
  finance: Ctx<Staff>
  second: Ctx<Staff>
  campaigns: number[]
  double: AlipayDouble
  channel: PayChannel
}

type Perform = (m: Model, n: number, fen: number, business: string) => Promise<unknown>

/** One customer's steps. The lists stand in the order of the model's lists. */
export class Sequence {
  readonly #scene: Scene
  readonly #paying: Paying
  readonly #customerId: number
  readonly #coupons: number[] = []
  readonly #orders: { id: number; orderNo: string }[] = []
  readonly #settlements: string[] = []
  readonly #attempts: string[] = []
  readonly #reports: NotifyRequest[] = []
  readonly #refunds: number[] = []
  readonly #withdrawals: number[] = []
  #refusesRefunds = false

  constructor(scene: Scene) {
    this.#scene = scene
    this.#customerId = scene.customer.actor.id
    const channel: PayChannel = {
      ...scene.channel,
      refund: async (order) => {
        if (this.#refusesRefunds) throw new ChannelRefused('ACQ.SELLER_BALANCE_NOT_ENOUGH', '商户余额不足')
        return scene.channel.refund(order)
      },
    }
    this.#paying = {
      kinds: [settlementKind, prepaymentKind, topUpKind],
      refunds: channelRefunds,
      channels: () => new Map([['alipay' as const, channel]]),
    }
  }

  /** Answers `done` or the name of the refusal. The model is as it was before the step. */
  async perform(m: Model, { verb, n, fen }: Command, business: number): Promise<string> {
    try {
      await (this.#steps[verb] as Perform)(m, n, fen, `${this.#customerId}-${business}`)
      return 'done'
    } catch (error) {
      if (error instanceof Refusal) return error.kind.error
      throw error
    }
  }

  /** What the database holds, in the shape of `modelled`. */
  async found() {
    const all = await balancesOf(this.#scene.system, this.#customerId)
    return {
      prestoreFen: all.prestore,
      advanceFen: all.advance,
      refundHeldFen: all.refund_held,
      withdrawHeldFen: all.withdraw_held,
      limitFen: 0 - all.credit_limit,
      availableFen: all.credit_available,
      heldFen: all.credit_held,
      usedFen: all.credit_used,
    }
  }

  /** The records beside the ledger, after the last step. */
  async records() {
    const { db } = this.#scene.system
    const id = this.#customerId
    const column = <T>(rows: { value: T }[]) => rows.map(({ value }) => value)
    const rows = <T>(text: ReturnType<typeof sql>) => db.rows<{ value: T }>(text).then(column)
    const orders = await db.rows<{
      id: number
      finalFen: number | null
      paid: boolean
      paidFen: number
      invoicedFen: number
    }>(sql`
      select o.id, o.final_fen, o.paid_at is not null as paid, coalesce(p.prepaid_fen + p.settled_fen, 0) as paid_fen,
        coalesce(p.invoiced_fen, 0) as invoiced_fen
      from orders o left join paid_orders p on p.order_id = o.id and p.customer_id = o.customer_id where o.customer_id = ${id}`)
    return {
      coupons: await rows<string>(sql`select stage as value from coupons where customer_id = ${id} order by id`),
      orders: this.#orders.flatMap((own) => {
        const row = orders.find((each) => each.id === own.id)
        return row ? [[row.finalFen, row.paid, row.paidFen, row.invoicedFen]] : []
      }),
      settlements: await rows<string>(
        sql`select stage || ' ' || total_fen as value from settlements where customer_id = ${id} order by id`,
      ),
      payments: await rows<string>(
        sql`select stage || ' ' || refunded_fen as value from payments where customer_id = ${id} order by id`,
      ),
      refunds: await rows<string>(
        sql`select stage as value from refunds where customer_id = ${id} and way = 'channel' order by id`,
      ),
    }
  }

  async #pay(kind: string, no: string, method: 'prestore' | 'alipay', amountFen?: number): Promise<void> {
    const { customer } = this.#scene
    const asked = { kind, no, method, scene: 'qr', phone: false, ...(amountFen ? { amountFen } : {}) } as never
    const answer = await createPayment(customer, this.#paying, asked)
    if (answer.paymentNo !== '' && !this.#attempts.includes(answer.paymentNo)) this.#attempts.push(answer.paymentNo)
    await openPayment(customer, this.#paying, answer)
  }

  async #place(m: Model, n: number, fen: number): Promise<void> {
    const { customer } = this.#scene
    const { onCredit } = orderOf(m, n)
    const at = m.coupons.findIndex((coupon) => coupon === couponFor(m, n))
    const line = { projectId: 1, categoryId: 1, amountFen: fen }
    const group = onCredit ? ('institute' as const) : ('individual' as const)
    this.#orders[n % 4] = await inTx(customer, async (inner) => {
      const basket = {
        customerId: this.#customerId,
        lines: [line],
        group,
        returnsSamples: false,
        isFirstOrder: async () => false,
      }
      const chosen = at < 0 ? undefined : await chooseCoupons(inner, [this.#coupons[at] ?? 0], basket)
      const discountFen = chosen?.discountFen ?? 0
      const order = await createOrder(
        inner,
        {
          ...ORDER,
          ...owner(this.#customerId),
          customerGroup: group,
          stage: onCredit ? 'awaiting_sample' : 'prepay',
          estimateFen: fen,
          discountFen,
          coupons: chosen?.kept ?? [],
        },
        {
          lines: [{ ...LINE, amountFen: fen, discountFen }],
          samples: [],
          clearing: sql`delete from order_drafts where customer_id = ${this.#customerId}`,
          emits: { event: orderMade, facts: {} },
        },
      )
      if (chosen) await holdCoupons(inner, chosen, { usedFor: couponsOf(order.id), no: order.orderNo })
      const held = { customerId: this.#customerId, orderId: order.id, amountFen: fen - discountFen }
      if (onCredit) await reserveCredit(asSystem(inner), held)
      return order
    })
  }

  /** Delivers the order, fixes its amount, and has a second person confirm one that is far above the estimate. */
  async #fix(n: number, finalFen: number): Promise<void> {
    const { system, finance, second } = this.#scene
    const { id, orderNo } = this.#order(n)
    const reason = '按实际工时核定'
    await system.db.run(
      sql`update orders set stage = 'delivered', delivered_at = ${system.clock.now()} where id = ${id} and stage = 'awaiting_sample'`,
    )
    const { checking } = await fixAmount(finance, { orderNo, finalFen, reason })
    if (!checking) return
    const row = await proposedAmount(second, orderNo)
    try {
      await confirmAmount(second, row)
    } catch (error) {
      await sendBackAmount(second, { ...row, reason })
      throw error
    }
  }

  async #sendRefund(m: Model, n: number): Promise<void> {
    const refund = picked(m.refunds, n)
    const id = picked(this.#refunds, n) ?? 0
    const way = refundWay(refund?.fen ?? 0)
    const { double, system } = this.#scene
    double.settlesRefunds = way === 'now'
    this.#refusesRefunds = way === 'refuses'
    if (refund?.sent) {
      const { subjectNo, refundNo } = await system.db.one<{ subjectNo: string; refundNo: string }>(
        sql`select subject_no, refund_no from refunds where id = ${id}`,
      )
      double.settleRefund(subjectNo, refundNo)
    }
    await sendRefund(system, this.#paying, id)
  }

  #order(n: number) {
    return this.#orders[n % 4] ?? { id: 0, orderNo: '' }
  }

  #move(business: string, operation: string, amountFen: number) {
    return { customerId: this.#customerId, amountFen, kind: 'model', businessId: business, operation, memo: '' }
  }

  readonly #steps: Record<string, Perform> = {
    deposit: (_m, _n, fen, business) => creditPrestore(this.#scene.system, this.#move(business, 'deposit', fen * 3)),
    buy: (_m, _n, fen, business) => debitPrestore(this.#scene.system, this.#move(business, 'buy', fen)),
    withdraw: async (_m, _n, amountFen) => {
      const to = { holder: '', bank: '', account: '' }
      const wanted = {
        customerId: this.#customerId,
        source: 'prestore',
        amountFen,
        to,
        reason: '',
        madeBy: null,
      } as const
      this.#withdrawals.push((await inTx(this.#scene.customer, (inner) => openWithdrawal(inner, wanted))).id)
    },
    cancelWithdrawal: () => cancelWithdrawal(this.#scene.customer, this.#withdrawals.pop() ?? 0),
    openCredit: (_m, _n, fen) => openCredit(this.#scene.system, this.#customerId, fen * 4),
    limit: (_m, _n, fen, business) => changeLimit(this.#scene.system, this.#customerId, fen * 4, business),
    issue: (_m, n, _fen, business) =>
      inTx(this.#scene.system, async (inner) => {
        const campaign = await lockCampaign(inner.db, this.#scene.campaigns[n % 3] ?? 0)
        if (!campaign) throw new Error('the campaign is gone')
        const wanted = { customerIds: [this.#customerId], source: 'staff', key: business } as const
        for (const { id } of await issueCoupons(inner, campaign, wanted)) this.#coupons.push(id)
      }),
    place: (m, n, fen) => this.#place(m, n, fen),
    prepay: (_m, n) => this.#pay('order', this.#order(n).orderNo, 'prestore'),
    cancel: (_m, n, fen) =>
      cancelWithFee(this.#scene.finance, { orderNo: this.#order(n).orderNo, reason: '协商取消', feeFen: feeOf(fen) }),
    fix: (_m, n, fen) => this.#fix(n, fen),
    takeBack: (_m, n) =>
      takeBackAmount(this.#scene.finance, { orderNo: this.#order(n).orderNo, reason: '核定有误需要重新核定' }),
    giveBack: (_m, n, amountFen) =>
      refundOrder(this.#scene.finance, {
        orderNo: this.#order(n).orderNo,
        amountFen,
        typedFen: amountFen,
        reason: '协商退款',
      } as never),
    invoice: (_m, n, amountFen) =>
      claimInvoiced(this.#scene.customer, this.#customerId, [{ orderId: this.#order(n).id, amountFen }]),
    redden: (m, n) =>
      releaseInvoiced(this.#scene.customer, this.#customerId, [
        { orderId: this.#order(n).id, amountFen: orderOf(m, n).invoicedFen },
      ]),
    group: async (m, n, fen) => {
      const ids = openRows(m, fen).map((order) => this.#orders[m.orders.indexOf(order)]?.id ?? 0)
      const rows = await this.#scene.system.db.rows<{ id: number }>(
        sql`select id from settlement_rows where order_id = any(${ids}::bigint[])`,
      )
      const at = m.coupons.findIndex((coupon) => coupon === couponFor(m, n))
      const couponId = at < 0 ? null : (this.#coupons[at] ?? 0)
      const made = await assignSettlement(this.#scene.customer, {
        rowIds: rows.map(({ id }) => id),
        payerName: '本人',
        couponId,
      })
      this.#settlements.push(made.settlementNo)
    },
    pay: (_m, n) => this.#pay('settlement', picked(this.#settlements, n) ?? '', 'prestore'),
    ungroup: (_m, n) => cancelSettlement(this.#scene.customer, picked(this.#settlements, n) ?? ''),
    attempt: async (_m, n, fen) => {
      const before = this.#attempts.length
      if (n % 3 === 0) await this.#pay('prestore', '', 'alipay', fen)
      else if (n % 3 === 1) await this.#pay('settlement', picked(this.#settlements, n) ?? '', 'alipay')
      else await this.#pay('order', this.#order(n).orderNo, 'alipay')
      if (this.#attempts.length > before && fen % 2 === 0) this.#scene.double.scan(this.#attempts.at(-1) ?? '')
    },
    payAtChannel: async (_m, n) => {
      const no = picked(this.#attempts, n) ?? ''
      const { double } = this.#scene
      // Reports of refunds only make the product ask, which `sendRefund` does.
      await double.notifies.deliver(async () => ({ status: 200, body: 'success' }))
      double.scan(no)
      if (!double.pay(no)) throw new Error(`${no} cannot be paid`)
      await double.notifies.deliver(async (notify) => {
        this.#reports.push(notify)
        return { status: 200, body: 'success' }
      })
    },
    report: async (_m, n) => {
      const { headers = {}, body = '' } = picked(this.#reports, n) ?? {}
      const raw = { headers, body: Buffer.from(body) }
      const reply = await receiveNotify(this.#scene.system, this.#paying, 'alipay', raw)
      if (reply?.status !== 200) throw new Error(`the report was refused: ${JSON.stringify(reply)}`)
    },
    ask: async (_m, n) => {
      const { system } = this.#scene
      const payment = await paymentByNo(system.db, picked(this.#attempts, n) ?? '')
      if (payment) await askChannel(system, this.#paying, payment)
    },
    close: (_m, n) => closePayment(this.#scene.customer, this.#paying, picked(this.#attempts, n) ?? ''),
    refund: async (_m, n, amountFen) => {
      const paymentNo = picked(this.#attempts, n) ?? ''
      const made = await refundToChannel(this.#scene.finance, {
        paymentNo,
        amountFen,
        typedFen: amountFen,
        reason: '客户取消充值',
      })
      this.#refunds.push(made.id)
    },
    sendRefund: (m, n) => this.#sendRefund(m, n),
  }
}
