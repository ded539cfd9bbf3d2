import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { staffOrderDetail } from '../../lab/orders/staff/staff-contract.ts'
import { deliveryScene } from '../../app/testing/scenes/delivery-scene.ts'
import { orderScene } from '../../app/testing/scenes/order-scene.ts'
import { refundScene } from '../../app/testing/scenes/refund-scene.ts'
import { noticesFor } from '../../app/testing/sent-notices.ts'
import { type TestApp, type TestPerson, testApp } from '../../app/testing/test-app.ts'
import { staffFixAmount } from '../../billing/settlements/contract.ts'
import { orderForMoney } from '../../lab/orders/actions.ts'
import { runCheck } from '../../platform/book-check.ts'
import { sql } from '../../platform/db/sql.ts'
import { ChannelRefused, ChannelUnavailable } from '../../platform/pay/channel.ts'
import { balancesOf, verifyBooks } from '../ledger/actions.ts'
import { payCreate } from '../payments/contract.ts'
import { debitPrestore } from '../prestore/actions.ts'
import { bellList } from '../../core/staff-notices/contract.ts'
import { queryOfAddress } from '../../platform/contract/index-address.ts'
import { inboxRead } from '../../workspace/inbox/contract.ts'
import { claimInvoiced, releaseInvoiced } from '../prestore/paid-actions.ts'
import { bookChecks } from './book-checks.ts'
import { askAboutRefund, askAfterReport, sendRefund } from './channel-actions.ts'
import {
  refundList,
  staffRefundConfirm,
  staffRefundDecline,
  staffRefundToBalance,
  staffRefundToChannel,
} from './contract.ts'
import { refundIndex, staffRefundList } from './list-contract.ts'

let app: TestApp
let scene: ReturnType<typeof refundScene>
let orders: Awaited<ReturnType<typeof orderScene>>
let delivery: Awaited<ReturnType<typeof deliveryScene>>
let finance: TestPerson
let second: TestPerson
beforeAll(async () => {
  app = await testApp()
  scene = refundScene(app)
  orders = await orderScene(app)
  delivery = await deliveryScene(app)
  finance = await app.staff('finance')
  second = await app.staff('finance')
})
beforeEach(() => {
  scene.sent.length = 0
  scene.answers.refund = { state: 'processing' }
  scene.answers.query = { state: 'done', providerNo: 'R-1' }
})
afterEach(async () => expect(await verifyBooks(app.db)).toEqual([]))
afterAll(() => app.close())

const sums = async ({ id }: TestPerson) => {
  const { prestore, refund_held: held } = await balancesOf(app.system, id)
  return { prestore, held }
}
const refundedOf = async (paymentNo: string) =>
  (await app.db.one<{ fen: number }>(sql`select refunded_fen as fen from payments where payment_no = ${paymentNo}`)).fen
const stageOf = async (id: number) =>
  (await app.db.one<{ stage: string }>(sql`select stage from refunds where id = ${id}`)).stage
const asked = (amountFen: number) => ({ amountFen, typedFen: amountFen, reason: '客户取消充值' })

async function refunding(amountFen = 1000, key?: 'wechatpay') {
  const as = await app.customer(1)
  const { paymentNo } = await scene.paid(as, amountFen, key)
  const { id, refundNo } = await app.call(staffRefundToChannel, { paymentNo, ...asked(600) }, { as: finance })
  return { as, paymentNo, id, refundNo }
}

