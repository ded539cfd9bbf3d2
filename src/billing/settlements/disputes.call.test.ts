import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { labScene } from '../../app/testing/scenes/lab-scene.ts'
import { type TestApp, type TestPerson, testApp } from '../../app/testing/test-app.ts'
import { creditOf } from '../../money/credit/actions.ts'
import { verifyBooks } from '../../money/ledger/actions.ts'
import { orderForMoney } from '../../lab/orders/actions.ts'
import {
  orderAgreeRetest,
  orderDispute,
  orderRefuseRetest,
  orderRetest,
} from '../../lab/orders/closing/after-delivery-contract.ts'
import { orderDetail, orderHistory } from '../../lab/orders/contract.ts'
import { autoConfirm } from '../../lab/orders/move-actions.ts'
import {
  staffOrderDeclineRetest,
  staffOrderDetail,
  staffOrderOfferRetest,
  staffOrderSettleDispute,
} from '../../lab/orders/staff/staff-contract.ts'
import type { SentTo } from '../../platform/contract/call.ts'
import { sql } from '../../platform/db/sql.ts'
import { shanghaiTime } from '../../platform/time.ts'
import { balanceOf, creditPrestore } from '../../money/prestore/actions.ts'
import { prepayFromBalance } from '../../money/prestore/advance-actions.ts'
import { payCreate } from '../../money/payments/contract.ts'
import { assignSettlementCall, settlementRows, staffFixAmount, staffTakeBackAmount } from './contract.ts'

let app: TestApp
let scene: Awaited<ReturnType<typeof labScene>>
beforeAll(async () => {
  app = await testApp()
  scene = await labScene(app)
}, 120_000)
afterAll(() => app.close())

const once = (person: TestPerson) => ({ as: person, idempotencyKey: randomUUID() })
const stageOf = async (orderNo: string) => (await orderForMoney(app.system, orderNo)).stage
type Delivered = Awaited<ReturnType<typeof scene.delivered>>

const dispute = ({ orderNo, customer }: Delivered) =>
  app.call(orderDispute, { orderNo, reason: '数据不对' }, once(customer))
const askRetest = ({ orderNo, customer }: Delivered) =>
  app.call(orderRetest, { orderNo, reason: '峰位偏移' }, once(customer))
const settle = (input: SentTo<typeof staffOrderSettleDispute>) =>
  app.call(staffOrderSettleDispute, input, once(scene.staff.manager))
const fix = (orderNo: string, finalFen: number, reason = '') =>
  app.call(staffFixAmount, { orderNo, finalFen, reason }, once(scene.staff.manager))

async function later(hours: number) {
  app.clock.advance({ hours })
  await app.db.run(sql`update sessions set access_expires_at = ${app.clock.now()}::timestamptz + interval '1 hour'`)
}

