import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { orderScene } from '../../app/testing/scenes/order-scene.ts'
import { payScene } from '../../app/testing/scenes/pay-scene.ts'
import { noticesFor } from '../../app/testing/sent-notices.ts'
import { type TestApp, type TestPerson, testApp } from '../../app/testing/test-app.ts'
import { safetyRead } from '../../core/safety/contract.ts'
import { orderForMoney } from '../../lab/orders/actions.ts'
import { orderCancel } from '../../lab/orders/contract.ts'
import { sql } from '../../platform/db/sql.ts'
import { verifyBooks } from '../ledger/actions.ts'
import { balanceOf, creditPrestore } from '../prestore/actions.ts'
import { payClose, payCreate, payStateCall, payWays } from './contract.ts'
import { addMinutes } from './rules.ts'
import { staffPaymentList } from './list-contract.ts'
import { staffPaymentAsk, staffPaymentDetail } from './staff-contract.ts'

let app: TestApp
let orders: Awaited<ReturnType<typeof orderScene>>
let pay: ReturnType<typeof payScene>
beforeAll(async () => {
  app = await testApp()
  orders = await orderScene(app)
  pay = payScene(app)
})
beforeEach(() => {
  pay.doubles.wechatpay.notifies.plan = 'normal'
  pay.doubles.alipay.notifies.plan = 'normal'
})
afterEach(async () => expect(await verifyBooks(app.db)).toEqual([]))
afterAll(() => app.close())

/** Signed in just now, because the tests move the clock. */
const finance = () => app.staff('finance')

const balance = async (as: TestPerson) => (await balanceOf(app.system, as.id)).balanceFen
const stageOf = async (orderNo: string) => (await orderForMoney(app.system, orderNo)).stage
const alarms = async () =>
  (await app.call(safetyRead, {}, { as: await app.staff('admin') })).alarms.filter(
    ({ kindName }) => kindName === '在线收款',
  )
const counted = async () =>
  app.db.one<{ payments: number; notifies: number; entries: number }>(sql`
    select (select count(*) from payments where stage = 'paid') as payments, (select count(*) from payment_notifies) as notifies,
      (select count(*) from ledger_entries) as entries`)

/** An order of an individual, which waits for its prepayment. */
async function due() {
  const as = await orders.buyer(1)
  const { orderNo } = await orders.order(as)
  const amountFen = (await orderForMoney(app.system, orderNo)).prepayFen ?? 0
  return { as, orderNo, amountFen, request: { kind: 'order' as const, no: orderNo } }
}

/** A top-up that is open at WeChat. */
async function toppingUp(amountFen = 12_345) {
  const as = await app.customer(1)
  const opened = await pay.open(as, { kind: 'prestore', method: 'wechatpay', amountFen })
  return { as, amountFen, paymentNo: opened.paymentNo, opened }
}

