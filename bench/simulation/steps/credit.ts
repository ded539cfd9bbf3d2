import {
  creditApplyOperate,
  staffCreditConfirm,
  staffCreditRaise,
  staffCreditReject,
} from '../../../src/money/credit/contract.ts'
import { staffCreditList } from '../../../src/money/credit/list-contract.ts'
import { creditFault } from '../models/credit.ts'
import type { Scene, StepKind } from '../scene.ts'

/** Institutes ask for more credit, for themselves or for the group; above a set amount a second person of finance decides. */
export const credit: StepKind[] = [
  { name: 'ask for more credit', weight: 3, act: ask },
  { name: 'finance decides on credit', weight: 3, act: decide },
]

/** For right after an account took credit. */
export async function withinCredit(scene: Scene, accountId: number): Promise<void> {
  const fault = await creditFault(scene.world, accountId)
  if (fault) scene.breaks('nobody takes more credit than there is', fault)
}

async function ask(scene: Scene): Promise<void> {
  const { random, world } = scene
  const person = scene.one(world.base.people.filter(({ kind }) => kind === 'student' || kind === 'teacher'))
  if (!person) return
  const forGroup = person.decides && random.chance(0.6)
  const info = await scene.by(person, creditApplyOperate, { op: 'info' }, { forGroup })
  if (!info) return
  if (!info.mayApply) {
    if (random.chance(0.2)) await scene.by(person, creditApplyOperate, { op: 'cancel' }, { forGroup })
    return
  }
  const wantedFen = info.credit.limitFen + random.whole(1, 60) * 100_000
  await scene.by(person, creditApplyOperate, { op: 'apply', wantedFen, reason: '新项目' }, { forGroup })
}

async function decide(scene: Scene): Promise<void> {
  const { random } = scene
  const pending = scene.one((await scene.staff('finance', staffCreditList, { tab: 'pending' }))?.list)
  if (pending) {
    const { id, version, wantedFen, customerId: about } = pending
    if (random.chance(0.2)) {
      await scene.staff('finance', staffCreditReject, { applicationId: id, version, reason: '请先结清' })
      return
    }
    const grantedFen = random.chance(0.7) ? wantedFen : Math.ceil(wantedFen / 2)
    await scene.staff('finance', staffCreditRaise, { applicationId: id, version, grantedFen }, { about })
  }
  const checking = scene.one((await scene.staff('finance2', staffCreditList, { tab: 'checking' }))?.list)
  if (!checking) return
  const { id, version, customerId: about } = checking
  const same = { applicationId: id, version }
  if (random.chance(0.3) && (await scene.staff('finance', staffCreditConfirm, same, { about })))
    scene.breaks('a second person confirms credit', `finance confirmed its own raise of ${about}`)
  await scene.staff('finance2', staffCreditConfirm, same, { about })
}
