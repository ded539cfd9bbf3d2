import { afterAll, beforeAll, expect, it } from 'vitest'
import { couponScene } from '../../app/testing/scenes/coupon-scene.ts'
import { orderScene } from '../../app/testing/scenes/order-scene.ts'
import { type TestApp, testApp } from '../../app/testing/test-app.ts'
import { staffRoleLimits } from '../../core/staff/roles/role-contract.ts'
import { orderAdd } from '../../lab/ordering/contract.ts'
import {
  staffCodeAdd,
  staffCodeBatch,
  staffCouponIssue,
  staffCouponIssues,
  staffCouponIssueSegment,
  staffCouponSegmentSize,
} from './staff-contract.ts'

let app: TestApp
let scene: Awaited<ReturnType<typeof orderScene>>
let coupons: Awaited<ReturnType<typeof couponScene>>
beforeAll(async () => {
  app = await testApp()
  scene = await orderScene(app)
  coupons = await couponScene(app)
})
afterAll(() => app.close())

async function limited(dayFen: number): Promise<void> {
  const limits = [{ kind: 'coupon' as const, dayFen }]
  await app.call(staffRoleLimits, { key: 'finance', limits }, { as: await app.staff('admin') })
}

it('issuing to a segment counts every coupon of it against the limit of the role, to the fen', async () => {
  for (let i = 0; i < 3; i++) await app.customer(3)
  const segment = { userTypes: [3 as const], orders: 'any' as const }
  const issue = { campaignId: await coupons.campaign({ valueFen: 2_000 }), segment, projectName: '' }
  await limited(5_999)
  expect(await app.refusal(staffCouponIssueSegment, issue, { as: coupons.finance })).toMatchObject({
    error: 'aboveLimit',
    msg: expect.stringContaining('¥60.00 超出'),
  })
  await limited(6_000)
  expect(await app.call(staffCouponIssueSegment, issue, { as: coupons.finance })).toMatchObject({ total: 3 })
})

it('a coupon of a share counts with the most that it takes off', async () => {
  const campaignId = await coupons.campaign({ kind: 'percent', valueFen: 0, percentOff: 10, capFen: 700 })
  const give = { campaignId, receiver: (await app.customer(0)).phone, reason: '补偿上次延期' }
  app.clock.advance({ hours: 24 })
  const as = await app.staff('finance')
  await limited(699)
  expect(await app.refusal(staffCouponIssue, give, { as })).toMatchObject({ error: 'aboveLimit' })
  await limited(700)
  await app.call(staffCouponIssue, give, { as })
})

it('[Q-83] [Q-84] an issue to a segment says before how many it looks at, and afterwards that the coupons were not enough', async () => {
  for (let i = 0; i < 3; i++) await app.customer(3)
  app.clock.advance({ hours: 24 })
  await limited(100_000)
  const campaignId = await coupons.campaign({ issueLimit: 2 })
  const segment = { userTypes: [3 as const], orders: 'any' as const }
  const as = await app.staff('finance')
  const { total, left } = await app.call(staffCouponSegmentSize, { campaignId, segment }, { as })
  expect(left).toBe(2)
  expect(total).toBeGreaterThan(2)
  await app.call(staffCouponIssueSegment, { campaignId, segment, projectName: '' }, { as })
  await app.drain()
  const { list } = await app.call(staffCouponIssues, { campaignId }, { as })
  expect(list).toMatchObject([{ total, issued: 2, endedBy: 'empty' }])
})

it('[Q-84] [Q-85] nothing is given out, and no code made, of a campaign that has no coupon left', async () => {
  const as = await app.staff('finance')
  const campaignId = await coupons.campaign({ issueLimit: 2 })
  expect(await app.refusal(staffCodeBatch, { campaignId, count: 3 }, { as: coupons.editor })).toMatchObject({
    error: 'moreCodesThanCoupons',
    msg: '该活动还可发放 2 张，兑换码不能更多',
  })
  for (let i = 0; i < 2; i++) await coupons.give(campaignId, await app.customer(0))
  const empty = { status: 409, error: 'campaignEmpty' }
  const segment = { userTypes: [3 as const], orders: 'any' as const }
  expect(await app.refusal(staffCouponSegmentSize, { campaignId, segment }, { as })).toMatchObject(empty)
  expect(await app.refusal(staffCouponIssueSegment, { campaignId, segment, projectName: '' }, { as })).toMatchObject(
    empty,
  )
  expect(await app.refusal(staffCodeBatch, { campaignId, count: 1 }, { as: coupons.editor })).toMatchObject(empty)
  expect(await app.refusal(staffCodeAdd, { campaignId, code: 'NOCOUPON' }, { as: coupons.editor })).toMatchObject(empty)
})

it('[Q-84] nothing is given out of a campaign of which as many coupons are used as may be', async () => {
  const campaignId = await coupons.campaign({ useLimit: 1, thresholdFen: 0 })
  const person = await scene.buyer(0)
  const couponId = await coupons.give(campaignId, person)
  const request = { ...scene.request([await scene.plan(person)]), couponIds: [couponId] }
  await app.call(orderAdd, request, { as: person })
  const give = { campaignId, receiver: (await app.customer(0)).phone, reason: '补偿上次延期' }
  expect(await app.refusal(staffCouponIssue, give, { as: coupons.manager })).toMatchObject({ error: 'campaignUsedUp' })
})
