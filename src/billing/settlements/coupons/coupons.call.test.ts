import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { bookChecks } from '../../../app/book-checks.ts'
import { couponScene } from '../../../app/testing/scenes/coupon-scene.ts'
import { orderSteps } from '../../../app/testing/order-steps.ts'
import { type TestApp, type TestPerson, testApp } from '../../../app/testing/test-app.ts'
import { orderAdd } from '../../../lab/ordering/contract.ts'
import { orderDetail } from '../../../lab/orders/contract.ts'
import { staffOrderCancel } from '../../../lab/orders/staff/staff-contract.ts'
import { creditOf } from '../../../money/credit/actions.ts'
import { verifyBooks } from '../../../money/ledger/actions.ts'
import { payCreate } from '../../../money/payments/contract.ts'
import { balanceOf, creditPrestore } from '../../../money/prestore/actions.ts'
import { staffRefundToBalance } from '../../../money/refunds/contract.ts'
import { runCheck } from '../../../platform/book-check.ts'
import { deliveryScene } from '../../../app/testing/scenes/delivery-scene.ts'
import {
  assignSettlementCall,
  settlementCancel,
  settlementCoupons,
  settlementList,
  settlementRows,
  staffFixAmount,
  staffTakeBackAmount,
} from '../contract.ts'

let app: TestApp
let steps: Awaited<ReturnType<typeof orderSteps>>
let coupons: Awaited<ReturnType<typeof couponScene>>
let deliveries: Awaited<ReturnType<typeof deliveryScene>>
beforeAll(async () => {
  app = await testApp()
  steps = await orderSteps(app)
  coupons = await couponScene(app)
  deliveries = await deliveryScene(app)
})
afterEach(async () => expect(await verifyBooks(app.db)).toEqual([]))
afterAll(() => app.close())

/** A customer with two delivered orders of ¥60 and ¥120 that are to be settled. */
async function owing(couponIds: (person: TestPerson) => Promise<number[]> = async () => []) {
  const { scene } = steps
  const as = await scene.buyer(0)
  const orders = []
  for (const count of [1, 2]) {
    const planId = await scene.plan(as, { sampleCount: count })
    const request = { ...scene.request([planId], [count]), couponIds: count === 2 ? await couponIds(as) : [] }
    const { orderNo, estimateFen } = await app.call(orderAdd, request, { as })
    await deliveries.deliver(orderNo)
    await app.call(staffFixAmount, { orderNo, finalFen: estimateFen ?? 0 }, { as: deliveries.manager })
    orders.push(orderNo)
  }
  const { list } = await app.call(settlementRows, {}, { as })
  return { as, orders, rowIds: list.map(({ id }) => id), amounts: list.map(({ amountFen }) => amountFen) }
}
const fund = ({ id: customerId }: TestPerson, businessId: string, amountFen: number) =>
  creditPrestore(app.system, { customerId, amountFen, kind: 'test', businessId, operation: 'fund', memo: '测试入账' })
const rowsOf = async (as: TestPerson) => (await app.call(settlementRows, {}, { as })).list
/** What the checks of the books say about coupons, settlements, orders and refunds. */
async function faultsOfBooks() {
  const about = bookChecks.filter(({ key }) => /^(coupons|settlements|orders|refunds)\./.test(key))
  expect(about.length).toBeGreaterThan(3)
  return (await Promise.all(about.map((check) => runCheck(app.db, check, app.clock.now())))).flatMap(
    ({ faults }) => faults,
  )
}
const assign = (as: TestPerson, rowIds: number[], couponId: number) =>
  app.call(assignSettlementCall, { rowIds, payerName: '', couponId }, { as })