describe('a refund to the channel of a payment', () => {
  it('holds the money, and is done only when the channel says so, not when it accepts', async () => {
    const { as, paymentNo, id, refundNo } = await refunding()
    expect(await sums(as)).toEqual({ prestore: 400, held: 600 })
    await sendRefund(app.system, scene.paying, id)
    expect(scene.sent).toMatchObject([{ tradeNo: paymentNo, refundNo, amountFen: 600, totalFen: 1000 }])
    expect(await stageOf(id)).toBe('processing')
    scene.answers.query = { state: 'processing' }
    await askAboutRefund(app.system, scene.paying, id, 0)
    expect(await sums(as)).toEqual({ prestore: 400, held: 600 })
    scene.answers.query = { state: 'done', providerNo: 'R-1' }
    await askAfterReport(app.system, scene.paying, refundNo)
    await askAfterReport(app.system, scene.paying, refundNo)
    expect(await sums(as)).toEqual({ prestore: 400, held: 0 })
    expect(await refundedOf(paymentNo)).toBe(600)
    expect((await app.call(refundList, {}, { as })).list).toMatchObject([
      { refundNo, stageLabel: '已退款', amountFen: 600, wayLabel: '原路退回' },
    ])
    expect((await noticesFor(app, as.id))[0]).toContain(`您的付款（${paymentNo}）退款¥6.00已原路退回`)
  })

  it('[Q-155] reads a payment number that was typed in lower case or full width', async () => {
    const { paymentNo } = await refunding()
    const typed = paymentNo.toLowerCase().replace('p', 'ｐ')
    const made = await app.call(staffRefundToChannel, { paymentNo: typed, ...asked(100) }, { as: finance })
    expect(made.refundNo).toMatch(/^TK/)
  })

  it('[Q-53] asks for what was left empty by the names in the form', async () => {
    const empty = { paymentNo: ' ', amountFen: null, reason: '' } as never
    expect((await app.refusal(staffRefundToChannel, empty, { as: finance })).fields).toEqual({
      paymentNo: '请填写付款单号',
      amountFen: '请填写退款金额',
      typedFen: '请填写再次输入的金额',
      reason: '请填写退款原因',
    })
  })

  it('[Q-151] is never more than what was paid and is not refunded yet, and never more than the balance', async () => {
    const { as, paymentNo } = await refunding()
    const refund = (amountFen: number) =>
      app.refusal(staffRefundToChannel, { paymentNo, ...asked(amountFen) }, { as: finance })
    expect(await refund(401)).toMatchObject({
      ...{ error: 'moreThanPaid', fields: { amountFen: '退款金额超过可退金额 ¥4.00' } },
    })
    const spent = {
      customerId: as.id,
      amountFen: 100,
      kind: 'test',
      businessId: paymentNo,
      operation: 'spend',
      memo: '',
    }
    await debitPrestore(app.system, spent)
    expect(await refund(400)).toMatchObject({ error: 'notInBalance', fields: { amountFen: expect.any(String) } })
    const typo = { paymentNo, ...asked(300), typedFen: 30 }
    expect(await app.refusal(staffRefundToChannel, typo, { as: finance })).toMatchObject({
      ...{ error: 'amountTyped', fields: { typedFen: expect.any(String) } },
    })
    await app.call(staffRefundToChannel, { paymentNo, ...asked(300) }, { as: finance })
    expect(await refundedOf(paymentNo)).toBe(900)
  })

  it('goes back to the balance when the channel refuses or fails, and can be made again', async () => {
    const first = await refunding()
    scene.answers.refund = new ChannelRefused('NOT_ENOUGH', '商户可用余额不足')
    await sendRefund(app.system, scene.paying, first.id)
    expect(await stageOf(first.id)).toBe('failed')
    expect(await sums(first.as)).toEqual({ prestore: 1000, held: 0 })
    expect(await refundedOf(first.paymentNo)).toBe(0)
    expect((await noticesFor(app, first.as.id))[0]).toContain('金额已退回预存余额。原因：商户可用余额不足')
    const { paymentNo } = first
    const again = await app.call(staffRefundToChannel, { paymentNo, ...asked(1000) }, { as: finance })
    scene.answers.refund = { state: 'failed', reason: '用户账户异常' }
    await sendRefund(app.system, scene.paying, again.id)
    expect(await sums(first.as)).toEqual({ prestore: 1000, held: 0 })
  })

  it('is sent again with the same number after a lost answer, and when the channel does not know it', async () => {
    const { id, refundNo, as } = await refunding()
    scene.answers.refund = new ChannelUnavailable('timeout')
    await expect(sendRefund(app.system, scene.paying, id)).rejects.toThrow('timeout')
    expect(await sums(as)).toEqual({ prestore: 400, held: 600 })
    scene.answers.refund = { state: 'done' }
    scene.answers.query = { state: 'unknown' }
    await askAboutRefund(app.system, scene.paying, id, 1)
    expect(scene.sent.map((order) => order.refundNo)).toEqual([refundNo, refundNo])
    expect(await stageOf(id)).toBe('done')
  })

  it('follows the one before it by a minute, at most fifty times and within a year', async () => {
    const { paymentNo } = await refunding(10_000, 'wechatpay')
    const one = { paymentNo, amountFen: 1, typedFen: 1, reason: '分次退款' }
    await app.call(staffRefundToChannel, one, { as: finance })
    const [before, after] = await app.db.rows<{ sendAt: Date }>(
      sql`select send_at from refunds where subject_no = ${paymentNo} order by id`,
    )
    expect((after?.sendAt.getTime() ?? 0) - (before?.sendAt.getTime() ?? 0)).toBe(60_000)
    await app.db.run(sql`
      insert into refunds (refund_no, customer_id, way, subject_no, payment_id, channel, stage, amount_fen, reason, proposed_by, created_at)
      select refund_no || n, customer_id, way, subject_no, payment_id, channel, 'failed', 1, reason, proposed_by, created_at
      from refunds, generate_series(1, 24) as n where subject_no = ${paymentNo}`)
    expect(await app.refusal(staffRefundToChannel, one, { as: finance })).toMatchObject({ error: 'tooMany' })
    const { paymentNo: old } = await scene.paid(await app.customer(1), 100)
    await app.db.run(sql`update payments set paid_at = paid_at - interval '366 days' where payment_no = ${old}`)
    expect(await app.refusal(staffRefundToChannel, { ...one, paymentNo: old }, { as: finance })).toMatchObject({
      error: 'tooOld',
    })
  })

  it('[T-57] above the limit waits for a second person, who may decline it', async () => {
    const as = await app.customer(1)
    const { paymentNo } = await scene.paid(as, 3_000_000)
    const made = await app.call(staffRefundToChannel, { paymentNo, ...asked(1_500_000) }, { as: finance })
    expect(made.stage).toBe('checking')
    expect(await sums(as)).toEqual({ prestore: 1_500_000, held: 1_500_000 })
    const mayConfirm = async (as: TestPerson) =>
      (await app.call(staffRefundList, { tab: 'checking' }, { as })).list.find(({ id }) => id === made.id)?.mayConfirm
    expect([await mayConfirm(finance), await mayConfirm(second)]).toEqual([false, true])
    const chosen = { id: made.id, version: 1 }
    const confirm = { ...chosen, typedFen: 1_500_000 }
    expect(await app.refusal(staffRefundConfirm, confirm, { as: finance })).toMatchObject({ error: 'samePerson' })
    await app.call(staffRefundDecline, { ...chosen, reason: '客户改变主意' }, { as: second })
    expect(await sums(as)).toEqual({ prestore: 3_000_000, held: 0 })
    expect(await refundedOf(paymentNo)).toBe(0)
    const again = await app.call(staffRefundToChannel, { paymentNo, ...asked(1_500_000) }, { as: finance })
    const { stage } = await app.call(staffRefundConfirm, { ...confirm, id: again.id }, { as: second })
    expect(stage).toBe('processing')
    const { list } = await app.call(staffRefundList, { tab: 'processing' }, { as: finance })
    expect(list.find((row) => row.id === again.id)).toMatchObject({
      channelLabel: '支付宝',
      confirmedByName: '测试finance',
    })
  })
})

