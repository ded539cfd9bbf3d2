import { staffIssuedCoupons } from '../../../src/money/coupons/issued-contract.ts'
import { staffCampaigns } from '../../../src/money/coupons/list-contract.ts'
import {
  staffCampaignAdd,
  staffCampaignStop,
  staffCouponIssueSegment,
  staffCouponWithdraw,
} from '../../../src/money/coupons/staff-contract.ts'
import type { Scene, StepKind } from '../scene.ts'

/** Campaigns begin and are stopped, many people get coupons at once, and coupons are taken back. */
export const coupons: StepKind[] = [
  { name: 'an editor opens a campaign', weight: 0.5, act: open },
  { name: 'an editor stops a campaign', weight: 0.3, act: stop },
  { name: 'many people get a coupon', weight: 0.5, act: issue },
  { name: 'finance takes a coupon back', weight: 1, act: takeBack },
]
const reason = '模拟收回的理由'

const running = async (scene: Scene) =>
  scene.one((await scene.staff('editor', staffCampaigns, { tab: 'running', size: 50 }))?.list)

async function open(scene: Scene): Promise<void> {
  const { random } = scene
  const rule = random.chance(0.5)
    ? ({ kind: 'amount', valueFen: random.whole(1, 40) * 100 } as const)
    : ({ kind: 'percent', percentOff: random.whole(5, 40), capFen: 5000 } as const)
  await scene.staff('editor', staffCampaignAdd, {
    ...{ name: `模拟活动 ${random.whole(100, 999)}`, ...rule, validDays: random.whole(1, 30) },
    ...{ stackable: random.chance(0.5), issueLimit: random.pick([null, 3, 8]), useLimit: random.pick([null, 1, 2]) },
    perPerson: random.pick([1, 1, 3]),
  })
}

async function stop(scene: Scene): Promise<void> {
  const found = await running(scene)
  if (!found) return
  const { id, version } = found
  const { stopped, unsure } = scene.world.model.coupons
  if (await scene.staff('editor', staffCampaignStop, { id, version })) stopped.set(id, scene.world.now)
  else if (scene.hadFaults) unsure.add(id)
}

async function issue(scene: Scene): Promise<void> {
  const found = await running(scene)
  const segment = { orders: scene.random.pick(['any', 'never'] as const) }
  if (found) await scene.staff('editor', staffCouponIssueSegment, { campaignId: found.id, segment })
}

async function takeBack(scene: Scene): Promise<void> {
  const { list = [] } = (await scene.staff('finance', staffIssuedCoupons, { tab: 'issued', size: 50 })) ?? {}
  const found = scene.one(list.filter(({ mayWithdraw }) => mayWithdraw))
  if (!found) return
  const { id, version } = found
  const done = await scene.staff('finance', staffCouponWithdraw, { id, version, reason })
  if (done) scene.world.model.coupons.takenBack.add(id)
}