describe('the outcome of a dispute', () => {
  it('[F-83] is a retest or a correction, which return the order to testing, or a dismissal with a reason', async () => {
    const orders = [1, 2, 3].map(async () => scene.delivered(await scene.buyer(0)))
    const [retest, correction, dismissal] = (await Promise.all(orders)) as [Delivered, Delivered, Delivered]
    for (const order of [retest, correction, dismissal]) await dispute(order)
    await settle({ orderNo: retest.orderNo, outcome: 'retest', reason: '重新制样' })
    await settle({ orderNo: correction.orderNo, outcome: 'correction', reason: '单位有误' })
    await settle({ orderNo: dismissal.orderNo, outcome: 'dismissal', reason: '与标样一致' })
    expect([
      await stageOf(retest.orderNo),
      await stageOf(correction.orderNo),
      await stageOf(dismissal.orderNo),
    ]).toEqual(['testing', 'testing', 'delivered'])
    const { timeline } = await app.call(orderDetail, { orderNo: dismissal.orderNo }, { as: dismissal.customer })
    expect(timeline.at(-1)).toMatchObject({ what: '异议处理：驳回', detail: '与标样一致' })
    expect(
      await app.refusal(
        staffOrderSettleDispute,
        { orderNo: dismissal.orderNo, outcome: 'forgotten', reason: 'x' },
        once(scene.staff.manager),
      ),
    ).toMatchObject({ error: 'invalid' })
  })

  it('[F-83] [Q-33] a reduction lowers the agreed amount with the credit that it holds, or the fixed amount with its debt', async () => {
    const order = await scene.delivered(await scene.buyer(0))
    const { orderNo, customer } = order
    const agreed = (await orderForMoney(app.system, orderNo)).prepayFen ?? 0
    await dispute(order)
    await settle({ orderNo, outcome: 'reduction', amountFen: 1_000, reason: '峰形不佳' })
    expect((await orderForMoney(app.system, orderNo)).prepayFen).toBe(agreed - 1_000)
    expect((await creditOf(app.system, customer.id)).heldFen).toBe(agreed - 1_000)
    await fix(orderNo, agreed - 1_000)
    await dispute(order)
    expect(await settle({ orderNo, outcome: 'reduction', amountFen: 500, reason: '再减' })).toMatchObject({
      stage: 'delivered',
      reducedFen: 500,
      refundedFen: 0,
    })
    expect((await app.call(settlementRows, {}, { as: customer })).totalFen).toBe(agreed - 1_500)
    expect((await creditOf(app.system, customer.id)).usedFen).toBe(agreed - 1_500)
    await dispute(order)
    expect(
      await app.refusal(
        staffOrderSettleDispute,
        { orderNo, outcome: 'reduction', amountFen: agreed, reason: '太多' },
        once(scene.staff.manager),
      ),
    ).toMatchObject({ error: 'reductionTooHigh' })
    expect(await stageOf(orderNo)).toBe('disputed')
    await settle({ orderNo, outcome: 'reduction', amountFen: agreed - 1_500, reason: '全部减免' })
    expect(await orderForMoney(app.system, orderNo)).toMatchObject({ finalFen: 0, paidAt: expect.any(Date) })
    expect((await app.call(settlementRows, {}, { as: customer })).list).toEqual([])
    expect(await creditOf(app.system, customer.id)).toMatchObject({ usedFen: 0, heldFen: 0 })
    expect(await verifyBooks(app.db)).toEqual([])
  })

  it('[Q-38] [F-83] a reduction of a fixed amount stays when that amount is taken back: the order agrees to less, holds less credit and owes nothing', async () => {
    const order = await scene.delivered(await scene.buyer(0))
    const { orderNo, customer } = order
    const agreedFen = (await orderForMoney(app.system, orderNo)).prepayFen ?? 0
    const before = (await creditOf(app.system, customer.id)).availableFen
    const takeBack = () => app.call(staffTakeBackAmount, { orderNo, reason: '金额录入有误' }, once(scene.staff.manager))
    const reduceFixed = async (finalFen: number, amountFen: number) => {
      await fix(orderNo, finalFen, '按实测核定')
      await dispute(order)
      await settle({ orderNo, outcome: 'reduction', amountFen, reason: '峰形不佳' })
      expect(await creditOf(app.system, customer.id)).toMatchObject({ heldFen: 0, usedFen: finalFen - amountFen })
      await takeBack()
    }
    const expectHeld = async (heldFen: number, freedFen: number) => {
      expect((await orderForMoney(app.system, orderNo)).prepayFen).toBe(heldFen)
      const availableFen = before + freedFen
      expect(await creditOf(app.system, customer.id)).toMatchObject({ heldFen, usedFen: 0, availableFen })
    }
    await reduceFixed(agreedFen, 500)
    await expectHeld(agreedFen - 500, 500)
    await reduceFixed(agreedFen - 500, 200)
    await expectHeld(agreedFen - 700, 700)
    await fix(orderNo, agreedFen - 700)
    await takeBack()
    await expectHeld(agreedFen - 700, 700)
    // More was charged than agreed, and more taken off than the order holds.
    await reduceFixed(agreedFen - 100, agreedFen - 200)
    await expectHeld(0, agreedFen)
    expect(await verifyBooks(app.db)).toEqual([])
  })

  it('[F-83] a reduction of a paid amount returns to the balance; an amount in an unpaid settlement is not reduced', async () => {
    const order = await scene.delivered(await scene.buyer(0))
    const { orderNo, customer } = order
    const { prepayFen } = await orderForMoney(app.system, orderNo)
    await fix(orderNo, prepayFen ?? 0)
    const { list } = await app.call(settlementRows, {}, { as: customer })
    const { settlementNo } = await app.call(
      assignSettlementCall,
      { rowIds: list.map((row) => row.id), payerName: '课题组' },
      once(customer),
    )
    await dispute(order)
    expect(
      await app.refusal(
        staffOrderSettleDispute,
        { orderNo, outcome: 'reduction', amountFen: 100, reason: '减免' },
        once(scene.staff.manager),
      ),
    ).toMatchObject({ status: 409, error: 'reductionGrouped' })
    await creditPrestore(app.system, {
      customerId: customer.id,
      amountFen: 100_000,
      kind: 'test',
      businessId: orderNo,
      operation: 'in',
      memo: '入账',
    })
    await app.call(payCreate, { kind: 'settlement', no: settlementNo, method: 'prestore' }, once(customer))
    const { balanceFen } = await balanceOf(app.system, customer.id)
    expect(await settle({ orderNo, outcome: 'reduction', amountFen: 700, reason: '部分数据不可用' })).toMatchObject({
      refundedFen: 700,
    })
    expect((await balanceOf(app.system, customer.id)).balanceFen).toBe(balanceFen + 700)
    expect((await orderForMoney(app.system, orderNo)).finalFen).toBe((prepayFen ?? 0) - 700)
    expect(await verifyBooks(app.db)).toEqual([])
  })
})

