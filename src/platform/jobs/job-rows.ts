import type { Db } from '../db/db.ts'
import { contains, type IndexSource } from '../db/index-query.ts'
import { anyText, json, sql } from '../db/sql.ts'

// The statements that look for work and end it run most often. With plain parameters PostgreSQL may plan each anew every time, which takes as
// long as running it: a time, a list or a limit that it can see promises fewer rows than the average. Within `(select …)` it does not see them
// and keeps one plan. `id % 1 = 0` is always true; PostgreSQL expects one row from it, so the kept plan finds rows by their primary key, however small
// the table was when the plan was made.

export interface JobRow {
  id: number
  name: string
  payload: Record<string, unknown>
  attempts: number
  /** The trace in which it was queued. */
  traceparent: string | null
  createdAt: Date
  /** Names the worker and the attempt; each attempt has a new name, so an older one cannot write its result. */
  holder: string
}

/** The subscribers of an event: one job is made for each. */
export interface FanOut {
  event: string
  job: string
  /** The job for several events; null: this subscriber has one for each. */
  gathered: string | null
}

export type Held = Pick<JobRow, 'id' | 'holder'>

/**
 * Replaces due events by one job per subscriber, so that a failing subscriber is retried alone; a subscriber that gathers gets one job for all
 * of its due events, except those of a trace, which stay visible in it. One statement does it: an event is either
 * waiting or has become its jobs, and no worker ever holds an event. Events that are not among `names` wait for a worker of the version that
 * emits them: this one does not know their subscribers.
 */
export function fanOutEvents(
  db: Db,
  {
    subscribers,
    names,
    most,
    now,
  }: { subscribers: readonly FanOut[]; names: readonly string[]; most: number; now: Date },
): Promise<{ id: number }[]> {
  return db.rows(sql`
    with due as (
      select id from jobs
      where kind = 'event' and state in ('waiting', 'running') and run_at <= (select ${now}::timestamptz) and name = ${anyText(names)}
      order by run_at, id limit (select ${most}::integer) for update skip locked
    ), done as (
      update jobs set state = 'done', done_at = ${now}, attempts = attempts + 1, lease_until = null, holder = null
      where id in (select id from due where id % 1 = 0) returning id, name, payload, traceparent
    ), told as (
      select done.*, s.job, case when done.traceparent is null then s.gathered end as gathered
      from done join jsonb_to_recordset(${json(subscribers)}::jsonb) as s (event text, job text, gathered text) on s.event = done.name
    ), wanted as (
      select job as name, payload, traceparent, id from told where gathered is null
      union all
      select gathered, jsonb_build_object('events', jsonb_agg(payload order by id)), null, min(id) from told where gathered is not null group by gathered
    ), made as (
      insert into jobs (kind, name, payload, run_at, created_at, traceparent)
      select 'job', name, payload, ${now}, ${now}, traceparent from wanted order by id
    )
    select id from done`)
}

/**
 * Takes due jobs of these names, including those whose lease has expired; those that somebody waits for come first, each in the order in which they were due. During an upgrade jobs of the
 * newer version wait for its worker, without counting an attempt. The selection is a separate query: as a condition of the update, PostgreSQL may run it
 * once per row and take too many.
 */
export function takeJobs(
  db: Db,
  {
    holder,
    names,
    most,
    now,
    leaseUntil,
  }: { holder: string; names: readonly string[]; most: number; now: Date; leaseUntil: Date },
): Promise<JobRow[]> {
  const due = sql`
    kind = 'job' and state in ('waiting', 'running') and run_at <= (select ${now}::timestamptz) and (state = 'waiting' or lease_until <= (select ${now}::timestamptz))
    and name = ${anyText(names)}`
  return db.rows(sql`
    with awaited as (
      select id from jobs where ${due} and awaited order by run_at, id limit (select ${most}::integer) for update skip locked
    ), others as (
      select id from jobs where ${due} and not awaited
      order by run_at, id limit (select ${most}::integer) - (select count(*) from awaited) for update skip locked
    ), taken as (
      update jobs set state = 'running', lease_until = ${leaseUntil}, attempts = attempts + 1, holder = ${holder}
      where id in (select id from (select id from awaited union all select id from others) as due where id % 1 = 0)
      returning id, name, payload, attempts, holder, traceparent, created_at, awaited, run_at
    )
    select id, name, payload, attempts, holder, traceparent, created_at from taken order by awaited desc, run_at, id`)
}

