import type { CustomerGroup } from '../../people/customers/rules.ts'
import type { Db } from '../../platform/db/db.ts'
import { json, type Sql, sql } from '../../platform/db/sql.ts'
import type { CouponKind } from './discount-rules.ts'
import type { CouponSource, CouponStage } from './rules.ts'

/** A coupon with the terms of its campaign. */
export interface CouponRow {
  id: number
  campaignId: number
  customerId: number
  stage: CouponStage
  version: number
  source: CouponSource
  validFrom: Date
  expiresAt: Date
  issuedAt: Date
  usedFor: string | null
  usedNo: string | null
  discountFen: number
  usedAt: Date | null
  name: string
  note: string
  kind: CouponKind
  valueFen: number
  percentOff: number
  capFen: number
  thresholdFen: number
  groups: CustomerGroup[]
  projectIds: number[]
  categoryIds: number[]
  firstOrder: boolean
  stackable: boolean
}

const columns = sql`c.id, c.campaign_id, c.customer_id, c.stage, c.version, c.source, c.valid_from, c.expires_at, c.issued_at, c.used_for, c.used_no,
  c.discount_fen, c.used_at, k.name, k.note, k.kind, k.value_fen, k.percent_off, k.cap_fen, k.threshold_fen, to_jsonb(k.groups) as groups,
  to_jsonb(k.project_ids) as project_ids, to_jsonb(k.category_ids) as category_ids, k.first_order, k.stackable`
const joinedTables = sql`coupons c join coupon_campaigns k on k.id = c.campaign_id`

export function couponsPage(
  db: Db,
  customerId: number,
  stages: readonly CouponStage[],
  { page, size }: { page: number; size: number },
): Promise<CouponRow[]> {
  return db.rows(sql`
    select ${columns} from ${joinedTables}
    where c.customer_id = ${customerId} and c.stage = any(${[...stages]}::text[])
    order by case when c.stage = 'issued' then c.expires_at end, c.id desc limit ${size} offset ${(page - 1) * size}`)
}

export function couponById(db: Db, id: number): Promise<CouponRow | undefined> {
  return db.row(sql`select ${columns} from ${joinedTables} where c.id = ${id}`)
}

/** Every coupon that the customer could still use, the one that expires first in front. */
export function usableCoupons(db: Db, customerId: number): Promise<CouponRow[]> {
  return db.rows(sql`
    select ${columns} from ${joinedTables} where c.customer_id = ${customerId} and c.stage = 'issued' order by c.expires_at, c.id`)
}

export function countByStage(db: Db, customerId: number): Promise<{ stage: CouponStage; count: number }[]> {
  return db.rows(sql`select stage, count(*) as count from coupons where customer_id = ${customerId} group by stage`)
}

/** The customer's own coupons among these, locked until the end of the transaction. */
export function lockCoupons(db: Db, customerId: number, ids: readonly number[]): Promise<CouponRow[]> {
  return db.rows(sql`
    select ${columns} from ${joinedTables} where c.customer_id = ${customerId} and c.id = any(${[...ids]}::bigint[])
    order by c.id for update of c`)
}

/** The coupons that an order or a settlement holds. */
export function couponsUsedFor(db: Db, usedFor: string): Promise<CouponRow[]> {
  return db.rows(
    sql`select ${columns} from ${joinedTables} where c.used_for = ${usedFor} order by c.id for update of c`,
  )
}

export interface NewCoupon {
  customerId: number
  source: CouponSource
  sourceKey: string
  validFrom: Date
  expiresAt: Date
}

/** Leaves out coupons that were issued before under the same key. */
export function insertCoupons(
  db: Db,
  campaignId: number,
  coupons: readonly NewCoupon[],
  now: Date,
): Promise<{ id: number; customerId: number }[]> {
  const records = coupons.map((coupon) => ({
    customer_id: coupon.customerId,
    source: coupon.source,
    source_key: coupon.sourceKey,
    valid_from: coupon.validFrom,
    expires_at: coupon.expiresAt,
  }))
  return db.rows(sql`
    insert into coupons (campaign_id, customer_id, stage, source, source_key, valid_from, expires_at, issued_at)
    select ${campaignId}, r.customer_id, 'issued', r.source, r.source_key, r.valid_from, r.expires_at, ${now}
    from jsonb_to_recordset(${json(records)}::jsonb)
      as r (customer_id bigint, source text, source_key text, valid_from timestamptz, expires_at timestamptz)
    on conflict (campaign_id, customer_id, source_key) do nothing returning id, customer_id`)
}

/** How many coupons of a campaign each of these customers has, without those that were withdrawn. */
export function heldByCustomers(
  db: Db,
  campaignId: number,
  customerIds: readonly number[],
): Promise<{ customerId: number; count: number; keys: string[] }[]> {
  return db.rows(sql`
    select customer_id, count(*) filter (where stage <> 'withdrawn') as count, jsonb_agg(source_key) as keys
    from coupons where campaign_id = ${campaignId} and customer_id = any(${[...customerIds]}::bigint[]) group by customer_id`)
}

/** Coupons whose time is over, in parts. */
export function dueCoupons(db: Db, now: Date, most: number): Promise<{ id: number; customerId: number }[]> {
  return db.rows(sql`
    select id, customer_id from coupons where stage = 'issued' and expires_at <= ${now} order by expires_at, id limit ${most}`)
}

/** What a transition writes beside the stage. */
export const changes = {
  locked: (usedFor: string, usedNo: string, discountFen: number): Sql[] => [
    sql`used_for = ${usedFor}`,
    sql`used_no = ${usedNo}`,
    sql`discount_fen = ${discountFen}`,
  ],
  used: (discountFen: number, now: Date): Sql[] => [sql`discount_fen = ${discountFen}`, sql`used_at = ${now}`],
  reopened: (): Sql[] => [sql`used_at = null`],
  released: (expiresAt: Date): Sql[] => [
    sql`used_for = null`,
    sql`used_no = null`,
    sql`discount_fen = 0`,
    sql`used_at = null`,
    sql`expires_at = ${expiresAt}`,
  ],
}

/** Conditions on the row that a transition moves. */
export const owner = (customerId: number): Sql => sql`customer_id = ${customerId}`
export const stillDue = (now: Date): Sql => sql`expires_at <= ${now}`

/** Coupons that something holds or used, as a relation: id, customer_id, used_for. */
export function couponsHeld(): Sql {
  return sql`(select id, customer_id, used_for from coupons where stage in ('locked', 'used'))`
}
