import { hashPassword } from '../src/platform/auth/passwords.ts'
import type { Ctx } from '../src/platform/http/ctx.ts'
import { createStaff, staffIdOf } from '../src/core/staff/actions.ts'
import { DEMO_STAFF_PASSWORD, type Role } from '../src/core/staff/rules.ts'
import { createCustomer, customerIdOf } from '../src/people/customers/actions.ts'
import { currentConsent, giveConsent } from '../src/people/customers/consent-actions.ts'
import { DEMO_PASSWORD } from '../src/people/customers/password-rules.ts'
import { completeProfile } from '../src/workspace/account/profile-actions.ts'
import type { ProfileValues } from '../src/people/customers/profile-rules.ts'

/** Two laboratory technicians and two reviewers, because the tester of a sample must not release its result. */
const staff: { account: string; name: string; role: Role; phone: string; email?: string }[] = [
  { account: 'manager@demo', name: '周敏', role: 'manager', phone: '13900000001' },
  { account: 'lab@demo', name: '陈立', role: 'lab', phone: '13900000002' },
  { account: 'lab2@demo', name: '孙悦', role: 'lab', phone: '13900000003' },
  { account: 'reviewer@demo', name: '何清', role: 'reviewer', phone: '13900000004' },
  { account: 'reviewer2@demo', name: '高远', role: 'reviewer', phone: '13900000005' },
  { account: 'finance@demo', name: '林静', role: 'finance', phone: '13900000006' },
  { account: 'finance2@demo', name: '马骁', role: 'finance', phone: '13900000007' },
  { account: 'logistics@demo', name: '郭强', role: 'logistics', phone: '13900000008' },
  { account: 'editor@demo', name: '唐果', role: 'editor', phone: '13900000009' },
  {
    account: 'admin@demo',
    name: '管理员',
    role: 'admin',
    phone: '13900000010',
    email: 'admin@demo.example',
  },
]

type DemoCustomer = ProfileValues & { phone: string }

const customers: DemoCustomer[] = [
  {
    phone: '13800000001',
    name: '王建国',
    email: 'teacher@demo.example',
    organization: 3,
    company: '滨湖大学材料学院（演示）',
    teacher: '',
    teacher_phone: '',
    teacher_mail: '',
    address_code: '320211',
    address: '滨湖大道18号材料楼305室',
  },
  {
    phone: '13800000002',
    name: '李晓雯',
    email: 'student@demo.example',
    organization: 0,
    company: '滨湖大学材料学院（演示）',
    teacher: '王建国',
    teacher_phone: '13800000001',
    teacher_mail: 'teacher@demo.example',
    address_code: '320211',
    address: '滨湖大道18号研究生公寓6栋',
  },
  {
    phone: '13800000003',
    name: '赵敏华',
    email: 'enterprise@demo.example',
    organization: 2,
    company: '苏州新材料科技有限公司（演示）',
    teacher: '',
    teacher_phone: '',
    teacher_mail: '',
    address_code: '320571',
    address: '星湖街328号创意产业园5栋',
  },
  {
    phone: '13800000004',
    name: '刘一凡',
    email: 'individual@demo.example',
    organization: 1,
    company: '自由职业（演示）',
    teacher: '',
    teacher_phone: '',
    teacher_mail: '',
    address_code: '310115',
    address: '张江路88弄12号602室',
  },
]

/** Adds demo staff and customers with a published password. Refused outside a demo; running it again changes nothing. */
export async function seedAccounts(ctx: Ctx): Promise<void> {
  if (!ctx.config.demo) throw new Error('demo accounts exist in a demo only: DEMO is off')
  // When the last account exists, all do, and no password needs to be hashed.
  const last = customers.at(-1)
  if (last && (await customerIdOf(ctx, last.phone)) !== undefined) return
  // The password is published, so all accounts can share one hash, which saves a dozen slow computations.
  const staffHash = await hashPassword(DEMO_STAFF_PASSWORD)
  for (const person of staff) {
    if ((await staffIdOf(ctx, person.account)) === undefined) {
      await createStaff(ctx, { ...person, passwordHash: staffHash })
    }
  }
  const customerHash = await hashPassword(DEMO_PASSWORD)
  for (const person of customers) await seedCustomer(ctx, person, customerHash)
}

async function seedCustomer(ctx: Ctx, { phone, ...profile }: DemoCustomer, passwordHash: string): Promise<void> {
  const id = await createCustomer(ctx, { phone, passwordHash })
  if (id === undefined) return
  await giveConsent(ctx, id, await currentConsent(ctx))
  await completeProfile(ctx, id, profile)
}