/**
 * Ends events and jobs that no worker has known for long: their version is gone for good. As dead jobs they are seen, and may run again when a
 * version that knows them is back.
 */
export function endUnknown(
  db: Db,
  known: { events: readonly string[]; jobs: readonly string[] },
  dueBefore: Date,
  now: Date,
): Promise<number> {
  return db.run(sql`
    update jobs set state = 'dead', run_at = ${now}, dedupe_key = null, last_error = 'no running version knows this name'
    where state = 'waiting' and run_at < ${dueBefore} and (
      (kind = 'event' and name <> all(${known.events}::text[])) or (kind = 'job' and name <> all(${known.jobs}::text[])))`)
}

/** Extends leases; returns the ids that this worker still holds. */
export async function renewLeases(db: Db, held: readonly Held[], leaseUntil: Date): Promise<Set<number>> {
  const rows = await db.rows<{ id: number }>(sql`
    update jobs set lease_until = ${leaseUntil} from ${mine(held)}
    where jobs.id = mine.id and jobs.holder = mine.holder and state = 'running' returning jobs.id`)
  return new Set(rows.map(({ id }) => id))
}

/**
 * Marks jobs as done, except those that another worker has taken meanwhile.
 */
export async function finishJobs(db: Db, held: readonly Held[], now: Date): Promise<void> {
  const records = held.map(({ id, holder }) => ({ id, holder }))
  await db.run(sql`
    update jobs set state = 'done', done_at = ${now}, lease_until = null, holder = null, last_error = null
    from jsonb_to_recordset(${json(records)}::jsonb) as mine (id bigint, holder text)
    where jobs.id = mine.id and mine.id % 1 = 0 and jobs.holder = mine.holder and state = 'running'`)
}

/** Returns false when another worker has taken the job meanwhile. */
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

/** Replaces a job for several events by one for each of them. Does nothing when another worker has taken it meanwhile. */
export async function divideJob(db: Db, held: Held, job: string, now: Date): Promise<void> {
  await db.run(sql`
    with ended as (
      update jobs set state = 'done', done_at = ${now}, lease_until = null, holder = null
      where id = ${held.id} and holder = ${held.holder} and state = 'running' returning payload
    )
    insert into jobs (kind, name, payload, run_at, created_at)
    select 'job', ${job}, event, ${now}, ${now} from ended, jsonb_array_elements(ended.payload -> 'events') as event`)
}

/** Returns unfinished jobs of a stopping worker to the queue; the attempt does not count. */
export async function giveBackJobs(db: Db, held: readonly Held[]): Promise<void> {
  await db.run(sql`
    update jobs set state = 'waiting', lease_until = null, holder = null, dedupe_key = null, attempts = attempts - 1 from ${mine(held)}
    where jobs.id = mine.id and jobs.holder = mine.holder and state = 'running'`)
}

function mine(held: readonly Held[]) {
  return sql`unnest(${held.map(({ id }) => id)}::bigint[], ${held.map(({ holder }) => holder)}::text[]) as mine (id, holder)`
}

