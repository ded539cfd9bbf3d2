import type { Db } from '../../../platform/db/db.ts'
import { json, sql } from '../../../platform/db/sql.ts'
import type { UserType } from '../rules.ts'

/** What an import writes of a customer. */
export interface ImportedFields {
  name: string
  userType: UserType | null
  company: string
  email: string
  teacher: string
  advisorId: number | null
}

export interface PhoneRow extends ImportedFields {
  id: number
  phone: string
  disabledAt: Date | null
  profileCompletedAt: Date | null
}

const columns = sql`id, phone, name, user_type, company, email, teacher, advisor_id, disabled_at, profile_completed_at`

export function customersByPhones(db: Db, phones: readonly string[]): Promise<PhoneRow[]> {
  return db.rows(sql`select ${columns} from customers where phone = any(${[...phones]}::text[])`)
}

export function lockByPhones(db: Db, phones: readonly string[]): Promise<PhoneRow[]> {
  return db.rows(sql`
    select ${columns} from customers where phone = any(${[...phones]}::text[]) order by phone for update`)
}

export function lockByIds(db: Db, ids: readonly number[]): Promise<PhoneRow[]> {
  return db.rows(sql`select ${columns} from customers where id = any(${[...ids]}::bigint[]) order by id for update`)
}

export function fieldsOf({ name, userType, company, email, teacher, advisorId }: ImportedFields): ImportedFields {
  return { name, userType, company, email, teacher, advisorId }
}

const fieldRecord = ({ userType, advisorId, ...texts }: ImportedFields) => ({
  ...texts,
  user_type: userType,
  advisor_id: advisorId,
})

/** Without a password: the person signs in with a code. A phone that has an account already is left out. */
export async function insertImported(
  db: Db,
  rows: readonly { phone: string; fields: ImportedFields }[],
  now: Date,
): Promise<{ phone: string; id: number }[]> {
  if (rows.length === 0) return []
  const records = rows.map(({ phone, fields }) => ({ phone, ...fieldRecord(fieldsOf(fields)) }))
  return db.rows(sql`
    insert into customers (phone, password_hash, user_type, name, company, email, teacher, advisor_id, created_at)
    select phone, '', user_type, name, company, email, teacher, advisor_id, ${now}
    from jsonb_to_recordset(${json(records)}::jsonb)
      as r (phone text, user_type smallint, name text, company text, email text, teacher text, advisor_id bigint)
    order by phone
    on conflict (phone) do nothing returning phone, id`)
}

export async function setImported(db: Db, rows: readonly { id: number; fields: ImportedFields }[]): Promise<void> {
  if (rows.length === 0) return
  const records = rows.map(({ id, fields }) => ({ id, ...fieldRecord(fieldsOf(fields)) }))
  await db.run(sql`
    update customers c set user_type = r.user_type, name = r.name, company = r.company, email = r.email, teacher = r.teacher, advisor_id = r.advisor_id
    from jsonb_to_recordset(${json(records)}::jsonb)
      as r (id bigint, user_type smallint, name text, company text, email text, teacher text, advisor_id bigint)
    where c.id = r.id`)
}

/** Throws when a table refers to one of the customers. */
export async function deleteCustomers(db: Db, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await db.run(sql`delete from customers where id = any(${[...ids]}::bigint[]) and kind = 'person'`)
}

/** How many customers each of these members of staff advises. */
export function loadsOfAdvisors(db: Db, staffIds: readonly number[]): Promise<{ id: number; count: number }[]> {
  return db.rows(sql`
    select s.id, count(c.id) as count from unnest(${[...staffIds]}::bigint[]) as s(id)
    left join customers c on c.advisor_id = s.id group by s.id`)
}
