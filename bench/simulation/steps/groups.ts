import {
  clusterAdd4user,
  clusterAgree,
  clusterDelete4user,
  clusterJoined,
  clusterLeave,
  clusterMembers,
  clusterSetLimits,
} from '../../../src/people/groups/contract.ts'
import type { Scene, StepKind } from '../scene.ts'

export const groups: StepKind[] = [
  { name: 'invite into the group', weight: 1, act: invite },
  { name: 'answer an invitation', weight: 1, act: answer },
  { name: 'change members of the group', weight: 1, act: change },
]

function owner({ world }: Scene) {
  return world.base.people[0]
}

async function invite(scene: Scene): Promise<void> {
  const person = owner(scene)
  if (!person) return
  const { phone } = scene.random.pick(scene.world.base.people)
  const monthLimitFen = scene.random.chance(0.5) ? scene.random.whole(5, 60) * 10_000 : null
  await scene.by(person, clusterAdd4user, { groupNo: person.groupNo, phone, role: 'member', monthLimitFen })
}

async function answer(scene: Scene): Promise<void> {
  const found = scene.one((await scene.mine(clusterJoined, { part: 'invited' }))?.list)
  if (found && (await scene.mine(clusterAgree, { memberId: found.memberId }))) scene.person.groupNo = found.groupNo
}

async function change(scene: Scene): Promise<void> {
  const person = owner(scene)
  if (!person) return
  const { groupNo } = person
  const list = (await scene.by(person, clusterMembers, { groupNo, part: 'joined' }))?.list ?? []
  const member = scene.one(list.filter(({ mayChange, role }) => mayChange && role === 'member'))
  if (!member) return
  const { memberId } = member
  // A limit is only raised: below what was spent already it is exceeded at once, which is right.
  if (scene.random.chance(0.7)) {
    const monthLimitFen = (member.monthLimitFen ?? 0) + scene.random.whole(1, 20) * 10_000
    if (member.monthLimitFen !== null) await scene.by(person, clusterSetLimits, { memberId, monthLimitFen })
  } else if (scene.random.chance(0.3)) await scene.by(person, clusterDelete4user, { memberId, reason: '毕业' })
  else {
    const own = scene.one((await scene.mine(clusterJoined, { part: 'joined' }))?.list)
    if (own && own.role === 'member' && scene.random.chance(0.2))
      await scene.mine(clusterLeave, { memberId: own.memberId })
  }
}
