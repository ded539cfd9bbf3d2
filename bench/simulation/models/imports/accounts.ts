import type { Database } from '../../../../src/platform/db/db.ts'
import { sql } from '../../../../src/platform/db/sql.ts'
import type { World } from '../../world.ts'
import { addressText } from './addresses.ts'
import { type Account, type Facts, samplesNow } from './tables.ts'

/** The numbers of the specification. */
export const userTypes: Record<number, string> = { 0: '学生', 1: '个人', 2: '企业', 3: '老师' }

interface Stored {
  id: number
  phone: string
  name: string
  userType: number | null
  company: string
  email: string
  teacher: string
  advisor: string | null
  isCompleted: boolean
}

/** The accounts of these phones as they are stored. */
export async function accountsOf(db: Database, phones: Iterable<string>): Promise<Map<string, Account>> {
  const rows = await db.rows<Stored>(sql`
    select c.id, c.phone, c.name, c.user_type, c.company, c.email, c.teacher, s.name as advisor, c.profile_completed_at is not null as is_completed
    from customers c left join staff s on s.id = c.advisor_id where c.phone = any(${[...phones]}::text[]) order by c.id`)
  const kept = await db.rows<{ customerId: number; isDefault: boolean } & Record<string, string>>(sql`
    select customer_id, name, phone, area_code, address, is_default from addresses
    where customer_id = any(${rows.map(({ id }) => id)}::bigint[]) order by id`)
  return new Map(
    rows.map(({ id, phone, userType, advisor, ...rest }) => {
      const addresses = kept
        .filter(({ customerId }) => customerId === id)
        .map(({ name = '', phone: to = '', areaCode = '', address = '', isDefault }) => ({
          text: addressText(name, to, areaCode, address),
          isDefault,
        }))
      const { name, company, email, teacher, isCompleted } = rest
      const type = userType === null ? '' : (userTypes[userType] ?? '')
      return [phone, { name, company, email, teacher, isCompleted, userType: type, advisor: advisor ?? '', addresses }]
    }),
  )
}

/** Phones of accounts that somebody used: signed in, was given a coupon or ordered. */
export async function usedPhones({ database, model }: World): Promise<Set<string>> {
  const rows = await database.rows<{ phone: string }>(sql`
    select phone from customers c where phone = any(${[...model.imports.named]}::text[]) and (
      exists (select 1 from sessions s where s.kind = 'customer' and s.subject_id = c.id)
      or exists (select 1 from sign_ins i where i.kind = 'customer' and i.subject_id = c.id)
      or exists (select 1 from coupons where customer_id = c.id) or exists (select 1 from orders where customer_id = c.id))`)
  return new Set([...rows.map(({ phone }) => phone), ...model.imports.visitors.keys()])
}

export async function factsOf(world: World): Promise<Facts> {
  const { accounts, managers } = world.model.imports
  return {
    accounts,
    managers,
    samples: await samplesNow(world.database),
    defaults: new Map(),
    used: await usedPhones(world),
  }
}

const fields = ['name', 'userType', 'company', 'email', 'teacher', 'isCompleted'] as const

/** Each phone that a table named has the account that must be there, once, and no other one. */
export async function accountsFault({ model, database }: World): Promise<string | undefined> {
  const { accounts, named, managers } = model.imports
  const found = await accountsOf(database, named)
  for (const phone of named) {
    const wanted = accounts.get(phone)
    const stored = found.get(phone)
    if (!wanted || !stored) {
      if (wanted || stored) return `${phone} ${stored ? 'has' : 'lost'} an account`
      continue
    }
    const wrong = fields.find((field) => wanted[field] !== stored[field])
    if (wrong) return `${phone} has ${String(stored[wrong])} as ${wrong} instead of ${String(wanted[wrong])}`
    wanted.advisor ??= managers.includes(stored.advisor ?? '') ? stored.advisor : undefined
    if (wanted.advisor !== stored.advisor)
      return `${phone} is advised by ${stored.advisor} instead of ${wanted.advisor}`
    const fault = addressesFault(phone, wanted, stored)
    if (fault) return fault
  }
  return undefined
}

function addressesFault(phone: string, wanted: Account, stored: Account): string | undefined {
  const texts = ({ addresses }: Account) => addresses.map(({ text }) => text).toSorted()
  if (texts(wanted).join('\n') !== texts(stored).join('\n'))
    return `${phone} has the addresses ${texts(stored).join(', ')} instead of ${texts(wanted).join(', ')}`
  const chosen = (of: Account) => of.addresses.filter(({ isDefault }) => isDefault).map(({ text }) => text)
  if (chosen(stored).length !== Math.min(1, stored.addresses.length))
    return `${phone} has ${chosen(stored).length} default addresses`
  // After a default address is gone the product chooses another one.
  if (chosen(wanted).length === 0)
    for (const address of wanted.addresses) address.isDefault = chosen(stored).includes(address.text)
  if (chosen(wanted).join() !== chosen(stored).join())
    return `${phone} has the default ${chosen(stored).join()} instead of ${chosen(wanted).join()}`
  return undefined
}