async function paidOrder() {
  const as = await orders.buyer(1)
  const { orderNo } = await orders.order(as)
  const priceFen = (await orderForMoney(app.system, orderNo)).prepayFen ?? expect.fail('no price')
  await scene.paid(as, priceFen)
  await app.call(payCreate, { kind: 'order', no: orderNo, method: 'prestore' }, { as })
  await delivery.deliver(orderNo)
  return { as, orderNo, priceFen }
}

describe('[I-9] a refund to the balance', () => {
  it('[I-14] is refused while that part of the payment stands on an invoice', async () => {
    const { as, orderNo, priceFen } = await paidOrder()
    await app.call(staffFixAmount, { orderNo, finalFen: priceFen }, { as: delivery.manager })
    const { id: orderId } = await orderForMoney(app.system, orderNo)
    const parts = [{ orderId, amountFen: priceFen - 400 }]
    await claimInvoiced(app.system, as.id, parts)
    const refund = { orderNo, ...asked(500) }
    const refused = await app.refusal(staffRefundToBalance, refund, { as: finance })
    expect(refused).toMatchObject({ status: 409, error: 'invoicedFirst' })
    await app.call(staffRefundToBalance, { orderNo, ...asked(400) }, { as: finance })
    await releaseInvoiced(app.system, as.id, parts)
    await app.call(staffRefundToBalance, refund, { as: finance })
    await expect(claimInvoiced(app.system, as.id, [{ orderId, amountFen: priceFen - 899 }])).rejects.toThrow(
      '可开票金额',
    )
  })

  it('[Q-386] is refused to whoever asks above the limit, not only to the second person', async () => {
    const { as, orderNo, priceFen } = await paidOrder()
    await app.call(staffFixAmount, { orderNo, finalFen: priceFen }, { as: delivery.manager })
    const { id: orderId } = await orderForMoney(app.system, orderNo)
    await claimInvoiced(app.system, as.id, [{ orderId, amountFen: priceFen - 400 }])
    await app.db.run(sql`insert into settings (key, value, updated_at) values ('secondPersonAboveFen', '100', now())`)
    const refused = await app.refusal(staffRefundToBalance, { orderNo, ...asked(500) }, { as: finance })
    expect(refused).toMatchObject({ status: 409, error: 'invoicedFirst' })
    const { stage } = await app.call(staffRefundToBalance, { orderNo, ...asked(400) }, { as: finance })
    expect(stage).toBe('checking')
    await app.db.run(sql`delete from settings where key = 'secondPersonAboveFen'`)
  })

  it('[Q-72] comes from income, lowers the price of the paid order, stands on its page, and never exceeds it', async () => {
    const { as, orderNo, priceFen } = await paidOrder()
    const refund = { orderNo, ...asked(500) }
    expect(await app.refusal(staffRefundToBalance, refund, { as: finance })).toMatchObject({ error: 'orderNotPaid' })
    await app.call(staffFixAmount, { orderNo, finalFen: priceFen }, { as: delivery.manager })
    expect((await app.call(staffRefundToBalance, refund, { as: finance })).stage).toBe('done')
    expect(await sums(as)).toEqual({ prestore: 500, held: 0 })
    expect((await orderForMoney(app.system, orderNo)).finalFen).toBe(priceFen - 500)
    expect((await noticesFor(app, as.id))[0]).toBe(
      `订单费用已退款|您的订单${orderNo}的费用¥5.00已退至预存余额，当前余额¥5.00。原因：客户取消充值`,
    )
    const rest = priceFen - 500
    const more = { orderNo, ...asked(rest + 1) }
    expect(await app.refusal(staffRefundToBalance, more, { as: finance })).toMatchObject({ error: 'moreThanPaid' })
    // [Q-74] As it is often typed.
    await app.call(staffRefundToBalance, { orderNo: ` ${orderNo.toLowerCase()} `, ...asked(rest) }, { as: finance })
    expect(await sums(as)).toEqual({ prestore: priceFen, held: 0 })
    const { refunds } = await app.call(staffOrderDetail, { orderNo }, { as: delivery.manager })
    expect(refunds.map(({ amountFen, reason }) => [amountFen, reason])).toEqual([
      [500, '客户取消充值'],
      [rest, '客户取消充值'],
    ])
  })

  it('[T-57] above the limit is confirmed by a second person, and compared with the price again', async () => {
    await app.db.run(sql`insert into settings (key, value, updated_at) values ('secondPersonAboveFen', '1000', now())`)
    const { as, orderNo, priceFen } = await paidOrder()
    await app.call(staffFixAmount, { orderNo, finalFen: priceFen }, { as: delivery.manager })
    const first = await app.call(staffRefundToBalance, { orderNo, ...asked(priceFen) }, { as: finance })
    const other = await app.call(staffRefundToBalance, { orderNo, ...asked(priceFen) }, { as: finance })
    expect([first.stage, other.stage]).toEqual(['checking', 'checking'])
    expect(await sums(as)).toEqual({ prestore: 0, held: 0 })
    const confirm = { id: first.id, version: 1, typedFen: priceFen }
    await app.call(staffRefundConfirm, confirm, { as: second })
    expect(await app.refusal(staffRefundConfirm, { ...confirm, id: other.id }, { as: second })).toMatchObject({
      error: 'moreThanPaid',
    })
    await app.call(staffRefundDecline, { id: other.id, version: 1, reason: '重复申请' }, { as: second })
    expect(await sums(as)).toEqual({ prestore: priceFen, held: 0 })
    await app.db.run(sql`delete from settings where key = 'secondPersonAboveFen'`)
  })
})

