import { completeProfile } from '../../src/workspace/account/profile-actions.ts'
import { hashPassword } from '../../src/platform/auth/passwords.ts'
import { createCustomer, customerIdOf, customerOf } from '../../src/people/customers/actions.ts'
import { currentConsent, giveConsent } from '../../src/people/customers/consent-actions.ts'
import { DEMO_PASSWORD } from '../../src/people/customers/password-rules.ts'
import {
  clusterAdd,
  clusterAdd4user,
  clusterAgree,
  clusterAll,
  clusterJoined,
} from '../../src/people/groups/contract.ts'
import { creditApplyOperate, staffCreditConfirm, staffCreditRaise } from '../../src/money/credit/contract.ts'
import { ownInviteCode, recordTie } from '../../src/people/invitations/actions.ts'
import { bindToPromoter } from '../../src/money/promotion/actions.ts'
import { staffGroupVerify } from '../../src/people/groups/staff-contract.ts'
import { firms, type Kind, organizationOf, personName, topics, universities } from './people.ts'
import type { Actor, World } from './world.ts'

interface Place {
  name: string
  area: string
  street: string
}

/** The promoter and the professor of the small demo. */
const PROMOTER = '13800000005'
const PROFESSOR = '13800000001'

const passwordHash = hashPassword(DEMO_PASSWORD)

async function addPerson(world: World, kind: Kind, place: Place, phone: string, teacher?: Actor): Promise<Actor> {
  const name = personName(world.random)
  const { system } = world.app
  const id =
    (await createCustomer(system, { phone, passwordHash: await passwordHash })) ??
    (await customerIdOf(system, phone)) ??
    0
  await giveConsent(system, id, await currentConsent(system))
  await completeProfile(system, id, {
    ...{ name, email: `${phone}@demo.example`, organization: organizationOf[kind], company: place.name },
    teacher: teacher?.name ?? '',
    teacher_phone: teacher?.phone ?? '',
    teacher_mail: teacher ? `${teacher.phone}@demo.example` : '',
    address_code: place.area,
    address: place.street,
  })
  const token = await world.token('customer', id)
  const actor: Actor = { id, token, phone, name, kind, company: place.name, area: place.area, street: place.street }
  world.people.push(actor)
  return actor
}

/** A customer of the small demo, which has a published password. */
async function known(world: World, phone: string, kind: Kind): Promise<Actor> {
  const id = (await customerIdOf(world.app.system, phone)) ?? 0
  const { name, company, areaCode, address } = await customerOf(world.app.system, id)
  const token = await world.token('customer', id)
  const actor: Actor = { id, token, phone, name, kind, company, area: areaCode, street: address }
  world.people.push(actor)
  return actor
}

/** Groups of professors and firms with their members, and people on their own: some sixty customers. */
export async function gatherPeople(world: World): Promise<void> {
  const { random } = world
  let next = 13_800_000_100
  const phone = () => String(next++)
  await knownGroup(world)
  for (const place of universities) {
    const teacher = await addPerson(world, 'teacher', place, phone())
    const students: Actor[] = []
    for (let n = random.whole(3, 5); n > 0; n--)
      students.push(await addPerson(world, 'student', place, phone(), teacher))
    const name = `${teacher.name}课题组（演示）`
    await foundGroup(world, {
      owner: teacher,
      members: students.slice(0, -1),
      name,
      kind: 'institute',
      note: random.pick(topics),
    })
  }
  const promoter = await customerIdOf(world.app.system, PROMOTER)
  const professor = await customerIdOf(world.app.system, PROFESSOR)
  for (const place of firms.slice(1)) {
    const buyer = await addPerson(world, 'firm', place, phone())
    if (random.chance(0.6)) await broughtBy(world, promoter, buyer)
    if (random.chance(0.4)) await addPerson(world, 'firm', place, phone())
  }
  for (let n = 0; n < 7; n++) {
    const place = { name: '个人（演示）', area: '310115', street: `张江路 ${88 + n} 号` }
    const friend = await addPerson(world, 'individual', place, phone())
    await broughtBy(world, random.pick([promoter, professor, undefined]), friend)
  }
  await known(world, '13800000003', 'firm')
  await known(world, '13800000004', 'individual')
}

/** A new customer came by the link of another one: of a promoter, who earns rebates, or of a friend, who earns points. */
async function broughtBy(world: World, inviterId: number | undefined, friend: Actor): Promise<void> {
  if (inviterId === undefined) return
  const { system } = world.app
  await recordTie(system, { friendId: friend.id, inviterId, code: await ownInviteCode(system, inviterId) })
  await bindToPromoter(system, friend.id)
}

async function knownGroup(world: World): Promise<void> {
  const owner = await known(world, '13800000001', 'teacher')
  const { list } = await world.call(clusterAll, {}, owner)
  const no = list[0]?.groupNo
  if (no !== undefined) owner.group = { no, owner }
  for (const phone of ['13800000002', '13800000005', '13800000006', '13800000007']) {
    const student = await known(world, phone, 'student')
    student.group = owner.group
  }
}

async function foundGroup(
  world: World,
  group: { owner: Actor; members: Actor[]; name: string; kind: 'institute' | 'enterprise'; note: string },
): Promise<void> {
  const { owner, members, name, kind, note } = group
  const { groupNo } = await world.call(clusterAdd, { name, unit: owner.company, kind, note }, owner)
  await world.byStaff('manager', staffGroupVerify, { groupNo, version: 1, creditFen: 1_000_000 })
  owner.group = { no: groupNo, owner }
  await raiseCredit(world, owner)
  for (const [n, member] of members.entries()) {
    const role = n === 0 ? 'manager' : 'member'
    const limits = n > 1 ? { monthLimitFen: 500_000, approvalAboveFen: 150_000 } : {}
    await world.call(clusterAdd4user, { groupNo, phone: member.phone, role, ...limits } as never, owner)
    const { list } = await world.call(clusterJoined, { part: 'invited' }, member)
    if (list[0]) await world.call(clusterAgree, { memberId: list[0].memberId }, member)
    member.group = { no: groupNo, owner }
  }
}

/** Finance grants what the group asks for; a second person confirms. */
async function raiseCredit(world: World, owner: Actor): Promise<void> {
  const asked = { op: 'apply', wantedFen: 5_000_000, reason: '课题组每月约二十个订单' } as const
  const { application } = await world.call(creditApplyOperate, asked, owner, {
    headers: { account: owner.group?.no ?? '' },
  })
  if (!application) return
  const { id: applicationId } = application
  await world.byStaff('finance', staffCreditRaise, { applicationId, version: 1, grantedFen: 5_000_000 })
  await world.byStaff('finance2', staffCreditConfirm, { applicationId, version: 2 })
}
