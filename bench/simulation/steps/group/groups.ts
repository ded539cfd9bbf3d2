import {
  clusterAdd4user,
  clusterAgree,
  clusterDelete4user,
  clusterJoined,
  clusterLeave,
  clusterMembers,
  clusterRefuse,
  clusterSetLimits,
  clusterSetRole,
} from '../../../../src/people/groups/contract.ts'
import type { Person } from '../../base.ts'
import type { Scene, StepKind } from '../../scene.ts'

export const groups: StepKind[] = [
  { name: 'invite into the group', weight: 1, act: invite },
  { name: 'answer an invitation', weight: 2, act: answer },
  { name: 'change limits in the group', weight: 1, act: changeLimits },
  { name: 'change members of the group', weight: 1.5, act: changeMembers },
]

/** Does something with the group, and afterwards knows what is so: after an error a request may have been done before it was refused. */
export async function settled(scene: Scene, done: unknown, learn: () => void): Promise<void> {
  const { model, database, now } = scene.world
  if (done) learn()
  else if (scene.hadFaults) await model.group.read(database, now)
}

async function invite(scene: Scene): Promise<void> {
  const { group } = scene.world.model
  const { owner, groupNo } = group
  if (!owner) return
  const { people, friendIds, promoterId } = scene.world.base
  const outside = people.filter(({ id }) => !group.roles.has(id))
  // Mostly friends of the promoter: through the group he then pays what they order.
  const friends = outside.filter(({ id }) => friendIds.includes(id) || id === promoterId)
  const chosen = scene.one(friends.length > 0 && scene.random.chance(0.6) ? friends : outside)
  const { phone, id } = chosen && scene.random.chance(0.8) ? chosen : scene.random.pick(people)
  // What a person spent is kept, so a new limit for somebody who comes back could be exceeded at once, which is right.
  const isLimited = scene.random.chance(0.5) && !group.everIn.has(id)
  const monthLimitFen = isLimited ? scene.random.whole(5, 60) * 10_000 : null
  const role = scene.random.chance(id === promoterId ? 0.8 : 0.2) ? 'manager' : 'member'
  if (await scene.by(owner, clusterAdd4user, { groupNo, phone, role, monthLimitFen })) group.invited.set(phone, role)
}

async function answer(scene: Scene): Promise<void> {
  const { model, base, now } = scene.world
  for (const person of scene.some(
    base.people.filter(({ phone }) => model.group.invited.has(phone)),
    3,
  )) {
    const found = scene.one((await scene.by(person, clusterJoined, { part: 'invited' }))?.list)
    if (!found) continue
    const agrees = scene.random.chance(0.85)
    const done = await scene.by(person, agrees ? clusterAgree : clusterRefuse, { memberId: found.memberId })
    await settled(scene, done, () => {
      if (agrees) model.group.set(person.id, model.group.invited.get(person.phone), now)
    })
    model.group.invited.delete(person.phone)
    return
  }
}

async function changeLimits(scene: Scene): Promise<void> {
  const { owner, groupNo } = scene.world.model.group
  if (!owner) return
  const list = (await scene.by(owner, clusterMembers, { groupNo, part: 'joined' }))?.list ?? []
  const member = scene.one(list.filter(({ mayChange, role }) => mayChange && role === 'member'))
  if (!member || member.monthLimitFen === null) return
  // A limit is only raised: below what was spent already it is exceeded at once, which is right.
  const monthLimitFen = member.monthLimitFen + scene.random.whole(1, 20) * 10_000
  await scene.by(owner, clusterSetLimits, { memberId: member.memberId, monthLimitFen })
}

/** The membership of a person, which the person reads. */
export async function memberIdOf(scene: Scene, person: Person): Promise<number | undefined> {
  const { list = [] } = (await scene.by(person, clusterJoined, { part: 'joined' })) ?? {}
  return list.find(({ groupNo }) => groupNo === scene.world.model.group.groupNo)?.memberId
}

async function changeMembers(scene: Scene): Promise<void> {
  const { random, world } = scene
  const { group } = world.model
  const { owner } = group
  const person = scene.one([...group.person('member'), ...group.person('manager')])
  const memberId = person && (await memberIdOf(scene, person))
  if (!owner || !person || memberId === undefined) return
  const from = group.roles.get(person.id)
  scene.lines.push(person.name)
  const change = random.weighted({ role: 4, remove: 2, leave: 2, nothing: 2 })
  if (change === 'role') {
    const role = from === 'manager' ? 'member' : 'manager'
    const done = await scene.by(owner, clusterSetRole, { memberId, role })
    await settled(scene, done, () => group.set(person.id, role, world.now))
  } else if (change === 'remove') {
    const done = await scene.by(owner, clusterDelete4user, { memberId, reason: '毕业' })
    await settled(scene, done, () => group.set(person.id, undefined, world.now))
  } else if (change === 'leave') {
    const done = await scene.by(person, clusterLeave, { memberId })
    await settled(scene, done, () => group.set(person.id, undefined, world.now))
  }
}
