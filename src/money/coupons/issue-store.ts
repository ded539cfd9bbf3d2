import type { Db } from '../../platform/db/db.ts'
import { json, sql } from '../../platform/db/sql.ts'
import type { Segment } from './campaigns/segment-rules.ts'

export interface IssueRow {
  id: number
  campaignId: number
  segment: Segment
  about: string
  total: number
  lastCustomerId: number
  seen: number
  issued: number
  createdBy: number
  createdAt: Date
  finishedAt: Date | null
  /** Why it ended before its last customer: no coupon was left, or the campaign was over. */
  endedBy: 'empty' | 'stopped' | null
}

const columns = sql`id, campaign_id, segment, about, total, last_customer_id, seen, issued, created_by, created_at, finished_at, ended_by`

export function insertIssue(
  db: Db,
  row: { campaignId: number; segment: Segment; about: string; total: number; createdBy: number },
  now: Date,
): Promise<{ id: number }> {
  return db.one(sql`
    insert into coupon_issues (campaign_id, segment, about, total, created_by, created_at)
    values (${row.campaignId}, ${json(row.segment)}::jsonb, ${row.about}, ${row.total}, ${row.createdBy}, ${now}) returning id`)
}

export function lockIssue(db: Db, id: number): Promise<IssueRow | undefined> {
  return db.row(sql`select ${columns} from coupon_issues where id = ${id} for update`)
}

export async function keepProgress(
  db: Db,
  id: number,
  part: { lastCustomerId: number; seen: number; issued: number },
  finished: { at: Date; endedBy: IssueRow['endedBy'] } | null,
): Promise<void> {
  await db.run(sql`
    update coupon_issues set last_customer_id = ${part.lastCustomerId}, seen = seen + ${part.seen}, issued = issued + ${part.issued},
      finished_at = ${finished?.at ?? null}, ended_by = ${finished?.endedBy ?? null} where id = ${id}`)
}

export async function isIssuing(db: Db, campaignId: number): Promise<boolean> {
  const { running } = await db.one<{ running: boolean }>(
    sql`select exists (select 1 from coupon_issues where campaign_id = ${campaignId} and finished_at is null) as running`,
  )
  return running
}

export function issuesOf(
  db: Db,
  campaignId: number,
  { page, size }: { page: number; size: number },
): Promise<IssueRow[]> {
  return db.rows(sql`
    select ${columns} from coupon_issues where campaign_id = ${campaignId} order by id desc limit ${size} offset ${(page - 1) * size}`)
}

export async function countIssues(db: Db, campaignId: number): Promise<number> {
  return (
    await db.one<{ count: number }>(sql`select count(*) as count from coupon_issues where campaign_id = ${campaignId}`)
  ).count
}
