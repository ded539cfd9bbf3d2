import type { Db } from '../db/db.ts'
import { json, sql } from '../db/sql.ts'

export interface JobRow {
  id: number
  name: string
  payload: Record<string, unknown>
  attempts: number
  /** Who took it, and when: another name each time it is taken. */
  holder: string
}

/** Which job of which subscriber an event becomes. */
export interface FanOut {
  event: string
  job: string
}

export type Held = Pick<JobRow, 'id' | 'holder'>

/**
 * Turns due events into one job for each subscriber, so that one that fails is retried alone. One statement for all of them: an event is either
 * waiting or has become its jobs, and no worker ever holds one.
 */
export function fanOutEvents(
  db: Db,
  subscribers: readonly FanOut[],
  most: number,
  now: Date,
): Promise<{ id: number }[]> {
  return db.rows(sql`
    with due as (
      select id from jobs
      where kind = 'event' and state in ('waiting', 'running') and run_at <= ${now}
      order by run_at, id limit ${most} for update skip locked
    ), done as (
      update jobs set state = 'done', done_at = ${now}, attempts = attempts + 1, lease_until = null, holder = null
      where id in (select id from due) returning id, name, payload
    ), made as (
      insert into jobs (kind, name, payload, run_at, created_at)
      select 'job', s.job, done.payload, ${now}, ${now}
      from done join jsonb_to_recordset(${json(subscribers)}::jsonb) as s (event text, job text) on s.event = done.name
      order by done.id
    )
    select id from done`)
}

/**
 * Takes due jobs; those whose holder has let the lease run out are among them. Looked for in a query of its own: inside the condition of the
 * update it may be run once for each row, and then takes more than it should.
 */
export function takeJobs(
  db: Db,
  { holder, most, now, leaseUntil }: { holder: string; most: number; now: Date; leaseUntil: Date },
): Promise<JobRow[]> {
  return db.rows(sql`
    with due as (
      select id from jobs
      where kind = 'job' and state in ('waiting', 'running') and run_at <= ${now} and (state = 'waiting' or lease_until <= ${now})
      order by run_at, id limit ${most} for update skip locked
    )
    update jobs set state = 'running', lease_until = ${leaseUntil}, attempts = attempts + 1, holder = ${holder}
    where id in (select id from due) returning id, name, payload, attempts, holder`)
}

/** Lengthens leases; answers those that are still held. */
export async function renewLeases(db: Db, held: readonly Held[], leaseUntil: Date): Promise<Set<number>> {
  const rows = await db.rows<{ id: number }>(sql`
    update jobs set lease_until = ${leaseUntil} from ${mine(held)}
    where jobs.id = mine.id and jobs.holder = mine.holder and state = 'running' returning jobs.id`)
  return new Set(rows.map(({ id }) => id))
}

/** Notes what was done; a job that somebody else has taken meanwhile is theirs to finish. */
export async function finishJobs(db: Db, held: readonly Held[], now: Date): Promise<void> {
  await db.run(sql`
    update jobs set state = 'done', done_at = ${now}, lease_until = null, holder = null, last_error = null from ${mine(held)}
    where jobs.id = mine.id and jobs.holder = mine.holder and state = 'running'`)
}

/** False when somebody else has taken the job meanwhile. */
export async function failJob(
  db: Db,
  held: Held,
  failure: { state: 'waiting' | 'dead'; retryAt: Date; error: string },
): Promise<boolean> {
  const written = await db.run(sql`
    update jobs set state = ${failure.state}, run_at = ${failure.retryAt}, lease_until = null, holder = null, dedupe_key = null, last_error = ${failure.error}
    where id = ${held.id} and holder = ${held.holder} and state = 'running'`)
  return written === 1
}

/** What a stopping worker could not finish: others may take it at once, and the try does not count. */
export async function giveBackJobs(db: Db, held: readonly Held[]): Promise<void> {
  await db.run(sql`
    update jobs set state = 'waiting', lease_until = null, holder = null, dedupe_key = null, attempts = attempts - 1 from ${mine(held)}
    where jobs.id = mine.id and jobs.holder = mine.holder and state = 'running'`)
}

function mine(held: readonly Held[]) {
  return sql`unnest(${held.map(({ id }) => id)}::bigint[], ${held.map(({ holder }) => holder)}::text[]) as mine (id, holder)`
}

/** How many there are in each state that does not grow for ever, and since when the oldest due one waits. */
export async function jobFigures(
  db: Db,
  now: Date,
): Promise<{ waiting: number; running: number; dead: number; oldestDueAt: Date | null }> {
  return db.one(sql`
    select count(*) filter (where state = 'waiting') as waiting, count(*) filter (where state = 'running') as running,
      min(run_at) filter (where state = 'waiting' and run_at <= ${now}) as oldest_due_at,
      (select count(*) from jobs where state = 'dead') as dead
    from (
      select state, run_at from jobs where kind = 'job' and state in ('waiting', 'running')
      union all select state, run_at from jobs where kind = 'event' and state in ('waiting', 'running')
    ) as live`)
}

/** Removes what finished, or died, before then; answers how many. */
export function deleteOldJobs(db: Db, before: { done: Date; dead: Date }, most: number): Promise<number> {
  return db.run(sql`
    delete from jobs where id in (
      (select id from jobs where state = 'done' and done_at < ${before.done} order by done_at limit ${most})
      union all (select id from jobs where state = 'dead' and run_at < ${before.dead} limit ${most}))`)
}

export interface DeadJob {
  id: number
  name: string
  payload: Record<string, unknown>
  attempts: number
  lastError: string | null
  createdAt: Date
  /** When it would have been tried next: about when it was given up. */
  runAt: Date
}

export async function deadJobs(
  db: Db,
  { page, size }: { page: number; size: number },
): Promise<{ list: DeadJob[]; total: number }> {
  const list = await db.rows<DeadJob>(sql`
    select id, name, payload, attempts, last_error, created_at, run_at from jobs
    where state = 'dead' order by id desc limit ${size} offset ${(page - 1) * size}`)
  const { total } = await db.one<{ total: number }>(sql`select count(*) as total from jobs where state = 'dead'`)
  return { list, total }
}

/** Names of what died since then, each once. */
export async function deadSince(db: Db, since: Date): Promise<string[]> {
  const rows = await db.rows<{ name: string }>(
    sql`select distinct name from jobs where state = 'dead' and run_at > ${since} order by name`,
  )
  return rows.map(({ name }) => name)
}

/** False when it is not dead: another has replayed it, or it was dropped. */
export async function reviveJob(db: Db, id: number, now: Date): Promise<boolean> {
  const revived = await db.run(
    sql`update jobs set state = 'waiting', run_at = ${now}, attempts = 0 where id = ${id} and state = 'dead'`,
  )
  return revived === 1
}

/** Removes a dead job for good and answers what it was; undefined when it is not dead. */
export function discardJob(db: Db, id: number): Promise<Pick<DeadJob, 'name' | 'payload'> | undefined> {
  return db.row(sql`delete from jobs where id = ${id} and state = 'dead' returning name, payload`)
}