/** Numbers of waiting, running and dead jobs, and since when the oldest due job waits. */
export async function jobFigures(
  db: Db,
  now: Date,
): Promise<{ waiting: number; scheduled: number; running: number; dead: number; oldestDueAt: Date | null }> {
  return db.one(sql`
    select count(*) filter (where state = 'waiting' and run_at <= ${now}) as waiting, count(*) filter (where state = 'waiting' and run_at > ${now}) as scheduled,
      count(*) filter (where state = 'running') as running,
      min(run_at) filter (where state = 'waiting' and run_at <= ${now}) as oldest_due_at,
      (select count(*) from jobs where state = 'dead') as dead
    from (
      select state, run_at from jobs where kind = 'job' and awaited and state in ('waiting', 'running')
      union all select state, run_at from jobs where kind = 'job' and not awaited and state in ('waiting', 'running')
      union all select state, run_at from jobs where kind = 'event' and state in ('waiting', 'running')
    ) as live`)
}

/** Deletes jobs that finished or died before the given times; returns how many. */
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
  /** The time of the next attempt that was not made: about the time at which the job died. */
  runAt: Date
}

export const jobStates = { waiting: '等待', running: '执行中', done: '已完成', dead: '已停止重试' } as const
export type JobState = keyof typeof jobStates

export interface FoundJob extends DeadJob {
  state: JobState
  doneAt: Date | null
}

const foundColumns = sql`id, name, payload, state, attempts, last_error, created_at, run_at, done_at`

/** Jobs of a state whose name contains a text, newest first. */
export function jobsNamed(
  db: Db,
  { state, name, most }: { state: JobState; name: string; most: number },
): Promise<FoundJob[]> {
  return db.rows(sql`
    select ${foundColumns} from jobs where state = ${state} and ${contains(sql`name`, name)} order by id desc limit ${most}`)
}

export async function countJobsNamed(db: Db, { state, name }: { state: JobState; name: string }): Promise<number> {
  const { count } = await db.one<{ count: number }>(
    sql`select count(*) as count from jobs where state = ${state} and ${contains(sql`name`, name)}`,
  )
  return count
}

export function jobById(db: Db, id: number): Promise<FoundJob | undefined> {
  return db.row(sql`select ${foundColumns} from jobs where id = ${id}`)
}

/** Distinct names of jobs that died since the given time. */
export async function deadSince(db: Db, since: Date): Promise<string[]> {
  const rows = await db.rows<{ name: string }>(
    sql`select distinct name from jobs where state = 'dead' and run_at > ${since} order by name`,
  )
  return rows.map(({ name }) => name)
}

/** Returns false when the job is not dead: somebody has replayed or removed it. */
export async function reviveJob(db: Db, id: number, now: Date): Promise<boolean> {
  const revived = await db.run(
    sql`update jobs set state = 'waiting', run_at = ${now}, attempts = 0 where id = ${id} and state = 'dead'`,
  )
  return revived === 1
}

/** Deletes a dead job and returns it; undefined when it is not dead. */
export function discardJob(db: Db, id: number): Promise<Pick<DeadJob, 'name' | 'payload'> | undefined> {
  return db.row(sql`delete from jobs where id = ${id} and state = 'dead' returning name, payload`)
}

/** Where the console's list of dead jobs is read. */
export const deadJobSource: IndexSource = {
  from: sql`from jobs`,
  key: sql`id`,
  where: sql`state = 'dead'`,
  columns: {
    name: { sql: sql`name` },
    payload: { match: (typed) => contains(sql`payload::text`, typed) },
    error: { match: (typed) => contains(sql`coalesce(last_error, '')`, typed) },
    attempts: { sql: sql`attempts::bigint` },
    created: { sql: sql`created_at` },
    failed: { sql: sql`run_at` },
  },
  search: (typed) => contains(sql`(name || ' ' || coalesce(last_error, ''))`, typed),
}

/** In the order of the ids. */
export function deadJobsInPlaces(db: Db, ids: number[]): Promise<DeadJob[]> {
  return db.rows(sql`
    select id, name, payload, attempts, last_error, created_at, run_at from jobs where id = any(${ids}::bigint[]) and state = 'dead'
    order by array_position(${ids}::bigint[], id)`)
}