describe('a settlement with a coupon', () => {
  it('[T-28] lowers its rows, the orders and the credit by the discount, and uses the coupon when it is paid', async () => {
    const { as, orders, rowIds, amounts } = await owing()
    expect(amounts).toEqual([6_000, 12_000])
    const couponId = await coupons.coupon(as, { valueFen: 2_000 })
    const { choices } = await app.call(settlementCoupons, { rowIds }, { as })
    expect(choices).toMatchObject([{ id: couponId, fault: '', discountFen: 2_000 }])
    const { settlementNo, totalFen, discountFen } = await assign(as, rowIds, couponId)
    expect([totalFen, discountFen]).toEqual([16_000, 2_000])
    expect(await coupons.stateOf(as, couponId)).toMatchObject({ stage: 'locked', usedNo: settlementNo })
    expect(await creditOf(app.system, as.id)).toMatchObject({ usedFen: 16_000 })
    const { list } = await app.call(settlementList, {}, { as })
    expect(list).toMatchObject([{ totalFen: 16_000, discountFen: 2_000, couponName: '开学季满减' }])
    expect(list[0]?.rows.map(({ amountFen, discountFen: fen }) => [amountFen, fen])).toEqual([
      [5_333, 667],
      [10_667, 1_333],
    ])
    expect(await app.call(orderDetail, { orderNo: orders[0] ?? '' }, { as })).toMatchObject({
      finalFen: 5_333,
      finalGrossFen: 6_000,
      finalDiscountFen: 667,
    })
    await fund(as, settlementNo, 16_000)
    expect(
      await app.call(payCreate, { kind: 'settlement', no: settlementNo, method: 'prestore' }, { as }),
    ).toMatchObject({ amountFen: 16_000, balanceFen: 0 })
    expect(await coupons.stateOf(as, couponId)).toMatchObject({ stage: 'used', savedFen: 2_000 })
    expect(await creditOf(app.system, as.id)).toMatchObject({ usedFen: 0, heldFen: 0, availableFen: 5_000_000 })
  })

  it('[T-29] that is cancelled gives the coupon back and restores rows, orders and credit', async () => {
    const { as, orders, rowIds } = await owing()
    const couponId = await coupons.coupon(as)
    for (let round = 0; round < 2; round++) {
      const { settlementNo } = await assign(as, rowIds, couponId)
      await app.call(settlementCancel, { settlementNo }, { as })
      expect(await app.refusal(settlementCancel, { settlementNo }, { as })).toMatchObject({ status: 409 })
      expect(await coupons.stateOf(as, couponId)).toMatchObject({ stage: 'issued', usedNo: '' })
      expect((await rowsOf(as)).map(({ amountFen, discountFen }) => [amountFen, discountFen])).toEqual([
        [6_000, 0],
        [12_000, 0],
      ])
      expect(await creditOf(app.system, as.id)).toMatchObject({ usedFen: 18_000 })
      expect(await app.call(orderDetail, { orderNo: orders[1] ?? '' }, { as })).toMatchObject({
        finalFen: 12_000,
        finalDiscountFen: 0,
      })
    }
  })

  it('[F-95] takes nothing off the fee of a cancelled order', async () => {
    const as = await steps.scene.buyer(0)
    const { orderNo } = await steps.scene.order(as)
    const cancel = { orderNo, reason: '样品已制备', feeFen: 1_000 }
    await app.call(staffOrderCancel, cancel, { as: deliveries.manager })
    const rowIds = (await rowsOf(as)).map(({ id }) => id)
    const couponId = await coupons.coupon(as, { valueFen: 100, thresholdFen: 0 })
    const { choices } = await app.call(settlementCoupons, { rowIds }, { as })
    expect(choices).toMatchObject([{ id: couponId, fault: '本单没有适用的项目' }])
    const refused = await app.refusal(assignSettlementCall, { rowIds, payerName: '', couponId }, { as })
    expect(refused).toMatchObject({ error: 'couponUnfit' })
    expect(await coupons.stateOf(as, couponId)).toMatchObject({ stage: 'issued' })
  })

  it('[T-29] of which a final amount is taken back gives the coupon back too', async () => {
    const { as, orders, rowIds } = await owing()
    const couponId = await coupons.coupon(as)
    await assign(as, rowIds, couponId)
    const taken = { orderNo: orders[0] ?? '', reason: '漏算一个样品' }
    await app.call(staffTakeBackAmount, taken, { as: deliveries.manager })
    expect(await coupons.stateOf(as, couponId)).toMatchObject({ stage: 'issued' })
    expect((await rowsOf(as)).map(({ amountFen }) => amountFen)).toEqual([12_000])
    expect(await creditOf(app.system, as.id)).toMatchObject({ heldFen: 6_000, usedFen: 12_000 })
  })

  it('[T-29] that is paid keeps its coupon when one order is refunded in full, and gives it back with the last one', async () => {
    const { as, orders, rowIds } = await owing()
    const couponId = await coupons.coupon(as)
    const { settlementNo, totalFen } = await assign(as, rowIds, couponId)
    await fund(as, settlementNo, totalFen)
    await app.call(payCreate, { kind: 'settlement', no: settlementNo, method: 'prestore' }, { as })
    const finance = await app.staff('finance')
    const refund = (orderNo: string, amountFen: number) =>
      app.call(staffRefundToBalance, { orderNo, amountFen, typedFen: amountFen, reason: '结果不可用' }, { as: finance })
    const [first = '', last = ''] = orders
    const { list } = await app.call(settlementList, {}, { as })
    const [one = 0, two = 0] = list[0]?.rows.map(({ amountFen }) => amountFen) ?? []
    await refund(first, one)
    expect(await coupons.stateOf(as, couponId)).toMatchObject({ stage: 'used', savedFen: 2_000 })
    await refund(last, two - 1)
    expect(await coupons.stateOf(as, couponId)).toMatchObject({ stage: 'used' })
    await refund(last, 1)
    expect(await coupons.stateOf(as, couponId)).toMatchObject({ stage: 'issued', usedNo: '' })
    expect(await balanceOf(app.system, as.id)).toMatchObject({ balanceFen: totalFen })
    expect(await faultsOfBooks()).toEqual([])
  })

  it('[T-28] covers only orders without a coupon of their own, leaves something to pay, and writes nothing when refused', async () => {
    const { as, rowIds } = await owing(async (person) => [await coupons.coupon(person)])
    const before = await rowsOf(as)
    expect(before.map(({ amountFen, withCoupon }) => [amountFen, withCoupon])).toEqual([
      [6_000, false],
      [10_000, true],
    ])
    const tries: [object, string][] = [
      [{ couponId: await coupons.coupon(as, { thresholdFen: 6_001 }) }, 'couponUnfit'],
      [{ couponId: await coupons.coupon(as, { firstOrder: true }) }, 'couponUnfit'],
      [{ couponId: await coupons.coupon(await steps.scene.buyer(0)) }, 'noSuchCoupon'],
      [
        { couponId: await coupons.coupon(as, { valueFen: 6_000, thresholdFen: 0 }), rowIds: rowIds.slice(0, 1) },
        'couponCoversAll',
      ],
    ]
    for (const [change, error] of tries)
      expect(await app.refusal(assignSettlementCall, { rowIds, payerName: '', ...change }, { as })).toMatchObject({
        error,
      })
    expect(await rowsOf(as)).toEqual(before)
    const couponId = await coupons.coupon(as, { valueFen: 6_000, thresholdFen: 0 })
    const { settlementNo, totalFen } = await assign(as, rowIds, couponId)
    expect(totalFen).toBe(10_000)
    await fund(as, settlementNo, totalFen)
    await app.call(payCreate, { kind: 'settlement', no: settlementNo, method: 'prestore' }, { as })
    expect(await coupons.stateOf(as, couponId)).toMatchObject({ stage: 'used', savedFen: 6_000 })
    expect(await creditOf(app.system, as.id)).toMatchObject({ usedFen: 0, availableFen: 5_000_000 })
  })
})
