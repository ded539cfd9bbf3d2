import {
  prestoreApplyCancel,
  prestoreApplyEdit,
  transferApplyAdd,
  transferApplyCancel,
  transferApplyEdit,
  transferApplyList,
  transferReject,
  transferReturnMatch,
} from '../../../src/money/prestore/contract.ts'
import { staffTransferList } from '../../../src/money/prestore/list-contract.ts'
import { shanghaiDate } from '../../../src/platform/time.ts'
import type { Scene, StepKind } from '../scene.ts'
import { payable } from './paying.ts'

/** Transfers that pay what is due, and applications that are changed, taken back or turned down. */
export const claims: StepKind[] = [
  { name: 'pay by transfer', weight: 3, act: payByTransfer },
  { name: 'change a transfer', weight: 1, act: change },
  { name: 'finance turns transfers down', weight: 0.7, act: turnDown },
]
const reason = '流水与申请不符'

async function payByTransfer(scene: Scene): Promise<void> {
  const { world } = scene
  for (const person of scene.some(world.base.people, world.base.people.length)) {
    const forGroup = person.decides && scene.random.chance(0.5)
    const chosen = scene.one(await payable(scene, person, forGroup))
    if (!chosen) continue
    const { kind, no, amountFen: due } = chosen
    // Too little stays unassigned or becomes balance, and so does what is too much.
    const amountFen = scene.random.pick([due, due, due, due + 5_000, Math.max(100, due - 5_000)])
    const transferredOn = shanghaiDate(world.now)
    const claim = { kind, no, amountFen, payerName: '模拟单位', transferredOn, remark: '' }
    if (await scene.by(person, transferApplyAdd, claim, { forGroup }))
      world.outside.transfers(amountFen, '模拟单位', '')
    scene.lines.push(`${no} ${amountFen} of ${due}`)
    return
  }
}

/** Who announced it corrects the amount or takes it back. The bank's row stays what it is, so the laboratory may have to keep it. */
async function change(scene: Scene): Promise<void> {
  for (const person of scene.some(scene.world.base.people, scene.world.base.people.length)) {
    const forGroup = person.decides && scene.random.chance(0.5)
    const { list = [] } = (await scene.by(person, transferApplyList, { size: 50 }, { forGroup })) ?? {}
    const claim = scene.one(list.filter(({ mayEdit, mayCancel }) => mayEdit || mayCancel))
    if (!claim) continue
    const isTopUp = claim.kind === 'prestore'
    const { id, version, payerName, transferredOn } = claim
    if (claim.mayCancel && scene.random.chance(0.4)) {
      await scene.by(person, isTopUp ? prestoreApplyCancel : transferApplyCancel, { id }, { forGroup })
      return
    }
    if (!claim.mayEdit) return
    const amountFen = claim.amountFen + scene.random.pick([0, 5_000])
    const edit = { id, version, amountFen, payerName, transferredOn, remark: '已核对' }
    await scene.by(person, isTopUp ? prestoreApplyEdit : transferApplyEdit, edit, { forGroup })
    return
  }
}

async function turnDown(scene: Scene): Promise<void> {
  const inTab = async (tab: 'pending' | 'checking') =>
    scene.one((await scene.staff('finance2', staffTransferList, { tab, size: 50 }))?.list)
  const checking = await inTab('checking')
  if (checking && scene.random.chance(0.7)) {
    const { id: claimId, version } = checking
    await scene.staff('finance2', transferReturnMatch, { claimId, version, reason })
    return
  }
  const pending = await inTab('pending')
  if (!pending) return
  const { id: claimId, version } = pending
  await scene.staff('finance2', transferReject, { claimId, version, reason })
}
