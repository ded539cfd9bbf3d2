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
import { addDays } from '../../src/platform/time.ts'
import { type Actor, isWorkday, type Life, type World } from './world.ts'

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

/** The customers of the small demo, who are there from the first day. */
export async function gatherAccounts(world: World): Promise<void> {
  await knownGroup(world)
  await known(world, '13800000003', 'firm')
  await known(world, '13800000004', 'individual')
}

/** Universities that send samples from the first week on; everybody else joins during the first three quarters of the life. */
const AT_ONCE = 2
const DAY_MS = 86_400_000
const JOINED_BY = 0.75

/** Groups of professors and firms with their members, and people on their own: some sixty customers, who join one place after the other. */
export async function* joining(world: World, joined: (people: Actor[]) => void): Life {
  let next = 13_800_000_100
  const from = world.now
  const steps = places(world, () => String(next++))
  const days = ((world.until.getTime() - from.getTime()) * JOINED_BY) / DAY_MS
  for (const [nth, step] of steps.entries()) {
    if (nth >= AT_ONCE)
      yield workday(world, addDays(from, Math.round((days * (nth + 1 - AT_ONCE)) / (steps.length - AT_ONCE))))
    const already = world.people.length
    await step()
    joined(world.people.slice(already))
  }
}

/** An hour of work of this day, or of the next one on which people work. */
function workday(world: World, day: Date): Date {
  let at = day
  while (!isWorkday(at)) at = addDays(at, 1)
  return new Date(at.getTime() + world.random.whole(-180, 300) * 60_000)
}

/** What makes each place a customer. */
function places(world: World, phone: () => string): (() => Promise<unknown>)[] {
  const schools = universities.map((place) => () => university(world, place, phone))
  const companies = firms.slice(1).map((place) => () => firm(world, place, phone))
  const own = Array.from({ length: 7 }, (_, n) => () => individual(world, n, phone()))
  const rest = [...schools.slice(AT_ONCE), ...companies, ...own].map((step) => ({ step, place: world.random.next() }))
  const mixed = rest.toSorted((left, right) => left.place - right.place).map(({ step }) => step)
  return [...schools.slice(0, AT_ONCE), ...mixed]
}

async function university(world: World, place: Place, phone: () => string): Promise<void> {
  const { random } = world
  const owner = await addPerson(world, 'teacher', place, phone())
  const students: Actor[] = []
  for (let n = random.whole(3, 5); n > 0; n--) students.push(await addPerson(world, 'student', place, phone(), owner))
  const name = `${owner.name}课题组（演示）`
  const members = students.slice(0, -1)
  await foundGroup(world, { owner, members, name, kind: 'institute', note: random.pick(topics) })
}

async function firm(world: World, place: Place, phone: () => string): Promise<void> {
  const buyer = await addPerson(world, 'firm', place, phone())
  if (world.random.chance(0.6)) await broughtBy(world, await customerIdOf(world.app.system, PROMOTER), buyer)
  if (world.random.chance(0.4)) await addPerson(world, 'firm', place, phone())
}

async function individual(world: World, nth: number, phone: string): Promise<void> {
  const { system } = world.app
  const place = { name: '个人（演示）', area: '310115', street: `张江路 ${88 + nth} 号` }
  const friend = await addPerson(world, 'individual', place, phone)
  const inviters = [await customerIdOf(system, PROMOTER), await customerIdOf(system, PROFESSOR), undefined]
  await broughtBy(world, world.random.pick(inviters), friend)
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
