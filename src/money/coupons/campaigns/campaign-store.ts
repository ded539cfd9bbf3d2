import type { CustomerGroup } from '../../../people/customers/rules.ts'
import type { Db } from '../../../platform/db/db.ts'
import { contains, type IndexSource } from '../../../platform/db/index-query.ts'
import { type Sql, sql } from '../../../platform/db/sql.ts'
import type { CouponStage } from '../rules.ts'
import type { Terms } from '../discount-rules.ts'
import type { IssuedOn } from './campaign-rules.ts'

/** What is decided with the first coupon and does not change after it. */
export interface CampaignTerms extends Terms {
  groups: CustomerGroup[]
  projectIds: number[]
  categoryIds: number[]
  validFrom: Date | null
  validUntil: Date | null
  validDays: number | null
}

export interface CampaignFields extends CampaignTerms {
  name: string
  note: string
  issuedOn: 'none' | IssuedOn
  issueLimit: number | null
  useLimit: number | null
  perPerson: number
}

export interface CampaignRow extends CampaignFields {
  id: number
  version: number
  issued: number
  uses: number
  stoppedAt: Date | null
  createdBy: number | null
  createdAt: Date
}

const columns = sql`id, version, name, kind, value_fen, percent_off, cap_fen, threshold_fen, to_jsonb(groups) as groups,
  to_jsonb(project_ids) as project_ids, to_jsonb(category_ids) as category_ids, first_order, stackable, valid_from, valid_until, valid_days,
  issued_on, issue_limit, use_limit, per_person, issued, uses, note, stopped_at, created_by, created_at`

export function insertCampaign(
  db: Db,
  row: CampaignFields,
  createdBy: number | null,
  now: Date,
): Promise<{ id: number }> {
  return db.one(sql`
    insert into coupon_campaigns (name, kind, value_fen, percent_off, cap_fen, threshold_fen, groups, project_ids, category_ids, first_order,
      stackable, valid_from, valid_until, valid_days, issued_on, issue_limit, use_limit, per_person, note, created_by, created_at)
    values (${row.name}, ${row.kind}, ${row.valueFen}, ${row.percentOff}, ${row.capFen}, ${row.thresholdFen}, ${row.groups}::text[],
      ${row.projectIds}::bigint[], ${row.categoryIds}::bigint[], ${row.firstOrder}, ${row.stackable}, ${row.validFrom}, ${row.validUntil},
      ${row.validDays}, ${row.issuedOn}, ${row.issueLimit}, ${row.useLimit}, ${row.perPerson}, ${row.note}, ${createdBy}, ${now})
    returning id`)
}

/** Undefined when somebody else has changed the campaign meanwhile, or it was stopped. */
export function updateCampaign(
  db: Db,
  id: number,
  version: number,
  row: CampaignFields,
): Promise<{ version: number } | undefined> {
  return db.row(sql`
    update coupon_campaigns set version = version + 1, name = ${row.name}, kind = ${row.kind}, value_fen = ${row.valueFen},
      percent_off = ${row.percentOff}, cap_fen = ${row.capFen}, threshold_fen = ${row.thresholdFen}, groups = ${row.groups}::text[],
      project_ids = ${row.projectIds}::bigint[], category_ids = ${row.categoryIds}::bigint[], first_order = ${row.firstOrder},
      stackable = ${row.stackable}, valid_from = ${row.validFrom}, valid_until = ${row.validUntil}, valid_days = ${row.validDays},
      issued_on = ${row.issuedOn}, issue_limit = ${row.issueLimit}, use_limit = ${row.useLimit}, per_person = ${row.perPerson}, note = ${row.note}
    where id = ${id} and version = ${version} and stopped_at is null returning version`)
}

export function stopCampaignRow(db: Db, id: number, version: number, now: Date): Promise<number> {
  return db.run(sql`
    update coupon_campaigns set stopped_at = ${now}, version = version + 1 where id = ${id} and version = ${version} and stopped_at is null`)
}

export function campaignById(db: Db, id: number): Promise<CampaignRow | undefined> {
  return db.row(sql`select ${columns} from coupon_campaigns where id = ${id}`)
}

