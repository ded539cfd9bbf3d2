import type { Db } from '../../../platform/db/db.ts'
import { sql } from '../../../platform/db/sql.ts'

export interface TitleFields {
  title: string
  naturalPerson: boolean
  taxNo: string
  bank: string
  bankAccount: string
  address: string
  phone: string
}

export interface TitleRow extends TitleFields {
  id: number
  isDefault: boolean
}

const columns = sql`id, title, natural_person, tax_no, bank, bank_account, address, phone, is_default`

/** Serialises changes of one customer's titles; otherwise two first titles could both become the default. */
export async function lockTitles(db: Db, customerId: number): Promise<void> {
  await db.rows(sql`select pg_advisory_xact_lock(hashtextextended('invoice-titles:' || ${customerId}::bigint, 0))`)
}

export function titlesOf(db: Db, customerId: number): Promise<TitleRow[]> {
  return db.rows(sql`
    select ${columns} from invoice_titles where customer_id = ${customerId} order by is_default desc, updated_at desc, id desc`)
}

export function titleById(db: Db, customerId: number, id: number): Promise<TitleRow | undefined> {
  return db.row(sql`select ${columns} from invoice_titles where id = ${id} and customer_id = ${customerId}`)
}

export function insertTitle(db: Db, customerId: number, values: TitleFields, now: Date): Promise<TitleRow> {
  const { title, naturalPerson, taxNo, bank, bankAccount, address, phone } = values
  return db.one(sql`
    insert into invoice_titles (customer_id, title, natural_person, tax_no, bank, bank_account, address, phone, created_at, updated_at)
    values (${customerId}, ${title}, ${naturalPerson}, ${taxNo}, ${bank}, ${bankAccount}, ${address}, ${phone}, ${now}, ${now})
    returning ${columns}`)
}

export function updateTitle(db: Db, customerId: number, id: number, values: TitleFields, now: Date): Promise<number> {
  const { title, naturalPerson, taxNo, bank, bankAccount, address, phone } = values
  return db.run(sql`
    update invoice_titles set title = ${title}, natural_person = ${naturalPerson}, tax_no = ${taxNo}, bank = ${bank},
      bank_account = ${bankAccount}, address = ${address}, phone = ${phone}, updated_at = ${now}
    where id = ${id} and customer_id = ${customerId}`)
}

export function deleteTitle(db: Db, customerId: number, id: number): Promise<number> {
  return db.run(sql`delete from invoice_titles where id = ${id} and customer_id = ${customerId}`)
}

/** Two statements, because the unique index allows only one default at any moment. */
export async function makeDefault(db: Db, customerId: number, id: number): Promise<void> {
  await db.run(
    sql`update invoice_titles set is_default = false where customer_id = ${customerId} and is_default and id <> ${id}`,
  )
  await db.run(sql`update invoice_titles set is_default = true where customer_id = ${customerId} and id = ${id}`)
}
