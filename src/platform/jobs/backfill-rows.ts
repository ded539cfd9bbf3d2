import type { Db } from '../db/db.ts'
import { json, sql } from '../db/sql.ts'

/** A backfill and how far it is. One that no version declares any more stays here as a record. */
export interface BackfillProgress {
  name: string
  state: 'running' | 'paused' | 'done'
  done: number
  /** An estimate from the start. */
  total: number
  startedAt: Date
  /** When the last batch ended. */
  movedAt: Date
  finishedAt: Date | null
  /** Why the last batch failed; it is tried again. */
  error: string | null
}

const columns = sql`name, state, done, total, started_at, moved_at, finished_at, error`

/** All backfills that have begun, unfinished ones first: for the page of system health and the command line. */
export function backfillProgress(db: Db): Promise<BackfillProgress[]> {
  return db.rows(sql`select ${columns} from backfills order by finished_at is not null, started_at, name`)
}

/** Names of the given ones that have no row yet. */
export async function notBegun(db: Db, names: readonly string[]): Promise<string[]> {
  const rows = await db.rows<{ name: string }>(sql`
    select name from unnest(${names}::text[]) as name where name not in (select name from backfills)`)
  return rows.map(({ name }) => name)
}

export async function beginBackfill(db: Db, name: string, total: number, now: Date): Promise<void> {
  await db.run(sql`
    insert into backfills (name, total, started_at, moved_at) values (${name}, ${total}, ${now}, ${now}) on conflict do nothing`)
}

/** Locks a running backfill for a batch; undefined when it is paused, done, or at work in another worker. */
export function takeBackfill(db: Db, name: string): Promise<{ position: unknown } | undefined> {
  return db.row(sql`select position from backfills where name = ${name} and state = 'running' for update skip locked`)
}

export async function noteBatch(db: Db, name: string, position: unknown, rows: number, now: Date): Promise<void> {
  await db.run(sql`
    update backfills set position = ${json(position)}::jsonb, done = done + ${rows}, moved_at = ${now}, error = null where name = ${name}`)
}

export async function finishBackfill(db: Db, name: string, rows: number, now: Date): Promise<void> {
  await db.run(sql`
    update backfills set state = 'done', position = null, done = done + ${rows}, moved_at = ${now}, finished_at = ${now}, error = null
    where name = ${name}`)
}

export async function noteFailure(db: Db, name: string, error: string): Promise<void> {
  await db.run(sql`update backfills set error = ${error} where name = ${name}`)
}

/** Names of the given ones that should be at work. */
export async function runningBackfills(db: Db, names: readonly string[]): Promise<string[]> {
  const rows = await db.rows<{ name: string }>(
    sql`select name from backfills where state = 'running' and name = any(${names}::text[]) order by name`,
  )
  return rows.map(({ name }) => name)
}

/** False when it was not in that state. */
export async function setBackfillState(
  db: Db,
  name: string,
  from: 'running' | 'paused',
  to: 'running' | 'paused',
): Promise<boolean> {
  return (await db.run(sql`update backfills set state = ${to} where name = ${name} and state = ${from}`)) === 1
}

/** Runs a finished backfill from the beginning, for rows that a process of the former release has written since. */
export async function restartBackfill(db: Db, name: string, total: number, now: Date): Promise<boolean> {
  const restarted = await db.run(sql`
    update backfills set state = 'running', position = null, done = 0, total = ${total}, started_at = ${now}, moved_at = ${now},
      finished_at = null, error = null
    where name = ${name} and state = 'done'`)
  return restarted === 1
}
