import { staffOrderList } from '../../../src/lab/orders/lists/list-contract.ts'
import {
  staffOrderDetail,
  staffOrderHandIn,
  staffOrderHold,
  staffOrderReturnToTesting,
  staffOrderStartTesting,
  staffOrderVerify,
} from '../../../src/lab/orders/staff/staff-contract.ts'
import { staffReportDetail } from '../../../src/lab/reports/contract.ts'
import { staffReportUpload } from '../../../src/lab/reports/results/upload-contract.ts'
import { staffReportRecord } from '../../../src/lab/reports/results/record-contract.ts'
import { staffSampleDispose, staffSampleReceive, staffSampleRefuse } from '../../../src/lab/intake/contract.ts'
import { sampleReturns, samplesDue, staffSampleReturn } from '../../../src/lab/intake/return-contract.ts'
import { staffSampleList } from '../../../src/lab/samples/list-contract.ts'
import { shanghaiTime } from '../../../src/platform/time.ts'
import type { Scene, StepKind } from '../scene.ts'

export const laboratory: StepKind[] = [
  { name: 'samples arrive', weight: 8, act: receive },
  { name: 'testing starts', weight: 6, act: start },
  { name: 'results are entered', weight: 9, act: enter },
  { name: 'results are verified', weight: 7, act: verify },
  { name: 'samples go back', weight: 4, act: sendBack },
  { name: 'samples are kept or used up', weight: 2, act: dispose },
]

async function ordersIn(scene: Scene, ...stage: string[]) {
  return (await scene.staff('lab', staffOrderList, { tab: 'all', filters: { stage }, size: 50 } as never))?.list ?? []
}

export async function receive(scene: Scene): Promise<void> {
  const list = (await scene.staff('logistics', staffSampleList, { tab: 'coming', size: 50 }))?.list ?? []
  const sent = list.filter(({ stage }) => stage === 'in_transit' || scene.random.chance(0.2))
  const found = scene.one(sent)
  for (const { sampleNo, orderNo } of sent.filter((each) => each.orderNo === found?.orderNo).slice(0, 6)) {
    if (scene.random.chance(0.02)) await scene.staff('logistics', staffSampleRefuse, { sampleNo, reason: '包装破损' })
    else
      await scene.staff('logistics', staffSampleReceive, {
        sampleNo,
        condition: '完好',
        shelf: 'A-01-01',
        weightMg: 90,
      })
    void orderNo
  }
}

async function start(scene: Scene): Promise<void> {
  for (const { orderNo } of scene.some(await ordersIn(scene, 'received'), 2)) {
    if (scene.random.chance(0.05)) await scene.staff('lab', staffOrderHold, { orderNo, reason: '样品量不足' })
    else await scene.staff(scene.random.pick(['lab', 'lab2'] as const), staffOrderStartTesting, { orderNo })
  }
}

async function enter(scene: Scene): Promise<void> {
  const found = scene.one(await ordersIn(scene, 'testing'))
  if (!found) return
  if (scene.random.chance(0.04))
    await scene.staff('lab', staffOrderHold, { orderNo: found.orderNo, reason: '样品量不足' })
  else await enterResults(scene, found.orderNo)
}

export async function enterResults(scene: Scene, orderNo: string): Promise<void> {
  const order = await scene.staff('lab', staffOrderDetail, { orderNo })
  if (!order) return
  const now = shanghaiTime(scene.world.now).slice(0, 16)
  const record = { orderNo, instrument: 'D8 Advance', conditions: 'Cu Kα', startedAt: now, endedAt: now }
  for (const { id } of order.lines) await scene.staff('lab', staffReportRecord, { ...record, lineId: id })
  const tested = order.samples.filter(({ stage }) => stage === 'testing')
  for (const name of tested.length > 1 ? tested.map(({ sampleNo }) => sampleNo) : [orderNo]) {
    const file = { name: `${name}.xy`, content: `10 1\n20 ${scene.random.whole(1, 99)}\n30 2\n` }
    await scene.staff('lab', staffReportUpload, { orderNo }, { file })
  }
  await scene.staff('lab', staffOrderHandIn, { orderNo })
}

async function verify(scene: Scene): Promise<void> {
  const found = scene.one(await ordersIn(scene, 'verifying'))
  if (!found) return
  const { orderNo } = found
  const reviewer = scene.random.pick(['reviewer', 'reviewer2'] as const)
  if (scene.random.chance(0.06)) {
    await scene.staff(reviewer, staffOrderReturnToTesting, { orderNo, reason: '基线异常' })
    return
  }
  await pass(scene, orderNo, reviewer)
}

export async function pass(scene: Scene, orderNo: string, reviewer: 'reviewer' | 'reviewer2'): Promise<void> {
  const { checks = [] } = (await scene.staff(reviewer, staffReportDetail, { orderNo })) ?? {}
  await scene.staff(reviewer, staffOrderVerify, { orderNo, checks })
}

async function sendBack(scene: Scene): Promise<void> {
  const parcel = scene.one((await scene.staff('logistics', sampleReturns, { page: 1, size: 50 }))?.parcels)
  for (const { sampleNo } of parcel?.samples ?? [])
    await scene.staff('logistics', staffSampleReturn, { sampleNo, courier: '顺丰速运', waybill: 'SF1234567890777' })
}

async function dispose(scene: Scene): Promise<void> {
  const tested = (await scene.staff('logistics', staffSampleList, { tab: 'tested', size: 50 }))?.list ?? []
  for (const { sampleNo, returnWanted } of scene.some(tested, 3)) {
    if (returnWanted) continue
    const what = scene.random.chance(0.4)
      ? ({ action: 'consume', reason: '测试消耗' } as const)
      : ({ action: 'keep' } as const)
    await scene.staff('logistics', staffSampleDispose, { sampleNo, ...what })
  }
  const due = scene.one((await scene.staff('logistics', samplesDue, { page: 1, size: 20 }))?.list)
  if (due)
    await scene.staff('logistics', staffSampleDispose, {
      sampleNo: due.sampleNo,
      action: 'destroy',
      reason: '留样到期',
    })
}
