import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { couponScene } from '../../app/testing/scenes/coupon-scene.ts'
import { deliveryScene } from '../../app/testing/scenes/delivery-scene.ts'
import { orderScene } from '../../app/testing/scenes/order-scene.ts'
import { type TestApp, type TestPerson, testApp } from '../../app/testing/test-app.ts'
import {
  assignSettlementCall,
  settlementRows,
  staffFixAmount,
  staffTakeBackAmount,
} from '../../billing/settlements/contract.ts'
import { payCreate, payWays } from '../../money/payments/contract.ts'
import { creditPrestore } from '../../money/prestore/actions.ts'
import { staffRefundToBalance } from '../../money/refunds/contract.ts'
import { sweepExpiredCoupons } from '../../money/coupons/issue-actions.ts'
import { discountChoices } from '../../money/coupons/contract.ts'
import { creditOf } from '../../money/credit/actions.ts'
import { verifyBooks } from '../../money/ledger/actions.ts'
import { sql } from '../../platform/db/sql.ts'
import { orderAcceptQuote, orderCancel, orderDetail } from '../orders/contract.ts'
import { staffOrderQuote, staffOrderReviseQuote } from '../orders/staff/staff-contract.ts'
import { orderAdd } from './contract.ts'

let app: TestApp
let scene: Awaited<ReturnType<typeof orderScene>>
let coupons: Awaited<ReturnType<typeof couponScene>>
let deliveries: Awaited<ReturnType<typeof deliveryScene>>
beforeAll(async () => {
  app = await testApp()
  scene = await orderScene(app)
  coupons = await couponScene(app)
  deliveries = await deliveryScene(app)
})
afterEach(async () => expect(await verifyBooks(app.db)).toEqual([]))
afterAll(() => app.close())

/** An XRD order of three samples costs an institute ¥180. */
async function order(person: TestPerson, couponIds: number[]) {
  const planId = await scene.plan(person, { sampleCount: 3 })
  return app.call(orderAdd, { ...scene.request([planId], [3]), couponIds }, { as: person })
}
const detail = (orderNo: string, as: TestPerson) => app.call(orderDetail, { orderNo }, { as })
const fix = (orderNo: string, finalFen: number, reason = '') =>
  app.call(staffFixAmount, { orderNo, finalFen, reason }, { as: deliveries.manager })
const expireNow = (id: number) => app.db.run(sql`update coupons set expires_at = ${app.clock.now()} where id = ${id}`)
const countOrders = async (person: TestPerson) =>
  (await app.db.one<{ count: number }>(sql`select count(*) as count from orders where customer_id = ${person.id}`))
    .count

