import { hashPassword } from '../src/platform/auth/passwords.ts'
import { seedPromoter } from './promotion.ts'
import { type Ctx, type Customer, inTx, type Staff } from '../src/platform/http/ctx.ts'
import { completeProfile } from '../src/workspace/account/profile-actions.ts'
import { seedAccounts } from './accounts.ts'
import { staffIdOf } from '../src/core/staff/actions.ts'
import { createCustomer, customerIdOf } from '../src/people/customers/actions.ts'
import { currentConsent, giveConsent } from '../src/people/customers/consent-actions.ts'
import { DEMO_PASSWORD } from '../src/people/customers/password-rules.ts'
import { foundGroup, type GroupFields } from '../src/people/groups/group-actions.ts'
import { agreeMember, inviteMember } from '../src/people/groups/members/member-actions.ts'
import { ownGroups } from '../src/people/groups/read-actions.ts'
import { type Limits, noLimits } from '../src/people/groups/rules.ts'
import { ridsBySlug } from '../src/shop/catalogue/actions.ts'
import type { Group } from '../src/people/groups/store.ts'
import { groupForStaff, verifyGroup } from '../src/people/groups/staff-actions.ts'

const TEACHER = '13800000001'
const STUDENT = '13800000002'
const ENTERPRISE = '13800000003'
const UNIT = '滨湖大学材料学院（演示）'

/** Students of the demo professor, beside the one with an account of the demo. */
const students = [
  { phone: '13800000005', name: '陈思远' },
  { phone: '13800000006', name: '周雨桐' },
  { phone: '13800000007', name: '吴昊' },
]

const XRD = 'xrd'

/** `projects`: limits of a month in fen by project of the catalogue. */
const inGroup: {
  phone: string
  role: 'manager' | 'member'
  limits: Partial<Limits>
  projects?: Record<string, number>
}[] = [
  { phone: STUDENT, role: 'member', limits: { monthLimitFen: 300_000, approvalAboveFen: 100_000 } },
  { phone: '13800000005', role: 'manager', limits: {} },
  { phone: '13800000006', role: 'member', limits: { monthLimitFen: 100_000 }, projects: { [XRD]: 50_000 } },
  { phone: '13800000007', role: 'member', limits: { approvalAboveFen: 0 } },
]

/**
 * The accounts of the demo with their groups: a professor with four students, whose group is verified, and the group of a firm that waits for
 * it, and a promoter. All of it is written at once, so the last student exists only when everything does.
 */
export async function seedPeople(ctx: Ctx): Promise<void> {
  const last = students.at(-1)
  if (last && (await customerIdOf(ctx, last.phone)) !== undefined) return
  await seedAccounts(ctx)
  await inTx(ctx, async (inner) => {
    await seedGroups(inner)
    await seedPromoter(inner)
  })
}

async function seedGroups(ctx: Ctx): Promise<void> {
  const teacher = await customerIdOf(ctx, TEACHER)
  if (teacher === undefined) return
  const passwordHash = await hashPassword(DEMO_PASSWORD)
  for (const { phone, name } of students) await addStudent(ctx, phone, name, passwordHash)
  const group = await foundGroup(as(ctx, teacher), {
    name: '王建国课题组（演示）',
    unit: UNIT,
    kind: 'institute',
    note: '纳米催化与表面分析',
  })
  await verify(ctx, group)
  const rids = await ridsBySlug(ctx, [XRD])
  for (const { phone, role, limits, projects = {} } of inGroup) {
    const projectLimits = Object.fromEntries(
      Object.entries(projects).flatMap(([slug, fen]) => (rids.has(slug) ? [[String(rids.get(slug)), fen]] : [])),
    )
    await inviteMember(as(ctx, teacher), { ...noLimits, ...limits, projectLimits, groupNo: group.groupNo, phone, role })
    const id = await customerIdOf(ctx, phone)
    if (id === undefined) continue
    const { list } = await ownGroups(as(ctx, id), { part: 'invited', page: 1, size: 1 })
    if (list[0]) await agreeMember(as(ctx, id), list[0].memberId)
  }
  await seedFirm(ctx)
}

async function seedFirm(ctx: Ctx): Promise<void> {
  const enterprise = await customerIdOf(ctx, ENTERPRISE)
  if (enterprise === undefined) return
  const fields: GroupFields = {
    name: '苏州新材料研发部（演示）',
    unit: '苏州新材料科技有限公司（演示）',
    kind: 'enterprise',
    note: '',
  }
  await foundGroup(as(ctx, enterprise), fields)
}

async function addStudent(ctx: Ctx, phone: string, name: string, passwordHash: string): Promise<void> {
  const id = await createCustomer(ctx, { phone, passwordHash })
  if (id === undefined) return
  await giveConsent(ctx, id, await currentConsent(ctx))
  await completeProfile(ctx, id, {
    name,
    email: `${phone}@demo.example`,
    organization: 0,
    company: UNIT,
    teacher: '王建国',
    teacher_phone: TEACHER,
    teacher_mail: 'teacher@demo.example',
    address_code: '320211',
    address: '滨湖大道18号研究生公寓6栋',
  })
}

async function verify(ctx: Ctx, { groupNo }: Group): Promise<void> {
  const id = await staffIdOf(ctx, 'manager@demo')
  if (id === undefined) return
  const staff: Ctx<Staff> = {
    ...ctx,
    actor: { kind: 'staff', id, role: 'manager', actions: null, name: 'manager@demo', sessionId: 0 },
  }
  const { version } = await groupForStaff(staff, groupNo)
  await verifyGroup(staff, { groupNo, version })
}

function as(ctx: Ctx, id: number): Ctx<Customer> {
  return { ...ctx, actor: { kind: 'customer', id, sessionId: 0 } }
}
