import { type Checked, importKind, type RowRefused, type Written } from '../../../core/imports/kind-actions.ts'
import { staffInRole, namesOfStaff } from '../../../core/staff/actions.ts'
import { type AuditEntry, recordAudits } from '../../../platform/http/audit.ts'
import type { Ctx, Staff } from '../../../platform/http/ctx.ts'
import type { HeldData } from '../../../platform/held-data.ts'
import { customerImportErrors } from '../errors.ts'
import { customerRow, type CustomerRowValues } from './import-contract.ts'
import {
  customersByPhones,
  fieldsOf,
  type ImportedFields,
  insertImported,
  loadsOfAdvisors,
  lockByPhones,
  type PhoneRow,
  setImported,
} from './import-store.ts'
import { type Made, undoCustomers } from './import-undo-actions.ts'
import { maskEmail, maskPhone } from '../rules.ts'

/** `held`: what slices hold about a customer; an account that something rests on is not taken back. */
export const customerImport = (held: () => readonly HeldData[]) =>
  importKind<CustomerRowValues, Made, Advisors>({
    name: 'customers',
    label: '客户',
    about:
      '按手机号导入客户。没有账户的手机号会建立账户，客户用短信验证码登录后补全资料；已有账户只补充空白的资料和调整客户经理，客户已填写的内容不会被改动。',
    action: 'customer.import',
    keyLabel: '手机号',
    columns: [
      {
        key: 'phone',
        head: '手机号',
        hint: '11 位手机号，一个手机号一行',
        example: '13912345678',
        required: true,
        mask: maskPhone,
      },
      { key: 'name', head: '姓名', hint: '最多 30 个字', example: '王示例', required: true, mask: maskName },
      { key: 'userType', head: '用户类型', hint: '学生、老师、个人或企业', example: '老师' },
      { key: 'company', head: '单位', hint: '学校学院或公司，最多 100 个字', example: '示例大学材料学院' },
      { key: 'email', head: '邮箱', hint: '用于接收通知', example: 'wang@example.com', mask: maskEmail },
      { key: 'teacher', head: '导师', hint: '学生填写导师或负责人', example: '' },
      { key: 'advisor', head: '客户经理', hint: '在职客户经理的姓名；不填时自动分配', example: '' },
    ],
    schema: customerRow,
    keyOf: ({ phone }) => phone,
    check: checkCustomers,
    prepare: advisorsNow,
    independent: true,
    write: writeCustomers,
    undo: (ctx, rows) => undoCustomers(ctx, held(), rows),
  })

/** The accounts of persons by phone, for imports of what belongs to them. */
export async function accountsByPhone(
  ctx: Pick<Ctx, 'db'>,
  phones: readonly string[],
): Promise<Map<string, { id: number; disabledAt: Date | null }>> {
  return new Map((await customersByPhones(ctx.db, phones)).map((row) => [row.phone, row]))
}

async function checkCustomers(ctx: Ctx<Staff>, rows: readonly CustomerRowValues[]): Promise<Checked[]> {
  const found = await customersByPhones(
    ctx.db,
    rows.map(({ phone }) => phone),
  )
  const byPhone = new Map(found.map((row) => [row.phone, row]))
  const { byName } = await advisorsNow(ctx)
  return rows.map((values) => checked(values, byPhone.get(values.phone), byName))
}

interface Advisors {
  /** A name that two account managers share stands for none. */
  byName: ReadonlyMap<string, number | undefined>
  /** How many customers each of them has, with those of this part. */
  loads: { id: number; count: number }[]
}

async function advisorsNow(ctx: Pick<Ctx, 'db'>): Promise<Advisors> {
  const ids = await staffInRole(ctx, 'manager')
  const byName = new Map<string, number | undefined>()
  for (const [id, name] of await namesOfStaff(ctx, ids)) byName.set(name, byName.has(name) ? undefined : id)
  return { byName, loads: await loadsOfAdvisors(ctx.db, ids) }
}

/** The one who has the fewest customers, as at a registration. */
function nextAdvisor({ loads }: Advisors): number | undefined {
  const least = loads.toSorted((a, b) => a.count - b.count || a.id - b.id)[0]
  if (least) least.count += 1
  return least?.id
}