describe('the confirmation window', () => {
  it('[F-83] [S-07] is paused until staff answer and continues with the time left, at least a day; older jobs do nothing', async () => {
    const order = await scene.delivered(await scene.buyer(0))
    const { orderNo, customer } = order
    const dueAt = async () => (await app.call(orderDetail, { orderNo }, { as: customer })).confirmDueAt
    expect(await dueAt()).toBe('2026-03-09 10:00:00')
    await later(5 * 24)
    await askRetest(order)
    await later(4 * 24)
    await app.call(staffOrderDeclineRetest, { orderNo, reason: '与标样一致' }, { as: scene.staff.manager })
    // Two of seven days were left.
    expect(await dueAt()).toBe('2026-03-13 10:00:00')
    await autoConfirm(app.system, order.id)
    await app.drain()
    expect(await stageOf(orderNo)).toBe('delivered')
    await later(47)
    await dispute(order)
    await settle({ orderNo, outcome: 'dismissal', reason: '说明' })
    expect(await dueAt()).toBe('2026-03-14 09:00:00')
    await later(2)
    await autoConfirm(app.system, order.id)
    expect(await stageOf(orderNo)).toBe('delivered')
    await later(22)
    await app.drain()
    expect(await stageOf(orderNo)).toBe('done')
  })
})