describe('an order with a coupon', () => {
  it('[T-28] holds the coupon, costs less by its value, and sets only the net amount aside from the credit', async () => {
    const person = await scene.buyer(3)
    const couponId = await coupons.coupon(person)
    const placed = await order(person, [couponId])
    expect(placed).toMatchObject({ stage: 'review', estimateFen: 18_000, discountFen: 2_000 })
    expect(await creditOf(app.system, person.id)).toMatchObject({ heldFen: 16_000 })
    expect(await coupons.stateOf(person, couponId)).toMatchObject({
      stage: 'locked',
      usedNo: placed.orderNo,
      savedFen: 2_000,
    })
    const shown = await detail(placed.orderNo, person)
    expect(shown).toMatchObject({ discountFen: 2_000, coupons: [{ name: '开学季满减' }], amountFen: 16_000 })
    expect(shown.lines.map(({ discountFen }) => discountFen)).toEqual([2_000])
  })

  it('splits the discount over the covered lines, so that they sum to it', async () => {
    const person = await scene.buyer(0)
    const couponId = await coupons.coupon(person, { valueFen: 1_001, thresholdFen: 0 })
    const planIds = [await scene.plan(person, { sampleCount: 2 }), await scene.plan(person, { sampleCount: 1 })]
    const input = { ...scene.request(planIds, [2, 1]), couponIds: [couponId] }
    const { orderNo } = await app.call(orderAdd, input, { as: person })
    const { lines } = await detail(orderNo, person)
    expect(lines.map(({ discountFen }) => discountFen)).toEqual([667, 334])
  })

  it('[T-28] a used, foreign, expired, withdrawn or unfit coupon is refused, and nothing is written', async () => {
    const [person, other] = [await scene.buyer(0), await scene.buyer(0)]
    const used = await coupons.coupon(person)
    await order(person, [used])
    const before = await countOrders(person)
    const old = await coupons.coupon(person, { validDays: 1 })
    const fresh = await coupons.coupon(person)
    const tries: [number[], string][] = [
      [[used], 'couponTaken'],
      [[await coupons.coupon(other)], 'noSuchCoupon'],
      [[await coupons.coupon(person, { thresholdFen: 18_001 })], 'couponUnfit'],
      [[await coupons.coupon(person, { groups: ['enterprise'] })], 'couponUnfit'],
      [[await coupons.coupon(person, { projectIds: [scene.rids.sem] })], 'couponUnfit'],
      [[await coupons.coupon(person, { firstOrder: true })], 'couponUnfit'],
      [[await coupons.coupon(person, { kind: 'shipping', valueFen: 0, thresholdFen: 0 })], 'couponUnfit'],
      [[fresh, await coupons.coupon(person)], 'couponsTogether'],
      [[fresh, 999_999], 'noSuchCoupon'],
    ]
    await expireNow(old)
    tries.push([[old], 'couponUnfit'])
    const planId = await scene.plan(person, { sampleCount: 3 })
    for (const [couponIds, error] of tries) {
      const refused = await app.refusal(orderAdd, { ...scene.request([planId], [3]), couponIds }, { as: person })
      expect([couponIds, refused.error]).toEqual([couponIds, error])
    }
    expect(await countOrders(person)).toBe(before)
    expect(await coupons.stateOf(person, fresh)).toMatchObject({ stage: 'issued', usedNo: '' })
    expect((await app.call(discountChoices, { planIds: [planId] }, { as: person })).choices).toContainEqual(
      expect.objectContaining({ id: tries[3]?.[0][0], fault: '仅限企业客户', discountFen: 0 }),
    )
  })

  it('[T-28] never costs less than nothing', async () => {
    const person = await scene.buyer(0)
    const couponId = await coupons.coupon(person, { valueFen: 99_999, thresholdFen: 0 })
    const placed = await order(person, [couponId])
    expect(placed).toMatchObject({ estimateFen: 18_000, discountFen: 18_000 })
    expect(await creditOf(app.system, person.id)).toMatchObject({ heldFen: 0 })
  })

  it('that covers everything leaves an individual nothing to prepay: samples are awaited at once', async () => {
    const person = await scene.buyer(1)
    const couponId = await coupons.coupon(person, { valueFen: 999_999, thresholdFen: 0 })
    const placed = await order(person, [couponId])
    expect(placed).toMatchObject({ stage: 'awaiting_sample', discountFen: placed.estimateFen })
    expect(await detail(placed.orderNo, person)).toMatchObject({ stage: 'awaiting_sample', amountFen: 0 })
    expect(await app.refusal(payWays, { kind: 'order', no: placed.orderNo }, { as: person })).toMatchObject({
      status: 409,
    })
    await deliveries.deliver(placed.orderNo)
    await fix(placed.orderNo, placed.estimateFen ?? 0)
    expect(await detail(placed.orderNo, person)).toMatchObject({ finalFen: 0 })
    expect(await coupons.stateOf(person, couponId)).toMatchObject({ stage: 'used' })
  })

  it('can add free return shipping where the campaign allows it', async () => {
    const person = await scene.buyer(0)
    const shipping = await coupons.coupon(person, { kind: 'shipping', valueFen: 0, thresholdFen: 0, name: '寄回包邮' })
    const alone = await coupons.coupon(person)
    const both = await coupons.coupon(person, { stackable: true })
    const planId = await scene.plan(person, { sampleCount: 1 })
    const request = scene.request([planId], [1])
    const returned = {
      ...request,
      samples: request.samples.map((sample) => ({ ...sample, returnWanted: true })),
      returnAddress: { name: '王同学', phone: '13800138000', province: '江苏省', address: '某路 1 号' },
    }
    expect(await app.refusal(orderAdd, { ...returned, couponIds: [alone, shipping] }, { as: person })).toMatchObject({
      error: 'couponsTogether',
    })
    const placed = await app.call(orderAdd, { ...returned, couponIds: [both, shipping] }, { as: person })
    expect(placed.discountFen).toBe(2_000)
    expect((await detail(placed.orderNo, person)).coupons).toHaveLength(2)
  })
})

