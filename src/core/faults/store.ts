import type { Db } from '../../platform/db/db.ts'
import { contains, type IndexSource } from '../../platform/db/index-query.ts'
import { json, type Sql, sql } from '../../platform/db/sql.ts'
import type { FaultKind, FaultSample, NotedFault } from '../../platform/contract/noted-fault.ts'
import { type FaultState, typedNumber } from './rules.ts'

export interface FaultRow {
  id: number
  kind: FaultKind
  place: string
  type: string
  code: string
  message: string
  stack: string
  state: FaultState
  times: number
  firstSeenAt: Date
  lastSeenAt: Date
  firstRelease: string
  lastRelease: string
  releases: string[]
  resolvedAt: Date | null
  resolvedRelease: string | null
  reopenedAt: Date | null
}

/** The numbers of a version, which compare like versions; null for anything else. */
const numbersOf = (release: Sql) =>
  sql`string_to_array(substring(${release} from '^[0-9]+[.][0-9]+[.][0-9]+'), '.')::int[]`

/** Seen after it was resolved, and not by a process of an older release that an upgrade has not replaced yet. */
const returns = sql`
  faults.state = 'resolved' and excluded.last_seen_at > faults.resolved_at
  and coalesce(${numbersOf(sql`excluded.last_release`)} >= ${numbersOf(sql`faults.resolved_release`)}, true)`

/**
 * Adds occurrences to the faults that are known and makes the others, in one statement. Answers the ids of those that are open and of which
 * nobody was told. In the order of the fingerprints, so that two processes do not wait for each other.
 */
export async function putFaults(db: Db, noted: readonly NotedFault[]): Promise<number[]> {
  const rows = await db.rows<{ id: number }>(sql`
    with given as (
      select * from jsonb_to_recordset(${json(noted)}::jsonb) as g (fingerprint text, kind text, place text, type text, code text, message text,
        stack text, times bigint, "firstSeenAt" timestamptz, "lastSeenAt" timestamptz, release text, samples jsonb)
    ), put as (
      insert into faults (fingerprint, kind, place, type, code, message, stack, times, first_seen_at, last_seen_at, first_release, last_release,
        releases)
      select fingerprint, kind, place, type, code, message, stack, times, "firstSeenAt", "lastSeenAt", release, release, array[release]
      from given order by fingerprint
      on conflict (fingerprint) do update set
        message = excluded.message, stack = excluded.stack, times = faults.times + excluded.times,
        first_seen_at = least(faults.first_seen_at, excluded.first_seen_at),
        last_seen_at = greatest(faults.last_seen_at, excluded.last_seen_at),
        last_release = excluded.last_release,
        releases = case when excluded.last_release = any (faults.releases) then faults.releases
          else (faults.releases || excluded.last_release)[greatest(cardinality(faults.releases) - 18, 1):] end,
        state = case when ${returns} then 'open' else faults.state end,
        reopened_at = case when ${returns} then excluded.last_seen_at else faults.reopened_at end,
        told_at = case when ${returns} then null else faults.told_at end
      returning id, fingerprint, state, told_at
    ), sampled as (
      insert into fault_samples (fault_id, request_id, trace_id, release, host, seen_at)
      select put.id, s."requestId", s."traceId", s.release, s.host, s."seenAt"
      from put join given using (fingerprint),
        jsonb_to_recordset(given.samples) as s ("requestId" text, "traceId" text, release text, host text, "seenAt" timestamptz)
      order by s."seenAt"
    )
    select id from put where state = 'open' and told_at is null order by id`)
  return rows.map(({ id }) => id)
}

export async function noteTold(db: Db, ids: number[], now: Date): Promise<void> {
  await db.run(sql`update faults set told_at = ${now} where id = any(${ids}::bigint[])`)
}

const columns = sql`
  id, kind, place, type, code, message, stack, state, times, first_seen_at, last_seen_at, first_release, last_release, releases, resolved_at,
  resolved_release, reopened_at`

export function faultById(db: Db, id: number): Promise<FaultRow | undefined> {
  return db.row(sql`select ${columns} from faults where id = ${id}`)
}

export function samplesOf(db: Db, faultId: number, most: number): Promise<FaultSample[]> {
  return db.rows(sql`
    select request_id, trace_id, release, host, seen_at from fault_samples where fault_id = ${faultId} order by id desc limit ${most}`)
}

/** In the order of the ids. */
export function faultsInPlaces(db: Db, ids: number[]): Promise<FaultRow[]> {
  return db.rows(sql`
    select ${columns} from faults where id = any(${ids}::bigint[]) order by array_position(${ids}::bigint[], id)`)
}

export async function countOpen(db: Db): Promise<number> {
  return (await db.one<{ count: number }>(sql`select count(*) as count from faults where state = 'open'`)).count
}

/** False when it has this state already, or is not known. */
export async function setState(
  db: Db,
  { id, state, now, release }: { id: number; state: FaultState; now: Date; release: string },
): Promise<boolean> {
  const resolved = state === 'resolved'
  // Who opens it again knows of it.
  const changed = await db.run(sql`
    update faults set state = ${state}, told_at = ${now}, reopened_at = null,
      resolved_at = case when ${resolved}::boolean then ${now}::timestamptz end,
      resolved_release = case when ${resolved}::boolean then ${release}::text end
    where id = ${id} and state <> ${state}`)
  return changed === 1
}

export interface Kept {
  seenSince: Date
  samplesSince: Date
  samplesEach: number
  most: number
}

/** Removes what nobody asks for any more; answers how many faults. */
export async function deleteOldFaults(db: Db, { seenSince, samplesSince, samplesEach, most }: Kept): Promise<number> {
  await db.run(sql`
    delete from fault_samples where seen_at < ${samplesSince} or id in (
      select id from (select id, row_number() over (partition by fault_id order by id desc) as place from fault_samples) as ranked
      where place > ${samplesEach})`)
  return db.run(sql`
    delete from faults where last_seen_at < ${seenSince}
      or id in (select id from faults order by (state = 'open') desc, last_seen_at desc, id desc offset ${most})`)
}

const what = sql`(type || case when code = '' then '' else ' ' || code end || case when message = '' then '' else ': ' || message end)`

/** Where the console's list is read. */
export const faultSource: IndexSource = {
  from: sql`from faults`,
  key: sql`id`,
  columns: {
    what: { sql: what },
    place: { sql: sql`place` },
    kind: { sql: sql`kind` },
    state: { sql: sql`state` },
    times: { sql: sql`times` },
    release: { match: (typed) => contains(sql`array_to_string(releases, ' ')`, typed) },
    first: { sql: sql`first_seen_at` },
    last: { sql: sql`last_seen_at` },
  },
  search: (typed) => {
    const words = contains(sql`(${what} || ' ' || place)`, typed)
    const number = typedNumber(typed)
    if (number === undefined) return words
    return sql`(${words} or id in (select fault_id from fault_samples where left(request_id, 8) = ${number}))`
  },
}