describe('a retest for a fee', () => {
  const offer = (orderNo: string, feeFen = 2_000) =>
    app.call(staffOrderOfferRetest, { orderNo, feeFen, reason: '结果在误差范围内' }, { as: scene.staff.manager })

  it('[F-26] starts when the customer agrees to the shown fee, which is then held on the credit', async () => {
    const order = await scene.delivered(await scene.buyer(0))
    const { orderNo, customer } = order
    const { heldFen } = await creditOf(app.system, customer.id)
    await askRetest(order)
    expect(await offer(orderNo)).toMatchObject({ stage: 'retest_offered' })
    const detail = await app.call(orderDetail, { orderNo }, { as: customer })
    expect(detail).toMatchObject({ retestOfferFen: 2_000, next: { what: '请确认复测费用', who: 'customer' } })
    expect(detail.actions).toEqual(['agreeRetest', 'refuseRetest'])
    expect(await app.refusal(orderAgreeRetest, { orderNo, feeFen: 1 }, once(customer))).toMatchObject({
      error: 'retestFeeChanged',
    })
    expect(await stageOf(orderNo)).toBe('retest_offered')
    await app.call(orderAgreeRetest, { orderNo, feeFen: 2_000 }, once(customer))
    expect(await stageOf(orderNo)).toBe('testing')
    expect((await creditOf(app.system, customer.id)).heldFen).toBe(heldFen + 2_000)
    await scene.record(order)
    await scene.upload(order, `${order.sampleNos[0]}.xy`, '10 1\n20 9\n')
    await scene.verify(order)
    // The agreed amount includes the fee, so fixing it needs no reason.
    await fix(orderNo, heldFen + 2_000)
    expect(await creditOf(app.system, customer.id)).toMatchObject({ heldFen: 0, usedFen: heldFen + 2_000 })
    expect(await verifyBooks(app.db)).toEqual([])
  })

  it('says until when its fee can be agreed to, to the customer and to staff, each time anew [Q-180]', async () => {
    const order = await scene.delivered(await scene.buyer(0))
    const { orderNo, customer } = order
    const last = () => shanghaiTime(new Date(app.clock.now().getTime() + 7 * 24 * 3600_000))
    const read = async () => [
      (await app.call(orderDetail, { orderNo }, { as: customer })).next?.dueAt,
      (await app.call(orderHistory, {}, { as: customer })).list[0]?.next?.dueAt,
      (await app.call(staffOrderDetail, { orderNo }, { as: scene.staff.manager })).next?.dueAt,
    ]
    for (let round = 1; round <= 2; round++) {
      await askRetest(order)
      await offer(orderNo)
      expect(await read()).toEqual([last(), last(), last()])
      await later(5)
      await app.call(orderRefuseRetest, { orderNo }, once(customer))
    }
  })

  it('[F-26] is paid from the balance by customers who prepay, and does not start without the money', async () => {
    const customer = await scene.buyer(0)
    const order = await scene.delivered(customer)
    const { orderNo, id } = order
    // Only the fee matters here; another test covers the other steps of prepayment.
    await app.db.run(sql`update orders set customer_group = 'individual' where id = ${id}`)
    await askRetest(order)
    await offer(orderNo)
    expect(await app.refusal(orderAgreeRetest, { orderNo, feeFen: 2_000 }, once(customer))).toMatchObject({
      error: 'notEnough',
    })
    expect(await stageOf(orderNo)).toBe('retest_offered')
    await creditPrestore(app.system, {
      customerId: customer.id,
      amountFen: 5_000,
      kind: 'test',
      businessId: orderNo,
      operation: 'in',
      memo: '入账',
    })
    await app.call(orderAgreeRetest, { orderNo, feeFen: 2_000 }, once(customer))
    expect(await balanceOf(app.system, customer.id)).toMatchObject({ balanceFen: 3_000, advanceFen: 2_000 })
    await prepayFromBalance(app.system, { customerId: customer.id, orderId: id, orderNo, amountFen: 1_000 })
    expect(await balanceOf(app.system, customer.id)).toMatchObject({ balanceFen: 2_000, advanceFen: 3_000 })
  })

  it('[F-26] ends when the customer declines or does not answer, and the window continues; it cannot be offered after the amount is fixed', async () => {
    const [no, silent, fixed] = (await Promise.all(
      [1, 2, 3].map(async () => scene.delivered(await scene.buyer(0))),
    )) as [Delivered, Delivered, Delivered]
    for (const order of [no, silent, fixed]) await askRetest(order)
    await offer(no.orderNo)
    await offer(silent.orderNo)
    await app.call(orderRefuseRetest, { orderNo: no.orderNo }, once(no.customer))
    expect(await stageOf(no.orderNo)).toBe('delivered')
    await later(7 * 24 + 1)
    await app.drain()
    const detail = await app.call(orderDetail, { orderNo: silent.orderNo }, { as: silent.customer })
    expect(detail).toMatchObject({ stage: 'delivered', retestOfferFen: null })
    expect(detail.timeline.at(-1)?.what).toBe('复测费用逾期未确认')
    await app.call(staffOrderDeclineRetest, { orderNo: fixed.orderNo, reason: '先结算' }, { as: scene.staff.manager })
    await fix(fixed.orderNo, (await orderForMoney(app.system, fixed.orderNo)).prepayFen ?? 0)
    await askRetest(fixed)
    expect(
      await app.refusal(
        staffOrderOfferRetest,
        { orderNo: fixed.orderNo, feeFen: 1, reason: 'x' },
        { as: scene.staff.manager },
      ),
    ).toMatchObject({ status: 409, error: 'retestAmountFixed' })
  })
})
