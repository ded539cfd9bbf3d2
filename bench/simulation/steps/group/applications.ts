import {
  clusterAgree,
  clusterApply,
  clusterCode,
  clusterJoined,
  clusterMembers,
  clusterRefuse,
  clusterTakeBack,
} from '../../../../src/people/groups/contract.ts'
import type { Person } from '../../base.ts'
import type { Scene, StepKind } from '../../scene.ts'
import { settled } from './groups.ts'

/** People apply to the group by its number or its link, and owner or managers answer. */
export const applications: StepKind[] = [
  { name: 'apply to join the group', weight: 1, act: apply },
  { name: 'answer an application', weight: 1.2, act: answer },
  { name: 'take an application back', weight: 0.4, act: takeBack },
]
const RULE = 'who applies to the group is what was acknowledged, and owner or managers decide'

/** Somebody who acts for the group. */
function acting(scene: Scene): Person | undefined {
  const { group, factors } = scene.world.model
  const people = [...group.person('owner'), ...group.person('manager')]
  return scene.one(people.filter(({ id }) => !factors.lacks(id)))
}

async function apply(scene: Scene): Promise<void> {
  const { random, world } = scene
  const { group, people } = world.model
  const outside = people.filter(({ id }) => !group.roles.has(id))
  const person = scene.one(outside.length > 0 && random.chance(0.75) ? outside : people) as Person
  const by = await address(scene)
  const done = await scene.by(person, clusterApply, { ...by, message: '模拟申请' })
  const wanted = by.code !== undefined && !group.codes.isLatest(by.code) ? 'codeUnknown' : already(scene, person)
  if (done && wanted) scene.breaks(RULE, `${person.name} applied instead of ${wanted}`)
  const isSure = world.options.faults === 0 || (!scene.hadFaults && wanted === '')
  if (!done && isSure && scene.refusal !== wanted && scene.refusal !== 'invitedAlready')
    scene.breaks(RULE, `${person.name} could not apply: ${scene.refusal} instead of ${wanted || 'ok'}`)
  await settled(scene, done, () => group.applied.add(person.id))
  // People press twice.
  if (done && random.chance(0.1) && (await scene.by(person, clusterApply, { ...by, message: '' })))
    scene.breaks(RULE, `${person.name} applied twice`)
}

/** Why somebody cannot apply; empty when they can. */
function already({ world }: Scene, person: Person): string {
  const { group } = world.model
  if (group.roles.has(person.id)) return 'alreadyIn'
  if (group.applied.has(person.id)) return 'alreadyApplied'
  return group.invited.has(person.phone) ? 'invitedAlready' : ''
}

/** The number of the group, its link, or a link that was replaced. */
async function address(scene: Scene): Promise<{ groupNo?: string; code?: string }> {
  const { random, world } = scene
  const { group } = world.model
  const by = random.chance(0.5) ? acting(scene) : undefined
  if (!by) return { groupNo: group.groupNo }
  const renew = random.chance(0.3)
  const { code } = (await scene.by(by, clusterCode, { groupNo: group.groupNo, renew })) ?? {}
  if (code === undefined) return { groupNo: group.groupNo }
  group.codes.learn(code)
  const former = scene.one(group.codes.former)
  return { code: former !== undefined && random.chance(0.2) ? former : code }
}

async function answer(scene: Scene): Promise<void> {
  const { random, world } = scene
  const { group, people, factors } = world.model
  const applicant = scene.one(people.filter(({ id }) => group.applied.has(id)))
  const memberId = applicant && (await applicationOf(scene, applicant))
  const by = acting(scene)
  if (!applicant || memberId === undefined || !by) return
  const { groupNo } = group
  const { list = [] } = (await scene.by(by, clusterMembers, { groupNo, part: 'applied' })) ?? {}
  if (!list.some((each) => each.memberId === memberId)) scene.breaks(RULE, `${by.name} does not see ${applicant.name}`)
  const others = people.filter(({ id, decides }) => !decides || factors.lacks(id))
  const stranger = random.chance(0.5) ? applicant : scene.one(others)
  const call = random.chance(0.65) ? clusterAgree : clusterRefuse
  if (stranger && random.chance(0.3) && (await scene.by(stranger, call, { memberId })))
    scene.breaks(RULE, `${stranger.name} decided on ${applicant.name}`)
  const done = await scene.by(by, call, { memberId })
  scene.lines.push(applicant.name)
  await settled(scene, done, () => {
    group.applied.delete(applicant.id)
    if (call === clusterAgree) group.set(applicant.id, 'member', world.now)
  })
}

/** The application that a person reads; it must be there. */
async function applicationOf(scene: Scene, person: Person): Promise<number | undefined> {
  const { list = [] } = (await scene.by(person, clusterJoined, { part: 'applied' })) ?? {}
  return list.find(({ groupNo }) => groupNo === scene.world.model.group.groupNo)?.memberId
}

async function takeBack(scene: Scene): Promise<void> {
  const { random, world } = scene
  const { group, people } = world.model
  const applicant = scene.one(people.filter(({ id }) => group.applied.has(id)))
  const memberId = applicant && (await applicationOf(scene, applicant))
  if (!applicant || memberId === undefined) return
  const others = people.filter(({ id }) => id !== applicant.id)
  const other = (random.chance(0.6) ? acting(scene) : undefined) ?? random.pick(others)
  if (random.chance(0.3) && (await scene.by(other, clusterTakeBack, { memberId })))
    scene.breaks(RULE, `${other.name} took the application of ${applicant.name} back`)
  const done = await scene.by(applicant, clusterTakeBack, { memberId })
  await settled(scene, done, () => group.applied.delete(applicant.id))
}