describe('a coupon on a quoted order', () => {
  it('takes nothing off before the quote, and is calculated on the quote with every revision', async () => {
    const person = await scene.buyer(0)
    const couponId = await coupons.coupon(person, {
      kind: 'percent',
      percentOff: 10,
      capFen: 8_000,
      thresholdFen: 50_000,
    })
    const planId = await scene.plan(person, { rid: scene.rids.quoteOnly })
    const input = { ...scene.request([planId]), couponIds: [couponId] }
    const { orderNo, discountFen } = await app.call(orderAdd, input, { as: person })
    expect(discountFen).toBe(0)
    const quote = async (amountFen: number) => {
      const { lines, stage } = await detail(orderNo, person)
      const lineId = lines[0]?.id ?? 0
      const call = stage === 'quoting' ? staffOrderQuote : staffOrderReviseQuote
      return app.call(call, { orderNo, lines: [{ lineId, amountFen }] }, { as: deliveries.manager })
    }
    expect(await quote(40_000)).toMatchObject({ quoteFen: 40_000, discountFen: 0 })
    expect(await quote(100_000)).toMatchObject({ discountFen: 8_000 })
    const { quoteVersion } = await quote(60_000)
    expect(await detail(orderNo, person)).toMatchObject({ quoteFen: 60_000, discountFen: 6_000, amountFen: 54_000 })
    await app.call(orderAcceptQuote, { orderNo, quoteVersion }, { as: person })
    expect(await creditOf(app.system, person.id)).toMatchObject({ heldFen: 54_000 })
  })
})

describe('the final amount of an order with a coupon', () => {
  it('is fixed gross, discounted by the same function, and uses the coupon', async () => {
    const person = await scene.buyer(0)
    const couponId = await coupons.coupon(person, {
      kind: 'percent',
      percentOff: 10,
      capFen: 50_000,
      thresholdFen: 15_000,
    })
    const { orderNo } = await order(person, [couponId])
    await deliveries.deliver(orderNo)
    // Below the threshold, which was judged with the order.
    expect(await fix(orderNo, 10_000, '两个样品未测')).toMatchObject({
      finalFen: 9_000,
      discountFen: 1_000,
      openFen: 9_000,
    })
    expect(await detail(orderNo, person)).toMatchObject({
      finalFen: 9_000,
      finalGrossFen: 10_000,
      finalDiscountFen: 1_000,
    })
    expect(await creditOf(app.system, person.id)).toMatchObject({ heldFen: 0, usedFen: 9_000 })
    expect(await coupons.stateOf(person, couponId)).toMatchObject({ stage: 'used', savedFen: 1_000 })
    expect((await app.call(settlementRows, {}, { as: person })).list).toMatchObject([{ orderNo, amountFen: 9_000 }])

    await app.call(staffTakeBackAmount, { orderNo, reason: '漏算一个样品' }, { as: deliveries.manager })
    expect(await coupons.stateOf(person, couponId)).toMatchObject({ stage: 'locked' })
    expect(await creditOf(app.system, person.id)).toMatchObject({ heldFen: 16_200, usedFen: 0 })
    expect(await fix(orderNo, 18_000)).toMatchObject({ finalFen: 16_200, discountFen: 1_800 })
    expect(await coupons.stateOf(person, couponId)).toMatchObject({ stage: 'used', savedFen: 1_800 })
  })

  it('never takes more off than the final amount', async () => {
    const person = await scene.buyer(0)
    const { orderNo } = await order(person, [await coupons.coupon(person)])
    await deliveries.deliver(orderNo)
    expect(await fix(orderNo, 1_500, '仅收取制样费用')).toMatchObject({ finalFen: 0, discountFen: 1_500, openFen: 0 })
  })
})

