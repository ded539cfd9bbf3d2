import { clusterAdd, clusterDel, clusterEdit } from '../../../../src/people/groups/contract.ts'
import { staffGroupList } from '../../../../src/people/groups/list-contract.ts'
import { staffGroupRefuse, staffGroupVerify } from '../../../../src/people/groups/staff-contract.ts'
import { payCreate } from '../../../../src/money/payments/contract.ts'
import type { Person } from '../../base.ts'
import { type Founded, standsAgainst } from '../../models/founded.ts'
import type { Scene, StepKind } from '../../scene.ts'
import { orderFor } from '../ordering.ts'
import { opened, pay, payable } from '../paying.ts'

/** Customers set groups up, staff verify them, founders use them and dissolve them. */
export const founding: StepKind[] = [
  { name: 'a customer sets a group up', weight: 0.5, act: found },
  { name: 'staff verify a group', weight: 0.8, act: verify },
  { name: 'a founder uses the own group', weight: 1.5, act: use },
  { name: 'a founder dissolves the own group', weight: 0.5, act: dissolve },
]
const RULE = 'a group without money, debts and open orders is dissolved, and no other'
const fields = { unit: '模拟大学', note: '' }

/** The founder in the name of the group. */
function founderOf({ world }: Scene, { founderId, groupNo }: Founded): Person | undefined {
  const person = world.model.people.find(({ id }) => id === founderId)
  return person && { ...person, groupNo }
}

/** A change of the group, after which its stage is known or read again. */
async function moved(scene: Scene, group: Founded, done: unknown, stage: Founded['stage']): Promise<void> {
  if (done) group.stage = stage
  else if (scene.hadFaults) await scene.world.model.founded.read(scene.world.database, group)
}

async function found(scene: Scene): Promise<void> {
  const { random, person } = scene
  const kind = random.pick(['institute', 'enterprise'] as const)
  const made = await scene.mine(clusterAdd, { name: `模拟课题组 ${random.whole(1, 99)}`, kind, ...fields })
  if (made) await scene.world.model.founded.add(scene.world.database, made.groupNo, person.id)
}

async function verify(scene: Scene): Promise<void> {
  const { random, world } = scene
  const { founded, credit } = world.model
  const waiting = scene.one((await scene.staff('manager', staffGroupList, { tab: 'pending', size: 50 }))?.list)
  const group = waiting && founded.groups.get(waiting.groupNo)
  if (!group) return
  const { groupNo, version, accountId, kind } = waiting
  if (random.chance(0.2)) {
    const refused = await scene.staff('manager', staffGroupRefuse, { groupNo, version, reason: '单位无法核实' })
    await moved(scene, group, refused, 'refused')
    const founder = founderOf(scene, group)
    if (!founder || random.chance(0.4)) return
    const edit = { groupNo, name: '模拟课题组', kind: 'institute' as const, ...fields }
    if (await scene.by(founder, clusterEdit, edit)) await moved(scene, group, true, 'pending')
    else await founded.read(world.database, group)
    return
  }
  const creditFen = kind === 'enterprise' ? 0 : random.pick([0, 300_000, 900_000])
  await moved(scene, group, await scene.staff('manager', staffGroupVerify, { groupNo, version, creditFen }), 'verified')
  if (group.stage === 'verified') credit.limits.set(accountId, creditFen)
}

async function use(scene: Scene): Promise<void> {
  const { random, world } = scene
  const { founded } = world.model
  if (founded.live().length === 0) await found(scene)
  const group = scene.one(founded.live())
  if (group?.stage === 'pending' && random.chance(0.7)) await verify(scene)
  const founder = group && founderOf(scene, group)
  if (!founder) return
  const act = random.weighted({ topUp: 2, order: 3, pay: 3 })
  scene.lines.push(founder.name)
  if (act === 'topUp') {
    const amountFen = random.whole(1, 20) * 10_000
    const input = { kind: 'prestore', method: 'wechatpay', amountFen } as const
    await opened(scene, await scene.by(founder, payCreate, input, { forGroup: true }), true, founder)
  } else if (act === 'order') {
    const placed = await orderFor(scene, founder, group.groupNo)
    if (placed && group.stage !== 'verified')
      scene.breaks('only a verified group orders', `${group.groupNo} is ${group.stage}`)
  } else {
    const due = scene.one(await payable(scene, founder, true))
    if (due) await pay(scene, due, founder, true)
  }
}

const hasOrdered = ({ world }: Scene, accountId: number) =>
  [...world.model.orders.values()].some((order) => order.accountId === accountId)

async function dissolve(scene: Scene): Promise<void> {
  const { world } = scene
  const { founded } = world.model
  const ordered = founded.live().filter(({ accountId }) => hasOrdered(scene, accountId))
  const group = scene.one(ordered.length > 0 && scene.random.chance(0.7) ? ordered : founded.live())
  const founder = group && founderOf(scene, group)
  if (!founder || (group.stage === 'pending' && scene.random.chance(0.7))) return
  const { groupNo, accountId } = group
  const held = await standsAgainst(world, accountId)
  const isUsed =
    hasOrdered(scene, accountId) ||
    [...world.outside.paid, ...world.outside.openPayments].some((payment) => payment.accountId === accountId)
  const stranger = scene.random.pick(world.base.people)
  if (stranger.id !== founder.id && (await scene.by(stranger, clusterDel, { groupNo })))
    scene.breaks(RULE, `${stranger.name} dissolved ${groupNo}`)
  const done = await scene.by(founder, clusterDel, { groupNo })
  if (done && held) scene.breaks(RULE, `${groupNo} was dissolved with ${held.what}`)
  if (!done && !isUsed && !held && !scene.hadFaults) scene.breaks(RULE, `${groupNo} was kept: ${scene.refusal}`)
  await moved(scene, group, done, 'dissolved')
}