function checked(
  values: CustomerRowValues,
  account: PhoneRow | undefined,
  advisors: ReadonlyMap<string, number | undefined>,
): Checked {
  const faults: { column: string; reason: string }[] = []
  if (values.advisor !== '' && advisors.get(values.advisor) === undefined)
    faults.push({ column: 'advisor', reason: `没有名为「${values.advisor}」的客户经理，或有重名` })
  if (account?.disabledAt) faults.push({ column: 'phone', reason: '该手机号的账户已停用' })
  else if (account)
    for (const { column, label } of own)
      if (isFilled(account[column]) && isFilled(values[column]) && account[column] !== values[column])
        faults.push({ column, reason: `与账户中已有的${label}不同；已有的资料由客户本人修改` })
  if (faults.length > 0) return { outcome: 'faulty', faults, customerId: account?.id }
  if (!account) return { outcome: 'new' }
  const after = merged(account, values, advisors.get(values.advisor))
  const changes = [...own, { column: 'advisorId' as const, label: '客户经理' }].filter(
    ({ column }) => after[column] !== account[column],
  )
  if (changes.length === 0) return { outcome: 'unchanged', customerId: account.id }
  return { outcome: 'changed', customerId: account.id, note: `补充${changes.map(({ label }) => label).join('、')}` }
}

/** What customers fill in themselves. */
const own = [
  { column: 'name', label: '姓名' },
  { column: 'userType', label: '用户类型' },
  { column: 'company', label: '单位' },
  { column: 'email', label: '邮箱' },
  { column: 'teacher', label: '导师' },
] as const

const isFilled = (value: string | number | null) => value !== '' && value !== null

function merged(before: ImportedFields, values: CustomerRowValues, advisorId: number | undefined): ImportedFields {
  return {
    name: before.name || values.name,
    userType: before.userType ?? values.userType,
    company: before.company || values.company,
    email: before.email || values.email,
    teacher: before.teacher || values.teacher,
    advisorId: advisorId ?? before.advisorId,
  }
}

interface Plan {
  phone: string
  account: PhoneRow | undefined
  after: ImportedFields
}

/** The accounts of the rows are locked, in the order of their phones, so that two imports of the same phones do not wait for each other. */
async function writeCustomers(
  ctx: Ctx<Staff>,
  rows: readonly CustomerRowValues[],
  known: Advisors,
): Promise<(Written | RowRefused)[]> {
  const locked = await lockByPhones(
    ctx.db,
    rows.map(({ phone }) => phone),
  )
  const accounts = new Map(locked.map((row) => [row.phone, row]))
  const planned = rows.map((values) => plannedFor(values, accounts.get(values.phone), known))
  const plans = planned.filter((plan): plan is Plan => 'after' in plan)
  const fresh = plans.filter(({ account }) => !account).map(({ phone, after }) => ({ phone, fields: after }))
  const created = new Map((await insertImported(ctx.db, fresh, ctx.clock.now())).map(({ phone, id }) => [phone, id]))
  await setImported(
    ctx.db,
    plans.flatMap(({ account, after }) => (account ? [{ id: account.id, fields: after }] : [])),
  )
  const results = planned.map((plan) => writtenBy(plan, created))
  await recordAudits(
    ctx,
    results.flatMap((result) => ('refused' in result ? [] : [auditOf(result.made)])),
  )
  return results
}

function plannedFor(values: CustomerRowValues, account: PhoneRow | undefined, known: Advisors): Plan | RowRefused {
  const found = checked(values, account, known.byName)
  if (found.outcome === 'faulty') return { refused: found.faults[0]?.reason ?? customerImportErrors.rowChanged.message }
  const advisorId = known.byName.get(values.advisor)
  const after = account ? merged(account, values, advisorId) : merged(nobody, values, advisorId ?? nextAdvisor(known))
  return { phone: values.phone, account, after }
}

/** A new account without an id: somebody else has made one with this phone meanwhile. */
function writtenBy(
  plan: Plan | RowRefused,
  created: ReadonlyMap<string, number>,
): RowRefused | { made: Made; customerId: number } {
  if ('refused' in plan) return plan
  const { phone, account, after } = plan
  const id = account?.id ?? created.get(phone)
  if (id === undefined) return { refused: customerImportErrors.rowChanged.message }
  return { made: { id, before: account ? fieldsOf(account) : null, after }, customerId: id }
}

function auditOf({ id, before, after }: Made): AuditEntry {
  const about = { action: 'customer.import', subject: `customer:${id}`, after: { ...after } }
  return before ? { ...about, before: { ...before } } : about
}

const nobody: ImportedFields = { name: '', userType: null, company: '', email: '', teacher: '', advisorId: null }

function maskName(name: string): string {
  return name === '' ? '' : `${[...name][0]}**`
}
