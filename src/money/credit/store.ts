import type { Db } from '../../platform/db/db.ts'
import { type Sql, sql } from '../../platform/db/sql.ts'
import type { CreditApplicationStage } from './rules.ts'

export async function putDue(db: Db, businessId: string, customerId: number, dueAt: Date): Promise<void> {
  await db.run(sql`
    insert into credit_dues (business_id, customer_id, due_at) values (${businessId}, ${customerId}, ${dueAt})
    on conflict (business_id) do nothing`)
}

export async function setDebtor(db: Db, businessId: string, customerId: number): Promise<void> {
  await db.run(
    sql`update credit_dues set customer_id = ${customerId} where business_id = ${businessId} and cleared_at is null`,
  )
}

export async function clearDue(db: Db, businessId: string, now: Date): Promise<void> {
  await db.run(sql`update credit_dues set cleared_at = ${now} where business_id = ${businessId} and cleared_at is null`)
}

export async function hasOverdue(db: Db, customerId: number, now: Date): Promise<boolean> {
  const row = await db.row(sql`
    select 1 as found from credit_dues where customer_id = ${customerId} and cleared_at is null and due_at < ${now} limit 1`)
  return row !== undefined
}

export interface CreditApplicationRow {
  id: number
  customerId: number
  stage: CreditApplicationStage
  version: number
  wantedFen: number
  reason: string
  grantedFen: number | null
  decidedBy: number | null
  confirmedBy: number | null
  createdAt: Date
  decidedAt: Date | null
}

export const applicationColumns = sql`id, customer_id, stage, version, wanted_fen, reason, granted_fen, decided_by, confirmed_by, created_at, decided_at`

/** Undefined when another application is pending. */
export function insertApplication(
  db: Db,
  row: { customerId: number; wantedFen: number; reason: string },
  now: Date,
): Promise<{ id: number } | undefined> {
  return db.row(sql`
    insert into credit_applications (customer_id, stage, wanted_fen, reason, created_at)
    values (${row.customerId}, 'pending', ${row.wantedFen}, ${row.reason}, ${now})
    on conflict (customer_id) where stage in ('pending', 'checking') do nothing returning id`)
}

export function latestApplication(db: Db, customerId: number): Promise<CreditApplicationRow | undefined> {
  return db.row(
    sql`select ${applicationColumns} from credit_applications where customer_id = ${customerId} order by id desc limit 1`,
  )
}

export function applicationById(db: Db, id: number): Promise<CreditApplicationRow | undefined> {
  return db.row(sql`select ${applicationColumns} from credit_applications where id = ${id}`)
}

/** Conditions on the row that a transition moves. */
export function owner(customerId: number): Sql {
  return sql`customer_id = ${customerId}`
}

/** The second person must not be the first one. */
export function decidedByAnother(staffId: number): Sql {
  return sql`decided_by <> ${staffId}`
}

/** Columns that a transition sets. */
export const changes = {
  granted: (grantedFen: number, staffId: number): Sql[] => [
    sql`granted_fen = ${grantedFen}`,
    sql`decided_by = ${staffId}`,
  ],
  decided: (now: Date): Sql[] => [sql`decided_at = ${now}`],
  confirmed: (staffId: number): Sql[] => [sql`confirmed_by = ${staffId}`],
}
