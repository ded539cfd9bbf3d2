import type { Db } from '../../../platform/db/db.ts'
import { json, sql } from '../../../platform/db/sql.ts'

export interface CodeRow {
  id: number
  campaignId: number
  code: string
  useLimit: number | null
  uses: number
  batch: number | null
  createdAt: Date
}

const columns = sql`id, campaign_id, code, use_limit, uses, batch, created_at`

/** Leaves out codes that exist already. */
export function insertCodes(
  db: Db,
  campaignId: number,
  codes: readonly string[],
  { useLimit, batch }: { useLimit: number | null; batch: number | null },
  createdBy: number | null,
  now: Date,
): Promise<{ code: string }[]> {
  return db.rows(sql`
    insert into coupon_codes (campaign_id, code, use_limit, batch, created_by, created_at)
    select ${campaignId}, code, ${useLimit}::integer, ${batch}::integer, ${createdBy}::bigint, ${now} from jsonb_array_elements_text(${json(codes)}::jsonb) as code
    on conflict (code) do nothing returning code`)
}

export async function nextBatch(db: Db, campaignId: number): Promise<number> {
  const { batch } = await db.one<{ batch: number }>(
    sql`select coalesce(max(batch), 0) + 1 as batch from coupon_codes where campaign_id = ${campaignId}`,
  )
  return batch
}

/** Locked until the end of the transaction. */
export function lockCode(db: Db, code: string): Promise<CodeRow | undefined> {
  return db.row(sql`select ${columns} from coupon_codes where code = ${code} for update`)
}

/** 0 when the code is used up. */
export function takeCode(db: Db, id: number): Promise<number> {
  return db.run(
    sql`update coupon_codes set uses = uses + 1 where id = ${id} and (use_limit is null or uses < use_limit)`,
  )
}

export function codesOfBatch(db: Db, campaignId: number, batch: number): Promise<CodeRow[]> {
  return db.rows(
    sql`select ${columns} from coupon_codes where campaign_id = ${campaignId} and batch = ${batch} order by id`,
  )
}

export interface CodeGroup {
  batch: number | null
  /** The shared code; empty for a batch. */
  code: string
  useLimit: number | null
  codes: number
  uses: number
  createdAt: Date
}

/** Shared codes one by one, single codes by batch; the newest first. */
export function codeGroups(
  db: Db,
  campaignId: number,
  { page, size }: { page: number; size: number },
): Promise<CodeGroup[]> {
  return db.rows(sql`
    select batch, case when batch is null then min(code) else '' end as code, case when batch is null then min(use_limit) end as use_limit,
      count(*) as codes, sum(uses)::bigint as uses, min(created_at) as created_at
    from coupon_codes where campaign_id = ${campaignId} group by batch, case when batch is null then id end
    order by min(id) desc limit ${size} offset ${(page - 1) * size}`)
}

export async function countCodeGroups(db: Db, campaignId: number): Promise<number> {
  const { count } = await db.one<{ count: number }>(sql`
    select count(*) filter (where batch is null) + count(distinct batch) as count from coupon_codes where campaign_id = ${campaignId}`)
  return count
}
