import type { Db } from '../../platform/db/db.ts'
import { type Sql, sql } from '../../platform/db/sql.ts'
import type { PromoterStage } from './rules.ts'

export interface PromoterRow {
  id: number
  customerId: number
  stage: PromoterStage
  version: number
  plan: string
  agreement: string
  reason: string
  appliedAt: Date
  approvedAt: Date | null
  leftAt: Date | null
}

export const promoterColumns = sql`id, customer_id, stage, version, plan, agreement, reason, applied_at, approved_at, left_at`

/** Undefined when the customer has an application that is open or in force. */
export function insertPromoter(
  db: Db,
  row: { customerId: number; plan: string; agreement: string },
  now: Date,
): Promise<{ id: number } | undefined> {
  return db.row(sql`
    insert into promoters (customer_id, stage, plan, agreement, applied_at)
    values (${row.customerId}, 'pending', ${row.plan}, ${row.agreement}, ${now})
    on conflict (customer_id) where stage in ('pending', 'active', 'suspended') do nothing returning id`)
}

export function promoterById(db: Db, id: number): Promise<PromoterRow | undefined> {
  return db.row(sql`select ${promoterColumns} from promoters where id = ${id}`)
}

/** Only an application of this customer. */
export function ownPromoter(db: Db, customerId: number, id: number): Promise<PromoterRow | undefined> {
  return db.row(sql`select ${promoterColumns} from promoters where id = ${id} and customer_id = ${customerId}`)
}

/** The customer's latest application. */
export function latestOf(db: Db, customerId: number): Promise<PromoterRow | undefined> {
  return db.row(
    sql`select ${promoterColumns} from promoters where customer_id = ${customerId} order by id desc limit 1`,
  )
}

/** The partnership in force, also a suspended one. Locked, so that money of one promoter moves one after the other. */
export function lockPartnership(db: Db, customerId: number): Promise<PromoterRow | undefined> {
  return db.row(sql`
    select ${promoterColumns} from promoters where customer_id = ${customerId} order by stage in ('active', 'suspended') desc, id desc limit 1 for update`)
}

export async function isActive(db: Db, customerId: number): Promise<boolean> {
  return (
    (await db.row(sql`select 1 from promoters where customer_id = ${customerId} and stage = 'active' for share`)) !==
    undefined
  )
}

export function applicationsPage(db: Db, customerId: number, size: number, offset: number): Promise<PromoterRow[]> {
  return db.rows(sql`
    select ${promoterColumns} from promoters where customer_id = ${customerId} order by id desc limit ${size} offset ${offset}`)
}

export async function countApplications(db: Db, customerId: number): Promise<number> {
  return (
    await db.one<{ count: number }>(sql`select count(*) as count from promoters where customer_id = ${customerId}`)
  ).count
}

export const owner = (customerId: number): Sql => sql`customer_id = ${customerId}`

/** What a transition writes beside the stage. */
export const changes = {
  approved: (now: Date): Sql[] => [sql`approved_at = ${now}`, sql`reason = ''`],
  reasoned: (reason: string): Sql[] => [sql`reason = ${reason}`],
  resumed: (): Sql[] => [sql`reason = ''`],
  left: (now: Date): Sql[] => [sql`left_at = ${now}`],
}

export interface Binding {
  customerId: number
  promoterId: number
  boundAt: Date
  endsAt: Date
}

/** Changes nothing when the customer is bound already. */
export async function insertBinding(db: Db, row: Binding): Promise<void> {
  await db.run(sql`
    insert into promoter_bindings (customer_id, promoter_id, bound_at, ends_at)
    values (${row.customerId}, ${row.promoterId}, ${row.boundAt}, ${row.endsAt}) on conflict (customer_id) do nothing`)
}

export function bindingOf(db: Db, customerId: number): Promise<Binding | undefined> {
  return db.row(
    sql`select customer_id, promoter_id, bound_at, ends_at from promoter_bindings where customer_id = ${customerId}`,
  )
}

/** Bindings end when the promoter leaves. */
export async function endBindings(db: Db, promoterId: number, now: Date): Promise<void> {
  await db.run(sql`
    update promoter_bindings set ends_at = ${now} where promoter_id = ${promoterId} and ends_at > ${now}`)
}
