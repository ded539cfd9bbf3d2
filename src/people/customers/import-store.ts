import type { Db } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'
import type { UserType } from './rules.ts'

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

export function lockByPhone(db: Db, phone: string): Promise<PhoneRow | undefined> {
  return db.row(sql`select ${columns} from customers where phone = ${phone} for update`)
}

export function lockById(db: Db, id: number): Promise<PhoneRow | undefined> {
  return db.row(sql`select ${columns} from customers where id = ${id} for update`)
}

/** Without a password: the person signs in with a code. Undefined when the phone has an account already. */
export function insertImported(
  db: Db,
  phone: string,
  fields: ImportedFields,
  now: Date,
): Promise<{ id: number } | undefined> {
  return db.row(sql`
    insert into customers (phone, password_hash, user_type, name, company, email, teacher, advisor_id, created_at)
    values (${phone}, '', ${fields.userType}, ${fields.name}, ${fields.company}, ${fields.email}, ${fields.teacher}, ${fields.advisorId}, ${now})
    on conflict (phone) do nothing returning id`)
}

export async function setImported(db: Db, id: number, fields: ImportedFields): Promise<void> {
  await db.run(sql`
    update customers set user_type = ${fields.userType}, name = ${fields.name}, company = ${fields.company}, email = ${fields.email},
      teacher = ${fields.teacher}, advisor_id = ${fields.advisorId}
    where id = ${id}`)
}

/** Throws when a table refers to the customer. */
export async function deleteCustomer(db: Db, id: number): Promise<void> {
  await db.run(sql`delete from customers where id = ${id} and kind = 'person'`)
}

/** How many customers each of these members of staff advises. */
export function loadsOfAdvisors(db: Db, staffIds: readonly number[]): Promise<{ id: number; count: number }[]> {
  return db.rows(sql`
    select s.id, count(c.id) as count from unnest(${[...staffIds]}::bigint[]) as s(id)
    left join customers c on c.advisor_id = s.id group by s.id`)
}
