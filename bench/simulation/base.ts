import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { seedCatalogue } from '../../demo/catalogue/seed.ts'
import { seedCoupons } from '../../demo/coupons.ts'
import { seedPeople } from '../../demo/groups.ts'
import { seedPoints } from '../../demo/points.ts'
import { seedPrestore } from '../../demo/prestore.ts'
import { seedSettings } from '../../demo/settings.ts'
import { TEST_PASSWORD, TEST_START, testApp, type TestApp } from '../../src/app/testing/test-app.ts'
import { openTestDatabase } from '../../src/app/testing/test-database.ts'
import { writeSettings } from '../../src/core/settings/actions.ts'
import { createStaff, staffIdOf } from '../../src/core/staff/actions.ts'
import { bindToPromoter } from '../../src/money/promotion/actions.ts'
import { openCredit } from '../../src/money/credit/actions.ts'
import { customerIdOf } from '../../src/people/customers/actions.ts'
import { ownInviteCode, recordTie } from '../../src/people/invitations/actions.ts'
import { clusterAdd4user, clusterAgree, clusterAll, clusterJoined } from '../../src/people/groups/contract.ts'
import { DEMO_PASSWORD } from '../../src/people/customers/password-rules.ts'
import { openSession } from '../../src/platform/auth/sessions.ts'
import { tokenHash } from '../../src/platform/auth/tokens.ts'
import type { Database } from '../../src/platform/db/db.ts'
import { sql } from '../../src/platform/db/sql.ts'
import { addDays } from '../../src/platform/time.ts'
import { addServiceTypes } from '../../src/shop/catalogue/service-type-actions.ts'
import { deviceSearch } from '../../src/shop/catalogue/contract.ts'
import type { ParameterForm } from '../../src/shop/catalogue/forms/form-rules.ts'
import type { SampleForm } from '../../src/shop/catalogue/requirements/requirement-rules.ts'
import { deviceDetail } from '../../src/shop/site/contract.ts'

export type Kind = 'student' | 'teacher' | 'firm' | 'individual'

export interface Person {
  name: string
  kind: Kind
  id: number
  token: string
  phone: string
  password: string
  /** The group of the demo that may pay for this person. */
  groupNo: string
  /** May decide in the name of the group. */
  decides: boolean
}

export interface Project {
  rid: number
  typeId: number
  form: ParameterForm
  forms: SampleForm[]
}

export const staffNames = [
  ...(['manager', 'manager2', 'lab', 'lab2', 'reviewer', 'reviewer2', 'finance', 'finance2', 'logistics'] as const),
  ...(['editor', 'admin'] as const),
]
export type StaffName = (typeof staffNames)[number]

/** A laboratory that was opened this morning: the catalogue, its staff and twelve customers. Every run begins with a copy. */
export interface Base {
  dump: Blob
  people: Person[]
  staff: Record<StaffName, { id: number; token: string }>
  projects: Project[]
  /** Who brought the friends by a link, and since when they are bound. */
  promoterId: number
  friendIds: number[]
  boundAt: Date
  /** Who invited whom; a promoter earns rebates of the friend instead of points. */
  ties: { inviterId: number; friendId: number; earnsRebates: boolean }[]
}

/** Short times, so that bindings end and rebates become available within the days of a run. */
export const BINDING = { days: 18 }
export const REBATE_RULE = {
  ...{ from: '2025-01-01', rateBp: 500, types: [{ typeId: 3, rateBp: 800 }], categories: [] },
  ...{ bindDays: BINDING.days, windowDays: 3, taxNote: '' },
}
export const INVITE_RULE = {
  from: '2025-01-01',
  inviterPoints: 200,
  friendPoints: 100,
  leastFen: 10_000,
  windowDays: 2,
}
const PROMOTER = '13800000005'

export const START = TEST_START
const known: [string, string, Kind, boolean, boolean][] = [
  ['professor', '13800000001', 'teacher', true, true],
  ['member', '13800000002', 'student', true, false],
  ['groupManager', '13800000005', 'student', true, true],
  ['limited', '13800000006', 'student', true, false],
  ['asking', '13800000007', 'student', true, false],
  ['firm', '13800000003', 'firm', false, false],
  ['individual', '13800000004', 'individual', false, false],
]
/** The last ones registered with the link of the promoter. */
const others: [string, Kind, 0 | 1 | 2 | 3, boolean][] = [
  ['guest', 'individual', 1, false],
  ['teacher', 'teacher', 3, false],
  ['otherFirm', 'firm', 2, true],
  ['student', 'student', 0, true],
  ['otherIndividual', 'individual', 1, true],
]

let made: Promise<Base> | undefined
export function base(): Promise<Base> {
  return (made ??= makeBase())
}