describe('paying through a channel', () => {
  it('offers the ways that are open with what is owed, and opens one payment that the same request finds again', async () => {
    const { as, amountFen, request } = await due()
    expect(await app.call(payWays, request, { as })).toMatchObject({
      balanceFen: 0,
      due: { amountFen, about: `订单 ${request.no} 预付款` },
      channels: [{ method: 'wechatpay' }, { method: 'alipay' }],
    })
    const idempotencyKey = randomUUID()
    const opened = await app.call(payCreate, { ...request, method: 'wechatpay' }, { as, idempotencyKey })
    expect(opened).toMatchObject({ state: 'waiting', amountFen, secondsLeft: 1800, paid: false })
    expect(opened.codeUrl).not.toBeNull()
    expect(await app.call(payCreate, { ...request, method: 'wechatpay' }, { as, idempotencyKey })).toEqual(opened)
    expect(await pay.open(as, { ...request, method: 'wechatpay' })).toEqual(opened)
  })

  it('[T-23] money that WeChat reports twice, and once more, pays the order once', async () => {
    const { as, amountFen, orderNo, request } = await due()
    const opened = await pay.open(as, { ...request, method: 'wechatpay' })
    pay.doubles.wechatpay.notifies.plan = 'duplicate'
    pay.pays(opened)
    expect(await pay.reports()).toBe(2)
    expect(await app.call(payStateCall, { paymentNo: opened.paymentNo }, { as })).toMatchObject({
      state: 'paid',
      keptBecause: '',
      balanceFen: 0,
    })
    expect(await stageOf(orderNo)).toBe('awaiting_sample')
    expect((await balanceOf(app.system, as.id)).advanceFen).toBe(amountFen)
    const memos = await app.db.rows<{ memo: string }>(sql`
      select memo from ledger_transfers t join ledger_entries e on e.transfer_id = t.id join ledger_accounts a on a.id = e.account_id
      where a.owner = ${`customer:${as.id}`} and a.kind = 'prestore' order by e.id`)
    expect(memos.map(({ memo }) => memo)).toEqual([`微信支付到账：订单 ${orderNo} 预付款`, `订单 ${orderNo} 预付款`])
    expect(await app.refusal(payCreate, { ...request, method: 'alipay' }, { as })).toMatchObject({
      error: 'notPayable',
    })
  })

  it('pays by Alipay with a code or its page', async () => {
    for (const scene of ['qr', 'page'] as const) {
      const { as, orderNo, request } = await due()
      const opened = await pay.open(as, { ...request, method: 'alipay', scene })
      expect(scene === 'qr' ? opened.codeUrl : opened.pageUrl).toMatch(/^http/)
      if (scene === 'page') pay.doubles.alipay.openPage(opened.pageUrl ?? '')
      pay.pays(opened)
      expect(await pay.reports()).toBe(1)
      expect(await stageOf(orderNo)).toBe('awaiting_sample')
    }
  })

  it('[T-22] [T-27] a top-up is within its bounds, and nothing else takes an amount from a client', async () => {
    const as = await app.customer(1)
    for (const amountFen of [0, -1, 0.5, '1e2', 1e309, 2 ** 53 + 1, 99, 5_000_001])
      expect(
        (await app.refusal(payCreate, { kind: 'prestore', method: 'wechatpay', amountFen }, { as })).error,
        String(amountFen),
      ).toMatch(/^(invalid|amountOutOfBounds)$/)
    const order = await due()
    expect(
      await app.refusal(payCreate, { ...order.request, method: 'wechatpay', amountFen: 1 }, { as: order.as }),
    ).toMatchObject({ error: 'amountNotAsked' })
  })

  it('a top-up goes to the balance, and the customer is told', async () => {
    const { as, opened, amountFen } = await toppingUp()
    pay.pays(opened)
    await pay.reports()
    expect(await balance(as)).toBe(amountFen)
    expect((await noticesFor(app, as.id))[0]).toMatch(/^充值成功\|.*¥123\.45已到账，当前余额¥123\.45/)
  })

  it('[T-40] another customer’s payment is neither seen nor closed, and another’s order not paid', async () => {
    const { paymentNo } = await toppingUp()
    const order = await due()
    const other = await app.customer(1)
    for (const call of [payStateCall, payClose])
      expect(await app.refusal(call, { paymentNo }, { as: other })).toMatchObject({ status: 404 })
    for (const call of [payWays, payCreate])
      expect(
        await app.refusal(
          call,
          { ...order.request, ...(call === payCreate ? { method: 'alipay' } : {}) },
          { as: other },
        ),
      ).toMatchObject({ status: 404 })
  })
})

describe('a report that is not believed', () => {
  it('[T-24] with a forged signature is refused, raises one alarm a day, and writes nothing else', async () => {
    const { opened } = await toppingUp()
    const before = { ...(await counted()), alarms: (await alarms()).length }
    for (const channel of ['wechatpay', 'alipay'] as const) {
      for (const body of ['', '{}', 'out_trade_no=1&sign=x', '{"resource":{}}']) {
        const answer = await pay.send({ url: `http://shop.test/api/notify/${channel}`, headers: {}, body })
        expect([channel, body, answer.status >= 400 || answer.body !== 'success']).toEqual([channel, body, true])
      }
    }
    pay.doubles.wechatpay.notifies.plan = 'forged'
    pay.pays(opened)
    expect(await pay.reports()).toBe(0)
    expect({ ...(await counted()), alarms: (await alarms()).length }).toEqual({ ...before, alarms: before.alarms + 2 })
    expect((await alarms())[0]?.text).toMatch(/已拒绝，未做任何入账/)
  })

  it('[T-24] with another amount, or of a number that is not ours, is refused with an alarm', async () => {
    const { as, opened, paymentNo, amountFen } = await toppingUp()
    const before = await counted()
    const { trades } = pay.doubles.wechatpay
    const trade = trades.find(paymentNo)
    if (!trade) throw new Error('not opened')
    trades.save({ ...trade, amountFen: amountFen - 1 })
    pay.pays(opened)
    expect(await pay.reports()).toBe(0)
    trades.save({ ...trade, tradeNo: 'P2603029999999999', providerNo: '4200000000000000009999' })
    pay.doubles.wechatpay.pay('P2603029999999999')
    expect(await pay.reports()).toBe(0)
    expect(await counted()).toEqual(before)
    expect(await balance(as)).toBe(0)
    const texts = (await alarms()).map(({ text }) => text).join('\n')
    expect(texts).toContain(`付款单 ${paymentNo} 应收 ¥123.45，微信支付通知为 ¥123.44`)
    expect(texts).toContain('P2603029999999999 不是本站的付款单')
    await app.db.run(sql`update payments set stage = 'closed' where payment_no = ${paymentNo}`)
    pay.doubles.wechatpay.notifies.plan = 'normal'
  })
})

