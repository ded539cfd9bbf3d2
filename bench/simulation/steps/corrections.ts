import { staffContractList } from '../../../src/lab/contracts/list-contract.ts'
import { staffContractSendBack, staffContractVoid } from '../../../src/lab/contracts/contract.ts'
import { staffOrderList } from '../../../src/lab/orders/lists/list-contract.ts'
import {
  staffOrderDetail,
  staffOrderReviseQuote,
  staffOrderStartCorrection,
} from '../../../src/lab/orders/staff/staff-contract.ts'
import { staffReportDetail, staffReportWithdraw, staffReportWithoutData } from '../../../src/lab/reports/contract.ts'
import type { Scene, StepKind } from '../scene.ts'

/** What was done is taken back or done better: quotes, contracts, reports and missing data. */
export const corrections: StepKind[] = [
  { name: 'manager revises a quote', weight: 1, act: revise },
  { name: 'a contract is sent back or void', weight: 0.7, act: contract },
  { name: 'samples stay without data', weight: 1, act: withoutData },
  { name: 'a report is taken back', weight: 0.7, act: takeBack },
  { name: 'a report is corrected', weight: 1, act: correct },
]
const reason = '模拟更正的理由'

async function inStage(scene: Scene, ...stage: string[]) {
  const input = { tab: 'all', filters: { stage }, size: 50 } as never
  return (await scene.staff('manager', staffOrderList, input))?.list ?? []
}

async function revise(scene: Scene): Promise<void> {
  const { random } = scene
  const found = scene.one(await inStage(scene, 'quoted'))
  const order = found && (await scene.staff('manager', staffOrderDetail, { orderNo: found.orderNo }))
  if (!order) return
  const lines = order.lines.map(({ id, amountFen }) => ({
    lineId: id,
    amountFen: Math.round(((amountFen ?? 20_000) * random.pick([1, 0.8, 1.2])) / 100) * 100,
  }))
  await scene.staff('manager', staffOrderReviseQuote, { orderNo: order.orderNo, lines, note: '' })
}

async function contract(scene: Scene): Promise<void> {
  const list = (await scene.staff('manager', staffContractList, { tab: 'all', size: 50 }))?.list ?? []
  const open = scene.one(list.filter(({ stage }) => stage === 'to_sign' || stage === 'to_seal'))
  if (!open) return
  const call = open.stage === 'to_seal' && scene.random.chance(0.7) ? staffContractSendBack : staffContractVoid
  await scene.staff('manager', call, { contractNo: open.contractNo, reason })
}

/** Some are declared to be without data, and some of these get data after all. */
async function withoutData(scene: Scene): Promise<void> {
  const found = scene.one(await inStage(scene, 'testing'))
  if (!found) return
  const { orderNo } = found
  const order = await scene.staff('lab', staffOrderDetail, { orderNo })
  const sample = scene.one(order?.samples.filter(({ stage }) => stage === 'testing'))
  if (!sample) return
  const declared = (await scene.staff('lab', staffReportDetail, { orderNo }))?.withoutData ?? []
  const isDeclared = declared.some(({ sampleNo }) => sampleNo === sample.sampleNo)
  const input = { orderNo, sampleNos: [sample.sampleNo], reason: isDeclared ? '' : '测试中损坏' }
  await scene.staff('lab', staffReportWithoutData, input)
}

async function takeBack(scene: Scene): Promise<void> {
  const found = scene.one(await inStage(scene, 'delivered', 'done', 'disputed'))
  if (found) await scene.staff('reviewer', staffReportWithdraw, { orderNo: found.orderNo, reason })
}

async function correct(scene: Scene): Promise<void> {
  const found = scene.one(await inStage(scene, 'delivered', 'done', 'disputed'))
  if (found) await scene.staff('manager', staffOrderStartCorrection, { orderNo: found.orderNo, reason })
}
