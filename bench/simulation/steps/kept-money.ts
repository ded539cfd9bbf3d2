import {
  bankKeep,
  receivedAssign,
  receivedConfirmReturn,
  receivedPayables,
  receivedRefuseReturn,
  receivedReturn,
} from '../../../src/money/prestore/received/received-contract.ts'
import { bankList, receivedList } from '../../../src/money/prestore/list-contract.ts'
import { transferCode } from '../../../src/money/prestore/rules.ts'
import type { Scene, StepKind } from '../scene.ts'

/** Money on the bank account that nobody announced: kept for a customer, assigned to what it pays, or sent back to the payer. */
export const keptMoney: StepKind[] = [
  { name: 'money comes without an application', weight: 1, act: comes },
  { name: 'finance keeps money for a customer', weight: 1.5, act: keep },
  { name: 'finance assigns kept money', weight: 2, act: assign },
  { name: 'finance sends kept money back', weight: 1, act: sendBack },
]
const MEMO = '未提交申请'
const reason = '客户来电说明付款用途'

async function comes(scene: Scene): Promise<void> {
  scene.world.outside.transfers(scene.random.whole(2, 80) * 5_000, '某大学', MEMO)
}

async function keep(scene: Scene): Promise<void> {
  const { model } = scene.world
  const lines = (await scene.staff('finance', bankList, { tab: 'open', size: 50 }))?.list ?? []
  const line = scene.one(lines.filter(({ memo }) => memo === MEMO))
  if (!line) return
  const { phone, id } = scene.random.pick(model.people)
  const { accountId: groupId } = model.group
  const [customer, accountId] = scene.random.chance(0.25) ? [transferCode(groupId), groupId] : [phone, id]
  const kept = await scene.staff('finance', bankKeep, { bankLineId: line.id, customer, reason })
  if (kept) model.kept.set(kept.id, { accountId, amountFen: line.amountFen })
}

const inTab = async (scene: Scene, tab: 'kept' | 'returning') =>
  scene.one((await scene.staff('finance', receivedList, { tab, size: 50 }))?.list)

async function assign(scene: Scene): Promise<void> {
  const found = await inTab(scene, 'kept')
  if (!found) return
  const { id, version, restFen } = found
  const { list = [] } = (await scene.staff('finance', receivedPayables, { id })) ?? {}
  const due = scene.one(list)
  if (due && scene.random.chance(0.8)) {
    await scene.staff('finance', receivedAssign, { id, version, to: due.to, no: due.no })
    scene.lines.push(`${due.to} ${due.no} ${due.amountFen} of ${restFen}`)
    return
  }
  const amountFen = Math.max(1, scene.random.pick([restFen, Math.floor(restFen / 2), restFen + 1]))
  await scene.staff('finance', receivedAssign, { id, version, to: 'prestore', amountFen })
}

async function sendBack(scene: Scene): Promise<void> {
  const { model } = scene.world
  const gone = (id: number, fen: number) => {
    const kept = model.kept.get(id)
    if (kept) kept.amountFen -= fen
  }
  const open = scene.random.chance(0.5) ? await inTab(scene, 'kept') : undefined
  if (open) {
    const { id, version, restFen } = open
    const done = await scene.staff('finance', receivedReturn, { id, version, reason })
    if (done?.stage === 'returned') gone(id, restFen)
  }
  const returning = await inTab(scene, 'returning')
  if (!returning) return
  const { id, version, restFen } = returning
  if (scene.random.chance(0.4)) {
    await scene.staff('finance2', receivedRefuseReturn, { id, version, reason })
    return
  }
  const done = await scene.staff('finance2', receivedConfirmReturn, { id, version })
  if (done?.stage === 'returned') gone(id, restFen)
}
