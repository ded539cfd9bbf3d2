import { afterAll, beforeAll, expect, it } from 'vitest'
import { couponScene } from '../../app/testing/scenes/coupon-scene.ts'
import { type TestApp, testApp } from '../../app/testing/test-app.ts'
import { staffRoleLimits } from '../../core/staff/roles/role-contract.ts'
import { staffCouponIssue, staffCouponIssueSegment } from './staff-contract.ts'

let app: TestApp
let coupons: Awaited<ReturnType<typeof couponScene>>
beforeAll(async () => {
  app = await testApp()
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