it('who declined a refund and why is told to the one who asked for it, and not when somebody takes back an own one [Q-185]', async () => {
  await app.db.run(sql`insert into settings (key, value, updated_at) values ('secondPersonAboveFen', '1000', now())`)
  const { orderNo, priceFen } = await paidOrder()
  await app.call(staffFixAmount, { orderNo, finalFen: priceFen }, { as: delivery.manager })
  const ask = () => app.call(staffRefundToBalance, { orderNo, ...asked(2_000) }, { as: finance })
  const bell = async ({ refundNo }: { refundNo: string }) =>
    (await app.call(bellList, {}, { as: finance })).list.filter(({ title }) => title.includes(refundNo))
  const made = await ask()
  await app.call(staffRefundDecline, { id: made.id, version: 1, reason: '金额与记录不符' }, { as: second })
  const { list } = await app.call(staffRefundList, { tab: 'declined' }, { as: finance })
  expect(list.find(({ id }) => id === made.id)).toMatchObject({
    declinedByName: '测试finance',
    endReason: '金额与记录不符',
  })
  const title = `测试finance 未通过退款 ${made.refundNo}：金额与记录不符`
  expect(await bell(made)).toMatchObject([{ kind: 'declined', title, path: '/console/refunds?tab=declined' }])
  const own = await ask()
  await app.call(staffRefundDecline, { id: own.id, version: 1, reason: '填错订单' }, { as: finance })
  expect(await bell(own)).toEqual([])
  await app.db.run(sql`delete from settings where key = 'secondPersonAboveFen'`)
})

