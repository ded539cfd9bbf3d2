import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { deliveryScene } from '../../app/testing/scenes/delivery-scene.ts'
import { orderScene } from '../../app/testing/scenes/order-scene.ts'
import { type TestApp, type TestPerson, testApp } from '../../app/testing/test-app.ts'
import { noticesFor } from '../../app/testing/sent-notices.ts'
import { assetAll4num, assetInit } from './asset-contract.ts'
import { creditOf } from '../../money/credit/actions.ts'
import { verifyBooks } from '../../money/ledger/actions.ts'
import { orderForMoney } from '../../lab/orders/actions.ts'
import { orderDetail } from '../../lab/orders/contract.ts'
import { staffOrderCancel, staffOrderDetail } from '../../lab/orders/staff/staff-contract.ts'
import { sql } from '../../platform/db/sql.ts'
import { balanceOf, creditPrestore } from '../../money/prestore/actions.ts'
import { payCreate } from '../../money/payments/contract.ts'
import { assignSettlementCall, orderReady2pay, settlementList, settlementRows, staffFixAmount } from './contract.ts'

let app: TestApp
let scene: Awaited<ReturnType<typeof orderScene>>
let deliveries: Awaited<ReturnType<typeof deliveryScene>>
beforeAll(async () => {
  app = await testApp()
  scene = await orderScene(app)
  deliveries = await deliveryScene(app)
})
afterEach(async () => expect(await verifyBooks(app.db)).toEqual([]))
afterAll(() => app.close())

async function ordered(userType: 0 | 1, person?: TestPerson) {
  const as = person ?? (await scene.buyer(userType))
  const { orderNo } = await scene.order(as)
  const { prepayFen } = await orderForMoney(app.system, orderNo)
  return { as, orderNo, agreedFen: prepayFen ?? expect.fail('the order has no price') }
}

async function prepaid() {
  const order = await ordered(1)
  await creditPrestore(app.system, {
    customerId: order.as.id,
    amountFen: order.agreedFen,
    kind: 'test',
    businessId: order.orderNo,
    operation: 'fund',
    memo: '测试入账',
  })
  await app.call(payCreate, { kind: 'order', no: order.orderNo, method: 'prestore' }, { as: order.as })
  return order
}

describe('what a customer can pay now', () => {
  it('[F-24] is the same sum on the member home, on the page of open payments and in the badges, with prepayments', async () => {
    const { as, orderNo, agreedFen } = await ordered(1)
    const ready = await app.call(orderReady2pay, {}, { as })
    expect(ready).toMatchObject({ totalFen: agreedFen, prepayments: [{ orderNo }] })
    expect((await app.call(assetInit, {}, { as })).unpaidFen).toBe(ready.totalFen)
    expect((await app.call(assetAll4num, {}, { as })).unpaid).toBe(1)
    const second = await ordered(1, as)
    expect((await app.call(assetInit, {}, { as })).unpaidFen).toBe(agreedFen + second.agreedFen)
    expect((await app.call(assetAll4num, {}, { as })).unpaid).toBe(2)
    await app.call(staffOrderCancel, { orderNo, reason: '重复下单' }, { as: deliveries.manager })
    expect((await app.call(assetInit, {}, { as })).unpaidFen).toBe(second.agreedFen)
  })

  it('[F-24] counts settlements and prepayments together', async () => {
    const { as, orderNo, agreedFen } = await ordered(0)
    await deliveries.deliver(orderNo)
    await app.call(staffFixAmount, { orderNo, finalFen: agreedFen }, { as: deliveries.manager })
    const { list } = await app.call(settlementRows, {}, { as })
    expect((await app.call(assetAll4num, {}, { as })).unpaid).toBe(0)
    await app.call(assignSettlementCall, { rowIds: list.map((row) => row.id), payerName: '本人' }, { as })
    expect((await app.call(assetInit, {}, { as })).unpaidFen).toBe(
      (await app.call(orderReady2pay, {}, { as })).totalFen,
    )
    expect((await app.call(assetAll4num, {}, { as })).unpaid).toBe(1)
  })
})