describe('a report that never arrives', () => {
  it('[T-25] is made up for by the question one minute after opening', async () => {
    const { as, opened, amountFen } = await toppingUp()
    pay.doubles.wechatpay.notifies.plan = 'never'
    pay.pays(opened)
    await pay.asks()
    expect(await balance(as)).toBe(0)
    app.clock.advance({ minutes: 1 })
    await pay.asks()
    expect(await balance(as)).toBe(amountFen)
  })

  it('[T-25] is made up for by the browser that waits, which makes the server ask at most every four seconds', async () => {
    const { as, opened, paymentNo } = await toppingUp()
    const state = () => app.call(payStateCall, { paymentNo }, { as })
    pay.doubles.wechatpay.notifies.plan = 'never'
    expect((await state()).state).toBe('waiting')
    pay.pays(opened)
    for (let i = 0; i < 3; i++) expect((await state()).state).toBe('waiting')
    app.clock.advance({ minutes: 4 / 60 })
    expect(await state()).toMatchObject({ state: 'paid', balanceFen: 12_345 })
  })

  it('[T-25] an unpaid payment is asked about at 1, 5 and 30 minutes and closed after its expiry, here and at the channel', async () => {
    const { as, opened, paymentNo } = await toppingUp()
    const times: string[] = []
    for (const minute of [0.5, 1, 2, 5, 20, 30, 40]) {
      app.clock.set(addMinutes((await row(paymentNo)).createdAt, minute))
      await pay.asks()
      const waiting = await app.db.rows(sql`select id from jobs where name = 'payments.ask' and state = 'waiting'
        and (payload->>'paymentId')::bigint = ${(await row(paymentNo)).id}`)
      times.push(`${minute}: ${(await row(paymentNo)).stage} ${waiting.length}`)
    }
    expect(times).toEqual([
      '0.5: open 1',
      '1: open 1',
      '2: open 1',
      '5: open 1',
      '20: open 1',
      '30: closed 0',
      '40: closed 0',
    ])
    expect(pay.doubles.wechatpay.trades.find(paymentNo)?.state).toBe('closed')
    expect(await app.call(payStateCall, { paymentNo }, { as })).toMatchObject({ state: 'closed', codeUrl: null })
    const again = await pay.open(as, { kind: 'prestore', method: 'wechatpay', amountFen: 12_345 })
    expect(again.paymentNo).not.toBe(opened.paymentNo)
  })

  it('[T-25] of a payment whose jobs are lost is made up for by the hourly sweep', async () => {
    const { as, opened, amountFen } = await toppingUp()
    pay.doubles.wechatpay.notifies.plan = 'never'
    pay.pays(opened)
    await app.db.run(sql`delete from jobs where name = 'payments.ask'`)
    await app.queueDue()
    app.clock.advance({ hours: 2 })
    await app.queueDue()
    await pay.asks()
    expect(await balance(as)).toBe(amountFen)
  })
})

const row = (paymentNo: string) =>
  app.db.one<{ id: number; stage: string; createdAt: Date }>(
    sql`select id, stage, created_at from payments where payment_no = ${paymentNo}`,
  )