async function makeBase(): Promise<Base> {
  const { database, close } = await openTestDatabase()
  const folder = await mkdtemp(join(tmpdir(), 'mingxi-base-'))
  const app = await testApp(
    { DATA_DIR: folder },
    { open: async () => ({ database, url: undefined, close: async () => {} }) },
  )
  try {
    await seedLaboratory(app)
    const people = await gathered(app)
    const staff = {} as Base['staff']
    for (const name of staffNames) {
      const id = (await staffIdOf(app.system, `${name}@demo`)) ?? 0
      staff[name] = { id, token: await lastingToken(app, 'staff', id) }
    }
    const projects = await projectsOf(app)
    const friendIds = people.slice(-others.filter(([, , , isFriend]) => isFriend).length).map(({ id }) => id)
    const promoterId = people.find(({ phone }) => phone === PROMOTER)?.id ?? 0
    const ties = await invited(app, people, promoterId, friendIds)
    await app.drain()
    await app.db.script('checkpoint')
    const dump = await (database as Database & { dump: () => Promise<Blob> }).dump()
    const rest = { people, staff, projects, promoterId, friendIds, boundAt: START, ties }
    return { dump: new Blob([await dump.arrayBuffer()]), ...rest }
  } finally {
    await app.close()
    await close()
    await rm(folder, { recursive: true, force: true })
  }
}

/** The demo laboratory without its texts and instruments, which no step needs. */
async function seedLaboratory({ system }: TestApp): Promise<void> {
  await seedSettings(system)
  await seedCatalogue(system)
  await addServiceTypes(system)
  await seedPeople(system)
  // A colleague of the account manager, who signs in with nothing, for work that two of them share.
  await createStaff(system, { account: 'manager2@demo', name: '周明', role: 'manager', passwordHash: '' })
  await seedPrestore(system)
  await writeSettings(system, { rebateRules: [REBATE_RULE], inviteRules: [INVITE_RULE] })
  await seedPoints(system, await seedCoupons(system))
}

async function gathered(app: TestApp): Promise<Person[]> {
  const people: Person[] = []
  for (const [name, phone, kind, inGroup, decides] of known) {
    const id = (await customerIdOf(app.system, phone)) ?? 0
    const token = await lastingToken(app, 'customer', id)
    people.push({ name, kind, id, token, phone, password: DEMO_PASSWORD, groupNo: inGroup ? 'own' : '', decides })
  }
  for (const [name, kind, type, isFriend] of others) {
    const { id, phone } = await app.customer(type)
    if (isFriend) {
      await broughtBy(app, people.find((person) => person.phone === PROMOTER)?.id ?? 0, id)
      await bindToPromoter(app.system, id)
    }
    if (kind === 'student' || kind === 'teacher') await openCredit(app.system, id, 1_000_000)
    const token = await lastingToken(app, 'customer', id)
    people.push({ name, kind, id, token, phone, password: TEST_PASSWORD, groupNo: '', decides: false })
  }
  const [owner] = people
  const { list } = await app.call(clusterAll, {}, { as: owner })
  for (const person of people) if (person.groupNo) person.groupNo = list[0]?.groupNo ?? ''
  await joinedGroup(app, owner as Person, people.at(-1) as Person)
  return people
}

/** A friend of the promoter is in the group for which the promoter decides: such an order is paid by the promoter and earns nothing. */
async function joinedGroup(app: TestApp, owner: Person, friend: Person): Promise<void> {
  const { groupNo } = owner
  await app.call(clusterAdd4user, { groupNo, phone: friend.phone, role: 'member', monthLimitFen: null }, { as: owner })
  const { list } = await app.call(clusterJoined, { part: 'invited' }, { as: friend })
  await app.call(clusterAgree, { memberId: list[0]?.memberId ?? 0 }, { as: friend })
  friend.groupNo = groupNo
}

/** As if the friend had registered with the link of the inviter, from a device of their own. */
async function broughtBy(app: TestApp, inviterId: number, friendId: number): Promise<void> {
  const code = await ownInviteCode(app.system, inviterId)
  const request = { ...app.system.request, ip: `10.1.1.${friendId % 250}`, userAgent: `Browser/${friendId}` }
  await recordTie({ ...app.system, request }, { friendId, inviterId, code })
}

/** Friends of somebody who is no promoter, beside those of the promoter. */
async function invited(app: TestApp, people: readonly Person[], promoterId: number, friendIds: readonly number[]) {
  const idOf = (wanted: string) => people.find(({ name }) => name === wanted)?.id ?? 0
  const ties = ['teacher', 'firm'].map((friend) => ({ inviterId: idOf('individual'), friendId: idOf(friend) }))
  for (const { inviterId, friendId } of ties) await broughtBy(app, inviterId, friendId)
  return [
    ...ties.map((tie) => ({ ...tie, earnsRebates: false })),
    ...friendIds.map((friendId) => ({ inviterId: promoterId, friendId, earnsRebates: true })),
  ]
}

/** A session that outlives every run. */
async function lastingToken(app: TestApp, kind: 'staff' | 'customer', id: number): Promise<string> {
  const { token } = await openSession(app.system, kind, id)
  await makeLasting(app.db, token)
  return token
}

export async function makeLasting(db: Database, token: string): Promise<void> {
  const end = addDays(START, 4000)
  await db.run(sql`
    update sessions set access_expires_at = ${end}, refresh_expires_at = ${end}, used_at = ${end} where access_hash = ${tokenHash(token)}`)
}

async function projectsOf(app: TestApp): Promise<Project[]> {
  const { list } = await app.call(deviceSearch, { page: 1, size: 50 })
  const projects: Project[] = []
  for (const { rid, typeId } of list) {
    const { form, content } = await app.call(deviceDetail, { rid })
    const forms = content.requirements.filter(({ accepted }) => accepted).map((each) => each.form)
    projects.push({ rid, typeId, form, forms })
  }
  return projects
}