it('[S-17] grouped rows with different due dates are due on the earliest', async () => {
  const first = await ordered(0)
  const second = await ordered(0, first.as)
  await deliveries.deliver(first.orderNo)
  await deliveries.deliver(second.orderNo)
  const { as, agreedFen } = first
  await app.call(staffFixAmount, { orderNo: first.orderNo, finalFen: agreedFen }, { as: deliveries.manager })
  app.clock.advance({ days: 3 })
  await app.db.run(sql`update sessions set access_expires_at = ${app.clock.now()}::timestamptz + interval '1 hour'`)
  await app.call(staffFixAmount, { orderNo: second.orderNo, finalFen: second.agreedFen }, { as: deliveries.manager })
  const { list } = await app.call(settlementRows, {}, { as })
  const [early = '', late = ''] = list.map((row) => row.dueAt)
  expect(early < late).toBe(true)
  // Requested in reverse order, so that the first one is not the earliest by chance.
  await app.call(assignSettlementCall, { rowIds: list.map((row) => row.id).reverse(), payerName: '本人' }, { as })
  expect((await app.call(settlementList, { stage: 'unpaid' }, { as })).list[0]?.dueAt).toBe(early)
})

describe('[F-26] an order that staff cancel for a fee', () => {
  const cancel = (orderNo: string, feeFen: number) =>
    app.call(staffOrderCancel, { orderNo, reason: '样品不适合检测', feeFen }, { as: deliveries.manager })

  it('on credit owes the fee as a row to be settled, releases the rest, and the customer is notified', async () => {
    const { as, orderNo, agreedFen } = await ordered(0)
    expect(await app.call(staffOrderDetail, { orderNo }, { as: deliveries.manager })).toMatchObject({
      feeLimitFen: agreedFen,
    })
    const tooMuch = { orderNo, reason: '样品不适合检测', feeFen: agreedFen + 1 }
    expect(await app.refusal(staffOrderCancel, tooMuch, { as: deliveries.manager })).toMatchObject({ error: 'invalid' })
    await cancel(orderNo, 2000)
    expect(await creditOf(app.system, as.id)).toMatchObject({ heldFen: 0, usedFen: 2000 })
    expect(await app.call(orderDetail, { orderNo }, { as })).toMatchObject({ stage: 'cancelled', cancelFeeFen: 2000 })
    const { list } = await app.call(settlementRows, {}, { as })
    expect(list).toMatchObject([{ orderNo, amountFen: 2000, reason: '取消费：样品不适合检测' }])
    expect((await noticesFor(app, as.id))[0]).toBe(
      `订单已取消|您的订单${orderNo}已由工作人员取消，收取取消费¥20.00，其余预占的信用额度已释放。原因：样品不适合检测`,
    )

    await creditPrestore(app.system, {
      customerId: as.id,
      amountFen: 2000,
      kind: 'test',
      businessId: orderNo,
      operation: 'fund',
      memo: '测试入账',
    })
    const { settlementNo } = await app.call(
      assignSettlementCall,
      { rowIds: list.map((row) => row.id), payerName: '本人' },
      { as },
    )
    await app.call(payCreate, { kind: 'settlement', no: settlementNo, method: 'prestore' }, { as })
    expect(await creditOf(app.system, as.id)).toMatchObject({ heldFen: 0, usedFen: 0 })
    expect(await app.call(orderDetail, { orderNo }, { as })).toMatchObject({ paidFen: 2000, stage: 'cancelled' })
  })

  it('prepaid pays the fee and gets the rest refunded', async () => {
    const { as, orderNo, agreedFen } = await prepaid()
    await cancel(orderNo, 1500)
    expect(await balanceOf(app.system, as.id)).toMatchObject({
      balanceFen: agreedFen - 1500,
      giftFen: 0,
      advanceFen: 0,
    })
    expect(await app.call(orderDetail, { orderNo }, { as })).toMatchObject({ paidFen: 1500, cancelFeeFen: 1500 })
  })

  it('can have a fee of the whole amount or none', async () => {
    const all = await ordered(0)
    await cancel(all.orderNo, all.agreedFen)
    expect(await creditOf(app.system, all.as.id)).toMatchObject({ heldFen: 0, usedFen: all.agreedFen })
    const none = await ordered(0)
    await cancel(none.orderNo, 0)
    expect(await creditOf(app.system, none.as.id)).toMatchObject({ heldFen: 0, usedFen: 0 })
    expect((await app.call(settlementRows, {}, { as: none.as })).list).toEqual([])
  })
})
