import type { Db } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'
import type { StaffNoticeKind } from './rules.ts'

export interface StaffNotice {
  kind: StaffNoticeKind
  title: string
  /** The page of the console, from `/console`. */
  path: string
  /** Names the matter: a person is told once per key. */
  key: string
}

export async function insertNotices(
  db: Db,
  staffIds: readonly number[],
  notice: StaffNotice,
  now: Date,
): Promise<void> {
  await db.run(sql`
    insert into staff_notices (staff_id, kind, title, path, key, created_at)
    select s.id, ${notice.kind}, ${notice.title}, ${notice.path}, ${notice.key}, ${now}
    from unnest(${[...staffIds]}::bigint[]) as s (id)
    on conflict (staff_id, key) do nothing`)
}

export interface NoticeRow {
  id: number
  kind: StaffNoticeKind
  title: string
  path: string
  createdAt: Date
  readAt: Date | null
}

export function noticesOf(db: Db, staffId: number, limit: number, offset: number): Promise<NoticeRow[]> {
  return db.rows(sql`
    select id, kind, title, path, created_at, read_at from staff_notices
    where staff_id = ${staffId} order by id desc limit ${limit} offset ${offset}`)
}

export function countNotices(db: Db, staffId: number): Promise<{ total: number; unread: number }> {
  return db.one(sql`
    select count(*) as total, count(*) filter (where read_at is null) as unread from staff_notices where staff_id = ${staffId}`)
}

/** Of several people at once, for those who have the console open. Someone without notices has no row. */
export function unreadOf(
  db: Db,
  staffIds: readonly number[],
): Promise<{ staffId: number; unread: number; newest: number }[]> {
  return db.rows(sql`
    select staff_id, count(*) as unread, max(id) as newest from staff_notices
    where staff_id = any(${[...staffIds]}::bigint[]) and read_at is null group by staff_id`)
}

export async function markRead(db: Db, staffId: number, ids: readonly number[] | undefined, now: Date): Promise<void> {
  const chosen = ids === undefined ? sql`true` : sql`id = any(${[...ids]}::bigint[])`
  await db.run(sql`
    update staff_notices set read_at = ${now} where staff_id = ${staffId} and read_at is null and ${chosen}`)
}

export function deleteNoticesBefore(db: Db, before: Date, most: number): Promise<number> {
  return db.run(sql`
    delete from staff_notices where id in (select id from staff_notices where created_at < ${before} order by created_at limit ${most})`)
}