/** Locked until the end of the transaction; everything that issues coupons of a campaign passes here one after another. */
export function lockCampaign(db: Db, id: number): Promise<CampaignRow | undefined> {
  return db.row(sql`select ${columns} from coupon_campaigns where id = ${id} for update`)
}

/** In the order of the ids. */
export function campaignsByIds(db: Db, ids: number[]): Promise<CampaignRow[]> {
  return db.rows(sql`
    select ${columns} from coupon_campaigns where id = any(${ids}::bigint[]) order by array_position(${ids}::bigint[], id)`)
}

export async function hasCampaigns(db: Db): Promise<boolean> {
  return (await db.row(sql`select 1 from coupon_campaigns limit 1`)) !== undefined
}

export function campaignSource(now: Date): IndexSource {
  return {
    from: sql`from coupon_campaigns`,
    key: sql`id`,
    columns: {
      name: { sql: sql`name` },
      kind: { sql: sql`kind` },
      // Stored is the midnight after the last day.
      until: { sql: sql`valid_until - interval '1 day'`, nullable: true },
      on: { sql: sql`issued_on` },
      issued: { sql: sql`issued::bigint` },
      uses: { sql: sql`uses::bigint` },
      created: { sql: sql`created_at` },
      stopped: { sql: sql`stopped_at`, nullable: true },
      running: {
        sql: sql`case when stopped_at is null and (valid_until is null or valid_until > ${now}) then 'yes' else 'no' end`,
      },
    },
    search: (typed) => contains(sql`name || ' ' || note`, typed),
  }
}

/** The campaigns that give a coupon by themselves at this event. */
export function campaignsOn(db: Db, event: IssuedOn): Promise<{ id: number }[]> {
  return db.rows(sql`select id from coupon_campaigns where issued_on = ${event} and stopped_at is null order by id`)
}

export async function addIssued(db: Db, id: number, by: number): Promise<void> {
  await db.run(sql`update coupon_campaigns set issued = issued + ${by} where id = ${id}`)
}

/** Takes one use; 0 when the campaign has none left. Its row stays locked until the end of the transaction. */
export function takeUse(db: Db, id: number): Promise<number> {
  return db.run(
    sql`update coupon_campaigns set uses = uses + 1 where id = ${id} and (use_limit is null or uses < use_limit)`,
  )
}

export async function giveUseBack(db: Db, id: number): Promise<void> {
  await db.run(sql`update coupon_campaigns set uses = uses - 1 where id = ${id}`)
}

export interface CouponCount {
  campaignId: number
  stage: CouponStage
  count: number
  discountFen: number
}

/** Coupons by stage and what they took off, for each of these campaigns. */
export function countsOf(db: Db, campaignIds: readonly number[]): Promise<CouponCount[]> {
  return db.rows(sql`
    select campaign_id, stage, count(*) as count, coalesce(sum(discount_fen), 0)::bigint as discount_fen
    from coupons where campaign_id = any(${[...campaignIds]}::bigint[]) group by campaign_id, stage`)
}

export interface IssuedCoupon {
  id: number
  customerId: number
  stage: CouponStage
  version: number
  source: string
  issuedAt: Date
  expiresAt: Date
  usedNo: string | null
  discountFen: number
  usedAt: Date | null
}

interface CouponFilter {
  campaignId: number
  stages?: readonly CouponStage[]
}

export function couponsOfCampaign(
  db: Db,
  filter: CouponFilter,
  { page, size }: { page: number; size: number },
): Promise<IssuedCoupon[]> {
  return db.rows(sql`
    select id, customer_id, stage, version, source, issued_at, expires_at, used_no, discount_fen, used_at
    from coupons where ${matching(filter)} order by id desc limit ${size} offset ${(page - 1) * size}`)
}

export async function countOfCampaign(db: Db, filter: CouponFilter): Promise<number> {
  return (await db.one<{ count: number }>(sql`select count(*) as count from coupons where ${matching(filter)}`)).count
}

function matching({ campaignId, stages }: CouponFilter): Sql {
  const ofCampaign = sql`campaign_id = ${campaignId}`
  return stages ? sql`${ofCampaign} and stage = any(${[...stages]}::text[])` : ofCampaign
}
