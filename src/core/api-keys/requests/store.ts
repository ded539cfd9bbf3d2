import type { Db } from '../../../platform/db/db.ts'
import { type Sql, json, sql } from '../../../platform/db/sql.ts'
import type { ProgramRequest } from '../../../platform/contract/program-request.ts'
import type { RequestOutcome } from './rules.ts'

export type RequestRow = ProgramRequest & { id: number }
export type Counts = Record<RequestOutcome, number>
export type DayCounts = Counts & { keyId: number; day: string }

/** In their order. Keys that were deleted meanwhile are left out. */
export async function insertRequests(db: Db, requests: readonly ProgramRequest[]): Promise<void> {
  const numbered = requests.map((request, place) => ({ ...request, place }))
  await db.run(sql`
    insert into api_requests (key_id, at, method, path, status, error, message, duration_ms, ip, account, request_id)
    select g."keyId", g.at, g.method, g.path, g.status, g.error, g.message, g."durationMs", g.ip, g.account, g."requestId"
    from jsonb_to_recordset(${json(numbered)}::jsonb) as g (place integer, "keyId" bigint, at timestamptz, method text, path text, status integer, error text,
      message text, "durationMs" integer, ip text, account text, "requestId" text)
    join api_keys k on k.id = g."keyId" order by g.place`)
}

/** In the order of keys and days, so that two processes do not wait for each other. */
export async function addCounts(db: Db, days: readonly DayCounts[]): Promise<void> {
  await db.run(sql`
    insert into api_key_days (key_id, day, answered, refused, failed, limited)
    select g."keyId", g.day, g.answered, g.refused, g.failed, g.limited
    from jsonb_to_recordset(${json(days)}::jsonb) as g ("keyId" bigint, day date, answered integer, refused integer, failed integer, limited integer)
    join api_keys k on k.id = g."keyId" order by g."keyId", g.day
    on conflict (key_id, day) do update set answered = api_key_days.answered + excluded.answered,
      refused = api_key_days.refused + excluded.refused, failed = api_key_days.failed + excluded.failed,
      limited = api_key_days.limited + excluded.limited`)
}

const withStatus: Record<Exclude<RequestOutcome, 'limited'>, Sql> = {
  answered: sql`status < 400 and error = ''`,
  refused: sql`(status between 400 and 499 or status < 400 and error <> '')`,
  failed: sql`status >= 500`,
}

export interface Wanted {
  keyId: number
  outcome: keyof typeof withStatus | undefined
  page: number
  size: number
}

export async function requestsOf(db: Db, { keyId, outcome, page, size }: Wanted) {
  const where = sql`key_id = ${keyId} and ${outcome === undefined ? sql`true` : withStatus[outcome]}`
  const { total } = await db.one<{ total: number }>(sql`select count(*) as total from api_requests where ${where}`)
  const rows = await db.rows<RequestRow>(sql`
    select id, key_id, at, method, path, status, error, message, duration_ms, ip, account, request_id from api_requests
    where ${where} order by id desc limit ${size} offset ${(page - 1) * size}`)
  return { rows, total }
}

export function countsSince(db: Db, keyId: number, since: string): Promise<DayCounts[]> {
  return db.rows(sql`
    select key_id, day::text, answered, refused, failed, limited from api_key_days
    where key_id = ${keyId} and day >= ${since} order by day`)
}

export function deleteOldRequests(db: Db, before: Date, most: number): Promise<number> {
  return db.run(sql`
    delete from api_requests where id in (select id from api_requests where at < ${before} order by at limit ${most})`)
}

/** Of each key that was used since then all but the newest `kept`. */
export function deleteExcess(db: Db, { usedSince, kept }: { usedSince: Date; kept: number }, most: number) {
  return db.run(sql`
    delete from api_requests where id in (
      select r.id from api_keys k cross join lateral (
        select id from api_requests where key_id = k.id order by id desc offset ${kept}
      ) r where k.last_used_at > ${usedSince} limit ${most})`)
}

export function deleteOldCounts(db: Db, before: string): Promise<number> {
  return db.run(sql`delete from api_key_days where day < ${before}`)
}
