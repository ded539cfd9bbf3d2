import { orderReady2pay } from '../../../../src/billing/settlements/contract.ts'
import { payCreate } from '../../../../src/money/payments/contract.ts'
import {
  clusterLeave,
  clusterTransfer,
  clusterTransferAnswer,
  clusterTransferCancel,
} from '../../../../src/people/groups/contract.ts'
import type { Scene, StepKind } from '../../scene.ts'
import { memberIdOf, settled } from './groups.ts'

/** The group changes hands: it is offered, taken back, refused or agreed to, and nobody else gains or loses anything by it. */
export const transfers: StepKind[] = [
  { name: 'offer the group', weight: 1, act: offer },
  { name: 'answer the offer of the group', weight: 1.5, act: answer },
  { name: 'act for a group that is not theirs', weight: 0.7, act: strangers },
]

async function offer(scene: Scene): Promise<void> {
  const { random, world } = scene
  const { group, factors } = world.model
  const { owner, groupNo } = group
  if (!owner) return
  if (group.offeredTo !== undefined && random.chance(0.3)) {
    const taken = await scene.by(owner, clusterTransferCancel, { groupNo })
    await settled(scene, taken, () => (group.offeredTo = undefined))
    return
  }
  const to = scene.one([...group.person('member'), ...group.person('manager')])
  const memberId = to && (await memberIdOf(scene, to))
  if (!to || memberId === undefined) return
  const wasOpen = group.offeredTo !== undefined
  const offered = await scene.by(owner, clusterTransfer, { groupNo, memberId })
  if (offered && wasOpen) scene.breaks('a group is offered to one member', `${to.name} got a second offer`)
  if (!offered && !wasOpen && !scene.hadFaults && !factors.lacks(owner.id))
    scene.breaks('a group without an open offer can be offered', `${owner.name} could not offer it to ${to.name}`)
  await settled(scene, offered, () => (group.offeredTo = to.id))
}

async function answer(scene: Scene): Promise<void> {
  const { random, world } = scene
  const { group, people } = world.model
  const { groupNo, owner } = group
  const to = people.find(({ id }) => id === group.offeredTo)
  if (!to || !owner) return
  // The owner cannot go while the group is theirs.
  const ownMembership = random.chance(0.3) ? await memberIdOf(scene, owner) : undefined
  if (ownMembership !== undefined && (await scene.by(owner, clusterLeave, { memberId: ownMembership })))
    scene.breaks('a group keeps an owner', `${owner.name} left as the owner`)
  const agree = random.chance(0.7)
  const done = await scene.by(to, clusterTransferAnswer, { groupNo, agree })
  await settled(scene, done, () => {
    if (agree) group.changeHands(to.id, world.now)
    else group.offeredTo = undefined
  })
  scene.lines.push(`${owner.name} to ${to.name}: ${agree}`)
}

/** A member, a former one or a stranger claims to act for the group, or answers an offer that was made to somebody else. */
async function strangers(scene: Scene): Promise<void> {
  const { random, world } = scene
  const { group } = world.model
  const { groupNo } = group
  const person = scene.one(world.base.people.filter(({ decides }) => !decides))
  if (!person) return
  const as = { ...person, groupNo }
  const money = { kind: 'prestore', method: 'wechatpay', amountFen: 10_000 } as const
  const done = random.chance(0.5)
    ? await scene.by(as, orderReady2pay, {}, { forGroup: true })
    : await scene.by(as, payCreate, money, { forGroup: true })
  if (done) scene.breaks('only owner and managers act for the group', `${person.name} did`)
  if (group.offeredTo === person.id) return
  if (await scene.by(person, clusterTransferAnswer, { groupNo, agree: true }))
    scene.breaks('a group changes hands by an offer', `${person.name} took it without one`)
}