describe('a coupon of an order that is paid back', () => {
  it('[T-29] comes back when the whole price is refunded', async () => {
    const person = await scene.buyer(0)
    const couponId = await coupons.coupon(person)
    const { orderNo } = await order(person, [couponId])
    await deliveries.deliver(orderNo)
    await fix(orderNo, 18_000)
    const money = { kind: 'test.topUp', businessId: orderNo, operation: 'credit', memo: '预存' }
    await creditPrestore(app.system, { customerId: person.id, amountFen: 16_000, ...money })
    const { list } = await app.call(settlementRows, {}, { as: person })
    const rowIds = list.map(({ id }) => id)
    const { settlementNo } = await app.call(assignSettlementCall, { rowIds }, { as: person })
    await app.call(payCreate, { kind: 'settlement', no: settlementNo, method: 'prestore' }, { as: person })
    const finance = await app.staff('finance')
    const refund = (amountFen: number) =>
      app.call(
        staffRefundToBalance,
        { orderNo, amountFen, typedFen: amountFen, reason: '客户放弃检测' },
        { as: finance },
      )
    await refund(6_000)
    expect(await coupons.stateOf(person, couponId)).toMatchObject({ stage: 'used' })
    await refund(10_000)
    expect(await coupons.stateOf(person, couponId)).toMatchObject({ stage: 'issued', usedNo: '' })
  })
})

describe('a coupon of an order that is cancelled', () => {
  it('[T-29] comes back once, with its old expiry', async () => {
    const person = await scene.buyer(0)
    const campaignId = await coupons.campaign({ useLimit: 1 })
    const couponId = await coupons.give(campaignId, person)
    const before = await coupons.stateOf(person, couponId)
    const { orderNo } = await order(person, [couponId])
    await app.call(orderCancel, { orderNo, reason: '样品没做好' }, { as: person })
    expect(await coupons.stateOf(person, couponId)).toMatchObject({
      stage: 'issued',
      validUntil: before.validUntil,
      usedNo: '',
    })
    const again = await order(person, [couponId])
    expect(again.discountFen).toBe(2_000)
    expect(await app.refusal(orderCancel, { orderNo, reason: '再取消一次' }, { as: person })).toMatchObject({
      status: 409,
    })
    expect(await coupons.stateOf(person, couponId)).toMatchObject({ stage: 'locked', usedNo: again.orderNo })
    const { uses } = await app.db.one<{ uses: number }>(sql`select uses from coupon_campaigns where id = ${campaignId}`)
    expect(uses).toBe(1)
  })

  it('[T-29] lasts seven more days when it expired meanwhile, and stays held until then', async () => {
    const person = await scene.buyer(0)
    const couponId = await coupons.coupon(person, { validDays: 1 })
    const { orderNo } = await order(person, [couponId])
    await expireNow(couponId)
    await sweepExpiredCoupons(app.system)
    expect(await coupons.stateOf(person, couponId)).toMatchObject({ stage: 'locked' })
    await app.call(orderCancel, { orderNo, reason: '样品没做好' }, { as: person })
    expect(await coupons.stateOf(person, couponId)).toMatchObject({ stage: 'issued', validUntil: '2026-03-09' })
    expect((await order(person, [couponId])).discountFen).toBe(2_000)
  })
})
