import type { Db } from '../../platform/db/db.ts'
import { json, sql } from '../../platform/db/sql.ts'
import type { EarningKind, Lot } from './rules.ts'

export interface Holder {
  customerId: number
  owed: number
  deductions: number
}

/** Locks the points of these customers until the end of the transaction, in the order of their ids, so that two never wait for each other. */
export async function lockHolders(db: Db, customerIds: readonly number[]): Promise<Holder[]> {
  const ids = [...new Set(customerIds)]
  await db.run(sql`
    insert into point_holders (customer_id) select id from unnest(${ids}::bigint[]) as wanted (id) order by id on conflict do nothing`)
  return db.rows(sql`
    select customer_id, owed, deductions from point_holders where customer_id = any(${ids}::bigint[]) order by customer_id for update`)
}

export async function saveHolder(db: Db, { customerId, owed, deductions }: Holder): Promise<void> {
  await db.run(
    sql`update point_holders set owed = ${owed}, deductions = ${deductions} where customer_id = ${customerId}`,
  )
}

export async function owedBy(db: Db, customerId: number): Promise<number> {
  return (
    (await db.row<{ owed: number }>(sql`select owed from point_holders where customer_id = ${customerId}`))?.owed ?? 0
  )
}

export interface Earning {
  id: number
  points: number
  steps: number
}

export interface EarningKey {
  customerId: number
  kind: EarningKind
  businessId: string
}

/** The row of an earning, written with no points when there is none. The holder is locked. */
export async function openEarning(
  db: Db,
  { customerId, kind, businessId }: EarningKey,
  memo: string,
  now: Date,
): Promise<Earning> {
  await db.run(sql`
    insert into point_earnings (customer_id, kind, business_id, memo, created_at) values (${customerId}, ${kind}, ${businessId}, ${memo}, ${now})
    on conflict (customer_id, kind, business_id) do nothing`)
  return db.one(sql`
    select id, points, steps from point_earnings where customer_id = ${customerId} and kind = ${kind} and business_id = ${businessId}`)
}

export async function saveEarning(db: Db, { id, points, steps }: Earning, memo: string): Promise<void> {
  await db.run(sql`update point_earnings set points = ${points}, steps = ${steps}, memo = ${memo} where id = ${id}`)
}

/** The lots of a customer that hold points, the one that expires first in front. */
export function lotsOf(db: Db, customerId: number): Promise<Lot[]> {
  return db.rows(sql`
    select id, remaining, expires_at, earning_id from point_lots where customer_id = ${customerId} and remaining > 0 order by expires_at, id`)
}

export interface NewLot {
  points: number
  expiresAt: Date
  earningId: number | null
}

export async function insertLots(db: Db, customerId: number, lots: readonly NewLot[], now: Date): Promise<void> {
  const rows = lots.map(({ points, expiresAt, earningId }) => ({
    points,
    expires_at: expiresAt,
    earning_id: earningId,
  }))
  await db.run(sql`
    insert into point_lots (customer_id, earning_id, points, remaining, created_at, expires_at)
    select ${customerId}, earning_id, points, points, ${now}, expires_at
    from jsonb_to_recordset(${json(rows)}::jsonb) as r (points bigint, expires_at timestamptz, earning_id bigint)`)
}

export interface LotChange {
  id: number
  by: number
}

/** Adds to the remaining points of lots, or takes from them. The database holds them between nothing and what came in. */
export async function changeLots(db: Db, changes: readonly LotChange[]): Promise<void> {
  await db.run(sql`
    update point_lots l set remaining = l.remaining + r.by
    from jsonb_to_recordset(${json(changes)}::jsonb) as r (id bigint, by bigint) where l.id = r.id`)
}

export interface Use {
  id: number
  lotId: number
  points: number
  expiresAt: Date
}

export async function insertUses(
  db: Db,
  businessId: string,
  uses: readonly { lotId: number; points: number }[],
): Promise<void> {
  const rows = uses.map(({ lotId, points }) => ({ lot_id: lotId, points }))
  await db.run(sql`
    insert into point_uses (lot_id, business_id, points)
    select lot_id, ${businessId}, points from jsonb_to_recordset(${json(rows)}::jsonb) as r (lot_id bigint, points bigint)`)
}

/** Marks what a business was paid from as given back, once; answers it. */
export function takeUses(db: Db, businessId: string, now: Date): Promise<Use[]> {
  return db.rows(sql`
    update point_uses u set returned_at = ${now} from point_lots l
    where l.id = u.lot_id and u.business_id = ${businessId} and u.returned_at is null
    returning u.id, u.lot_id, u.points, l.expires_at`)
}

/** What can be used now, and what of it expires before a time. */
export function sumsOf(db: Db, customerId: number, now: Date, before: Date): Promise<{ usable: number; soon: number }> {
  return db.one(sql`
    select coalesce(sum(remaining), 0)::bigint as usable, coalesce(sum(remaining) filter (where expires_at <= ${before}), 0)::bigint as soon
    from point_lots where customer_id = ${customerId} and remaining > 0 and expires_at > ${now}`)
}

/** Customers with lots whose time is over, in parts. */
export async function dueCustomers(db: Db, now: Date, most: number): Promise<number[]> {
  const rows = await db.rows<{ customerId: number }>(sql`
    select distinct customer_id from (
      select customer_id from point_lots where remaining > 0 and expires_at <= ${now} order by expires_at, id limit ${most}) as due`)
  return rows.map(({ customerId }) => customerId)
}

export async function earliestExpiry(db: Db, customerId: number, now: Date): Promise<Date | undefined> {
  const row = await db.row<{ expiresAt: Date }>(sql`
    select expires_at from point_lots where customer_id = ${customerId} and remaining > 0 and expires_at > ${now} order by expires_at limit 1`)
  return row?.expiresAt
}

/** Marks lots that expire before a time as told, each once; answers them by customer and time. */
export function remindableLots(
  db: Db,
  now: Date,
  before: Date,
  most: number,
): Promise<{ customerId: number; points: number; expiresAt: Date }[]> {
  return db.rows(sql`
    with due as (
        select id from point_lots where remaining > 0 and reminded_at is null and expires_at > ${now} and expires_at <= ${before}
        order by expires_at, id limit ${most} for update skip locked),
      told as (update point_lots l set reminded_at = ${now} from due where l.id = due.id returning l.customer_id, l.remaining, l.expires_at)
    select customer_id, sum(remaining)::bigint as points, expires_at from told group by customer_id, expires_at order by customer_id, expires_at`)
}
