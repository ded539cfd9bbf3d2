import type { Db } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'
import type { OpenBusiness } from './rules.ts'

export interface ExportRow {
  id: number
  customerId: number
  fileId: number | null
  createdAt: Date
  readyAt: Date | null
  expiresAt: Date
}

const columns = sql`id, customer_id, file_id, created_at, ready_at, expires_at`

export function insertExport(db: Db, customerId: number, now: Date, expiresAt: Date): Promise<{ id: number }> {
  return db.one(sql`
    insert into personal_exports (customer_id, created_at, expires_at) values (${customerId}, ${now}, ${expiresAt}) returning id`)
}

export function latestExport(db: Db, customerId: number, now: Date): Promise<ExportRow | undefined> {
  return db.row(sql`
    select ${columns} from personal_exports where customer_id = ${customerId} and expires_at > ${now} order by id desc limit 1`)
}

export function exportById(db: Db, id: number): Promise<ExportRow | undefined> {
  return db.row(sql`select ${columns} from personal_exports where id = ${id}`)
}

export async function setExportFile(db: Db, id: number, fileId: number, now: Date): Promise<void> {
  await db.run(
    sql`update personal_exports set file_id = ${fileId}, ready_at = ${now} where id = ${id} and file_id is null`,
  )
}

/** The person can no longer open it; its bytes belong to nothing and go with the next sweep. */
export async function dropExport(db: Db, id: number): Promise<void> {
  await db.run(sql`
    update files set attached_to = null, customer_id = null where id = (select file_id from personal_exports where id = ${id})`)
  await db.run(sql`delete from personal_exports where id = ${id}`)
}

export function consentsOf(
  db: Db,
  customerId: number,
): Promise<{ document: string; version: string; agreedAt: Date }[]> {
  return db.rows(sql`
    select document, version, agreed_at from consents where customer_id = ${customerId} order by id desc limit 50`)
}

export interface ClosingRow {
  phone: string
  closesAt: Date | null
  closedAt: Date | null
}

export function closingOf(db: Db, customerId: number): Promise<ClosingRow> {
  return db.one(sql`select phone, closes_at, closed_at from customers where id = ${customerId}`)
}

/** One at a time: the person who takes it back and the job that carries it out must not pass each other. */
export function lockClosing(db: Db, customerId: number): Promise<ClosingRow> {
  return db.one(sql`select phone, closes_at, closed_at from customers where id = ${customerId} for update`)
}

export async function setClosing(db: Db, customerId: number, at: Date | null): Promise<void> {
  await db.run(sql`update customers set closes_at = ${at} where id = ${customerId}`)
}

/** What is not finished between the house and a customer. */
export function openBusiness(db: Db, customerId: number): Promise<OpenBusiness> {
  return db.one(sql`
    select
      (select count(*) from orders o where o.customer_id = ${customerId} and o.stage not in ('closed', 'cancelled', 'rejected')
        and not (o.stage = 'done' and o.paid_at is not null and not exists (
          select 1 from samples s where s.order_id = o.id
            and s.stage not in ('kept', 'returned', 'destroyed', 'consumed', 'lost', 'withdrawn')))) as orders,
      (select count(*) from demands where customer_id = ${customerId} and stage in ('open', 'answered')) as demands,
      (select count(*) from contracts where customer_id = ${customerId} and stage in ('to_sign', 'to_seal')) as contracts,
      (select count(*) from prestore_applications where customer_id = ${customerId} and stage in ('pending', 'checking')) as prestore,
      (select count(*) from credit_applications where customer_id = ${customerId} and stage in ('pending', 'checking')) as credit,
      (select count(*) from settlement_rows where customer_id = ${customerId} and paid_at is null) as unpaid,
      (select count(*) from samples where customer_id = ${customerId} and return_wanted and stage not in ('pending', 'returned', 'destroyed', 'consumed', 'refused', 'lost', 'withdrawn')) as samples`)
}
