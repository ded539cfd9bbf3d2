import { refuseInDoubt } from '../../platform/http/in-doubt.ts'
import { type MoneyOrder, markPrepaid, ordersInStages, ownOrderFor, prepaymentsDue } from '../../lab/orders/actions.ts'
import { refuse } from '../../platform/contract/refusal.ts'
import { type Ctx, type Customer, inTx } from '../../platform/http/ctx.ts'
import { shanghaiTime } from '../../platform/time.ts'
import { balanceOf } from '../../money/prestore/actions.ts'
import { claimedNumbers } from '../../money/prestore/claim-actions.ts'
import { prepaymentsMade, prepayFromBalance } from '../../money/prestore/advance-actions.ts'
import { owed, ownSettlement, payFromBalance, unpaidSettlements } from './actions.ts'
import { payErrors, settlementErrors } from './errors.ts'
import { openMethods, type PayMethod, payMethods, settlementLifecycle } from './rules.ts'

export interface Payable {
  kind: 'settlement' | 'order'
  no: string
}

/** Everything that the customer can pay now. */
export async function readyToPay(ctx: Ctx<Customer>) {
  const { balanceFen } = await balanceOf(ctx, ctx.actor.id)
  const { unpaidFen } = await owed(ctx, ctx.actor.id)
  const claims = await claimedNumbers(ctx, ctx.actor.id)
  const prepayments = (await prepaymentsDue(ctx, ctx.actor.id)).map((order) => ({
    ...order,
    createdAt: shanghaiTime(order.createdAt),
    claimed: claims.has(order.orderNo),
  }))
  return { balanceFen, totalFen: unpaidFen, prepayments, settlements: await unpaidSettlements(ctx) }
}

/** Paid prepayments, newest first, including those of cancelled orders. */
export async function paidPrepayments(ctx: Ctx<Customer>, page: { page: number; size: number }) {
  const made = await prepaymentsMade(ctx, ctx.actor.id, page)
  const found = await ordersInStages(ctx, { ids: made.list.map((row) => row.orderId) })
  const orders = new Map(found.map((order) => [order.id, order]))
  const list = made.list.map(({ orderId, amountFen, at }) => {
    const order = orders.get(orderId)
    return {
      orderNo: order?.orderNo ?? '',
      title: order?.title ?? '',
      amountFen,
      paidAt: shanghaiTime(at),
      cancelled: order?.stage === 'cancelled',
    }
  })
  return { ...made, list }
}

/** Pays a settlement or the prepayment of an order. The amount comes from the database, never from the client. */
export async function pay(ctx: Ctx<Customer>, { kind, no, method }: Payable & { method: PayMethod }) {
  if (!openMethods.includes(method))
    throw refuse(payErrors.notOpen, `${payMethods[method]}尚未开通，请使用预存余额支付`)
  const { amountFen } = kind === 'settlement' ? await payFromBalance(ctx, no) : await payPrepayment(ctx, no)
  const { balanceFen } = await balanceOf(ctx, ctx.actor.id)
  return { kind, no, paid: true, amountFen, balanceFen }
}

export async function payState(ctx: Ctx<Customer>, { kind, no }: Payable) {
  if (kind === 'settlement') {
    const { stage, totalFen } = await ownSettlement(ctx, no)
    return { kind, no, paid: stage === 'paid', stageLabel: settlementLifecycle.stages[stage], amountFen: totalFen }
  }
  const order = await ownOrderFor(ctx, ctx.actor.id, no)
  const waiting = order.stage === 'prepay'
  return {
    kind,
    no,
    paid: !waiting && isPastPrepay(order),
    stageLabel: waiting ? '待预付' : '无需付款',
    amountFen: order.prepayFen ?? 0,
  }
}

/** Pays the whole prepayment of an order from the balance; then the order waits for its samples. */
export async function payPrepayment(ctx: Ctx<Customer>, orderNo: string): Promise<{ amountFen: number }> {
  refuseInDoubt(ctx)
  return prepayOrder(ctx, ctx.actor.id, orderNo)
}

/** The same, paid by the customer or by staff for the customer. Joins the caller's transaction. */
export async function prepayOrder(ctx: Ctx, customerId: number, orderNo: string): Promise<{ amountFen: number }> {
  return inTx(ctx, async (inner) => {
    const order = await ownOrderFor(inner, customerId, orderNo)
    if (order.stage !== 'prepay') throw refuse(payErrors.notPayable)
    const amountFen = order.prepayFen
    if (amountFen === null) throw refuse(settlementErrors.notPriced)
    // Locks the order first, as cancelling does, which avoids a deadlock.
    await markPrepaid(inner, order.id)
    if (amountFen > 0)
      await prepayFromBalance(inner, { customerId: order.customerId, orderId: order.id, orderNo, amountFen })
    return { amountFen }
  })
}

const BEFORE_PAYMENT = ['review', 'quoting', 'quoted', 'contract', 'prepay', 'cancelled', 'rejected']

function isPastPrepay(order: MoneyOrder): boolean {
  return order.group !== 'institute' && !BEFORE_PAYMENT.includes(order.stage)
}