it('[Q-210] the workbench counts a refund for whoever may confirm it, and not for the one who asked for it', async () => {
  await app.db.run(sql`insert into settings (key, value, updated_at) values ('secondPersonAboveFen', '1000', now())`)
  const { orderNo, priceFen } = await paidOrder()
  await app.call(staffFixAmount, { orderNo, finalFen: priceFen }, { as: delivery.manager })
  const waiting = async (as: TestPerson) => {
    const { elsewhere } = await app.call(inboxRead, {}, { as })
    const { to, count } = elsewhere.find(({ key }) => key === 'refundCheck') ?? expect.fail('no such work')
    const { tab, filters } = queryOfAddress(refundIndex, new URL(to, 'https://lab.example').searchParams)
    const { list } = await app.call(staffRefundList, { tab, filters } as never, { as })
    expect(list).toHaveLength(count)
    return list
  }
  const before = [await waiting(finance), await waiting(second)].map(({ length }) => length)
  const { refundNo } = await app.call(staffRefundToBalance, { orderNo, ...asked(2_000) }, { as: finance })
  expect(await waiting(finance)).toHaveLength(before[0] ?? 0)
  const found = await waiting(second)
  expect(found).toHaveLength((before[1] ?? 0) + 1)
  expect(found.find((row) => row.refundNo === refundNo)).toMatchObject({ mayConfirm: true })
  await app.db.run(sql`delete from settings where key = 'secondPersonAboveFen'`)
})

describe('the books of refunds', () => {
  const faultsOf = async () => {
    const found: string[] = []
    for (const check of bookChecks) found.push(...(await runCheck(app.db, check, app.clock.now())).faults)
    return found
  }

  it('tie after all of the above, and name a refund that was posted otherwise than it says', async () => {
    const { id, refundNo } = await refunding()
    await sendRefund(app.system, scene.paying, id)
    await askAboutRefund(app.system, scene.paying, id, 0)
    expect(await stageOf(id)).toBe('done')
    expect(await faultsOf()).toEqual([])
    const change = (what: ReturnType<typeof sql>) => app.db.run(sql`update refunds set ${what} where id = ${id}`)
    await change(sql`amount_fen = 601`)
    expect(await faultsOf()).toEqual([
      expect.stringContaining('退款记录合计 601 分'),
      expect.stringMatching(new RegExp(`^退款 ${refundNo} 应退至(\\S+) 601 分，账上退至\\1 600 分$`)),
    ])
    await change(sql`amount_fen = 600, stage = 'failed'`)
    expect(await faultsOf()).toContainEqual(expect.stringContaining(`退款 id ${id} 应退至（无） 0 分`))
    await change(sql`stage = 'done'`)
    expect(await faultsOf()).toEqual([])
  })

  it('say who made each refund and why', async () => {
    const { id, refundNo } = await refunding()
    const row = await app.db.one(sql`
      select actor_id, after, reason from audit_log where action = 'refund.make' and subject = ${`refund:${id}`}`)
    expect(row).toMatchObject({
      actorId: finance.id,
      reason: '客户取消充值',
      after: { refundNo, way: 'channel', amountFen: 600 },
    })
  })
})