describe('money that cannot pay what it was meant for', () => {
  it('[T-26] of an order that was cancelled meanwhile stays in the balance; the customer and finance see why', async () => {
    const { as, orderNo, amountFen, request } = await due()
    const opened = await pay.open(as, { ...request, method: 'wechatpay' })
    pay.pays(opened)
    await app.call(orderCancel, { orderNo, reason: '不做了' }, { as, idempotencyKey: randomUUID() })
    await pay.reports()
    expect(await balance(as)).toBe(amountFen)
    expect(await app.call(payStateCall, { paymentNo: opened.paymentNo }, { as })).toMatchObject({
      state: 'paid',
      keptBecause: '当前状态无需付款，请刷新后重试',
    })
    expect((await noticesFor(app, as.id))[0]).toMatch(/^付款已存入余额\|.*未能用于该款项，已全额存入预存余额/)
    const list = await app.call(staffPaymentList, { tab: 'kept' as const, kw: orderNo }, { as: await finance() })
    expect(list).toMatchObject({ total: 1, sums: { kept: amountFen, received: amountFen } })
  })

  it('[T-23] that arrives after its payment was closed stays in the balance', async () => {
    const { as, amountFen, request } = await due()
    const opened = await pay.open(as, { ...request, method: 'alipay' })
    expect(await app.call(payClose, { paymentNo: opened.paymentNo }, { as })).toMatchObject({ state: 'closed' })
    // Alipay cannot close a code that nobody has scanned.
    pay.pays(opened)
    await pay.reports()
    expect(await balance(as)).toBe(amountFen)
    expect(await app.call(payStateCall, { paymentNo: opened.paymentNo }, { as })).toMatchObject({
      state: 'paid',
      keptBecause: '付款单关闭后才到账',
    })
  })

  it('[T-26] paid at the channel while the customer gives it up pays the order', async () => {
    const { as, orderNo, request } = await due()
    const opened = await pay.open(as, { ...request, method: 'wechatpay' })
    pay.pays(opened)
    expect(await app.call(payClose, { paymentNo: opened.paymentNo }, { as })).toMatchObject({ state: 'paid' })
    await pay.reports()
    expect(await stageOf(orderNo)).toBe('awaiting_sample')
  })

  it('another way of paying closes the first code, and a payment from the balance closes both', async () => {
    const { as, amountFen, request, orderNo } = await due()
    const first = await pay.open(as, { ...request, method: 'wechatpay' })
    const second = await pay.open(as, { ...request, method: 'alipay' })
    expect(second.paymentNo).not.toBe(first.paymentNo)
    expect((await row(first.paymentNo)).stage).toBe('closed')
    expect(pay.doubles.wechatpay.trades.find(first.paymentNo)?.state).toBe('closed')
    await creditPrestore(app.system, {
      customerId: as.id,
      amountFen,
      kind: 'test',
      businessId: orderNo,
      operation: 'fund',
      memo: '',
    })
    expect(await app.call(payCreate, { ...request, method: 'prestore' }, { as })).toMatchObject({ paid: true })
    expect((await row(second.paymentNo)).stage).toBe('closed')
  })
})

describe('a channel that does not answer', () => {
  it('leaves the payment recorded; the next attempt opens the same one', async () => {
    const { as, request } = await due()
    pay.doubles.wechatpay.faults.push('unavailable', 'unavailable', 'unavailable')
    const first = await pay.open(as, { ...request, method: 'wechatpay' })
    expect(first).toMatchObject({ state: 'unavailable', codeUrl: null })
    pay.doubles.wechatpay.faults.length = 0
    const second = await pay.open(as, { ...request, method: 'wechatpay' })
    expect(second).toMatchObject({ paymentNo: first.paymentNo, state: 'waiting' })
    expect(second.codeUrl).not.toBeNull()
  })

  it('that is not configured is not offered and refused', async () => {
    const closed = await testApp({ DEMO: 'off' })
    try {
      const as = await closed.customer(1)
      expect(await closed.call(payWays, { kind: 'prestore' }, { as })).toMatchObject({ channels: [] })
      expect(
        await closed.refusal(payCreate, { kind: 'prestore', method: 'alipay', amountFen: 100 }, { as }),
      ).toMatchObject({ error: 'notOpen' })
      const answer = await closed.server.inject({ method: 'POST', url: '/api/notify/wechatpay', payload: '{}' })
      expect(answer.statusCode).toBe(404)
    } finally {
      await closed.close()
    }
  })
})

describe('finance', () => {
  it('sees every payment with its reports, asks the channel at once, and sums what the filter selects', async () => {
    const { as, opened, paymentNo, amountFen } = await toppingUp(77_700)
    pay.doubles.wechatpay.notifies.plan = 'never'
    pay.pays(opened)
    const filter = { kw: as.phone, filters: { channel: ['wechatpay'] } }
    expect(await app.call(staffPaymentList, filter, { as: await finance() })).toMatchObject({
      total: 1,
      list: [{ paymentNo, stage: 'open', amountFen }],
      sums: { amount: amountFen, received: 0 },
      counts: { all: 1, open: 1, paid: 0 },
    })
    expect(await app.call(staffPaymentAsk, { paymentNo }, { as: await finance() })).toMatchObject({
      payment: { stage: 'paid', outcome: 'applied', balanceFen: amountFen },
    })
    pay.doubles.wechatpay.notifies.plan = 'normal'
    const other = await toppingUp(100)
    pay.pays(other.opened)
    await pay.reports()
    expect(await app.call(staffPaymentDetail, { paymentNo: other.paymentNo }, { as: await finance() })).toMatchObject({
      history: [{ label: '发起' }, { label: '到账' }],
      notifies: [{ result: 'applied' }],
    })
    expect((await app.refusal(staffPaymentList, {}, { as: await app.staff('manager') })).status).toBe(403)
  })
})
