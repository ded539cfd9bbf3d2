import { staffOrdersToFix } from '../../../src/billing/settlements/amount-list-contract.ts'
import { staffFixAmount, staffTakeBackAmount } from '../../../src/billing/settlements/contract.ts'
import { staffContractIssue, staffContractSeal, staffContractsToDraw } from '../../../src/lab/contracts/contract.ts'
import { staffContractList } from '../../../src/lab/contracts/list-contract.ts'
import { staffOrderList } from '../../../src/lab/orders/lists/list-contract.ts'
import {
  staffOrderAcceptRetest,
  staffOrderApprove,
  staffOrderCancel,
  staffOrderDeclineRetest,
  staffOrderDetail,
  staffOrderLogCall,
  staffOrderOfferRetest,
  staffOrderQuote,
  staffOrderReject,
  staffOrderSettleDispute,
  staffOrderWithdrawQuote,
} from '../../../src/lab/orders/staff/staff-contract.ts'
import { staffCampaigns } from '../../../src/money/coupons/list-contract.ts'
import { staffCouponIssue } from '../../../src/money/coupons/staff-contract.ts'
import type { Scene, StepKind } from '../scene.ts'

export const manager: StepKind[] = [
  { name: 'manager answers new orders', weight: 8, act: newOrders },
  { name: 'manager draws up contracts', weight: 3, act: contracts },
  { name: 'manager calls', weight: 1, act: calls },
  { name: 'manager answers doubts', weight: 3, act: doubts },
  { name: 'manager fixes amounts', weight: 7, act: fixAmounts },
  { name: 'manager cancels', weight: 1, act: cancels },
  { name: 'manager gives a coupon', weight: 1, act: gives },
]
const reason = '模拟客户经理的理由'

async function inStage(scene: Scene, ...stage: string[]) {
  const input = { tab: 'all', filters: { stage }, size: 50 } as never
  return (await scene.staff('manager', staffOrderList, input))?.list ?? []
}

async function newOrders(scene: Scene): Promise<void> {
  for (const { orderNo, stage } of scene.some(await inStage(scene, 'review', 'quoting', 'quoted'), 3)) {
    if (stage === 'quoted') {
      if (scene.random.chance(0.03)) await scene.staff('manager', staffOrderWithdrawQuote, { orderNo, reason })
    } else if (scene.random.chance(0.05)) await scene.staff('manager', staffOrderReject, { orderNo, reason })
    else if (stage === 'review') await scene.staff('manager', staffOrderApprove, { orderNo })
    else await quote(scene, orderNo)
  }
}

export async function quote(scene: Scene, orderNo: string): Promise<void> {
  const order = await scene.staff('manager', staffOrderDetail, { orderNo })
  const lines = (order?.lines ?? []).map(({ id, amountFen }) => ({
    lineId: id,
    amountFen: scene.random.chance(0.03) ? 0 : (amountFen ?? scene.random.whole(2, 30) * 1000),
  }))
  await scene.staff('manager', staffOrderQuote, { orderNo, lines, note: '' })
}

export async function contracts(scene: Scene): Promise<void> {
  const toDraw = scene.one((await scene.staff('manager', staffContractsToDraw, {}))?.list)
  if (toDraw) await scene.staff('manager', staffContractIssue, { orderNo: toDraw.orderNo })
  const toSeal = scene.one((await scene.staff('manager', staffContractList, { tab: 'to_seal' }))?.list)
  if (toSeal) await scene.staff('manager', staffContractSeal, { contractNo: toSeal.contractNo })
}

async function calls(scene: Scene): Promise<void> {
  const found = scene.one(await inStage(scene, 'received'))
  if (found) await scene.staff('manager', staffOrderLogCall, { orderNo: found.orderNo, note: '已确认参数' })
}

async function doubts(scene: Scene): Promise<void> {
  const { random } = scene
  const found = scene.one(await inStage(scene, 'retest', 'disputed'))
  if (!found) return
  const { orderNo, stage } = found
  if (stage === 'disputed') {
    const less = { outcome: 'reduction', orderNo, reason, amountFen: random.whole(1, 40) * 100 } as const
    const same = { outcome: 'dismissal', orderNo, reason } as const
    const again = { outcome: 'retest', orderNo, reason } as const
    await scene.staff('manager', staffOrderSettleDispute, random.pick([less, same, again]))
  } else if (random.chance(0.4)) await scene.staff('manager', staffOrderAcceptRetest, { orderNo })
  else if (random.chance(0.5)) await scene.staff('manager', staffOrderOfferRetest, { orderNo, reason, feeFen: 5000 })
  else await scene.staff('manager', staffOrderDeclineRetest, { orderNo, reason })
}

async function fixAmounts(scene: Scene): Promise<void> {
  const { random } = scene
  const { list = [] } = (await scene.staff('manager', staffOrdersToFix, { size: 50 })) ?? {}
  for (const { orderNo, agreedFen, checking } of scene.some(list, 2)) {
    const due = agreedFen ?? 10_000
    const share = random.weighted({ '1': 12, '0.9': 2, '1.05': 1, '0': 0.3 })
    const finalFen = checking ? due : Math.round((due * Number(share)) / 100) * 100
    await scene.staff('manager', staffFixAmount, { orderNo, finalFen, reason: '按实际完成的样品核定' })
    scene.lines.push(`${orderNo} ${finalFen}`)
  }
  const fixed = scene.one([...scene.world.model.fixed.keys()])
  if (fixed && random.chance(0.05)) await scene.staff('manager', staffTakeBackAmount, { orderNo: fixed, reason })
}

async function cancels(scene: Scene): Promise<void> {
  const found = scene.one(
    await inStage(scene, 'contract', 'prepay', 'awaiting_sample', 'received', 'testing', 'on_hold'),
  )
  if (!found || scene.random.chance(0.4)) return
  const feeFen = scene.random.chance(0.3) ? scene.random.whole(1, 30) * 100 : undefined
  await scene.staff('manager', staffOrderCancel, { orderNo: found.orderNo, reason, ...(feeFen ? { feeFen } : {}) })
  scene.lines.push(`${found.orderNo} fee ${feeFen ?? 0}`)
}

async function gives(scene: Scene): Promise<void> {
  const found = scene.one((await scene.staff('editor', staffCampaigns, { tab: 'running' }))?.list)
  const receiver = scene.random.pick(scene.world.base.people).phone
  if (found) await scene.staff('manager', staffCouponIssue, { campaignId: found.id, receiver, reason })
}
