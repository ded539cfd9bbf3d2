import type { Db } from '../../../platform/db/db.ts'
import { joined, json, type Sql, sql } from '../../../platform/db/sql.ts'
import type { ShelfFields, Temperature } from './shelf-rules.ts'

export interface ShelfRow extends ShelfFields {
  id: number
  version: number
}

const columns = sql`s.id, s.code, s.name, s.room, s.temperature, s.capacity, s.version`
// In these stages a sample is in the laboratory, on a shelf or at an instrument. Written out and not a parameter, so that the partial index answers it.
const inLaboratory = sql`stage in ('parked', 'received', 'testing', 'tested', 'abnormal', 'dropped', 'to_return', 'refused', 'kept')`

/** Samples on the shelf `s`: those at its code, and those at a place on it. `.` is the character after `-`. */
const storedOn = sql`(select count(*) from samples where ${inLaboratory} and (shelf collate "C" = s.code
  or (shelf collate "C" >= s.code || '-' and shelf collate "C" < s.code || '.')))`

export interface ShelfFilter {
  room: string
  temperature: Temperature | ''
  kw: string
  free: boolean
  /** None: all. */
  codes: readonly string[]
}

const matching = (f: ShelfFilter): Sql =>
  joined(
    [
      sql`true`,
      ...(f.room === '' ? [] : [sql`s.room = ${f.room}`]),
      ...(f.temperature === '' ? [] : [sql`s.temperature = ${f.temperature}`]),
      ...(f.kw === '' ? [] : [sql`strpos(folded(s.code || '|' || s.name), folded(${f.kw})) > 0`]),
      ...(f.codes.length === 0 ? [] : [sql`s.code = any(${[...f.codes]}::text[])`]),
      ...(f.free ? [sql`${storedOn} < s.capacity`] : []),
    ],
    ' and ',
  )

export function shelvesFound(
  db: Db,
  filter: ShelfFilter,
  part: { page: number; size: number },
): Promise<(ShelfRow & { stored: number })[]> {
  return db.rows(sql`
    select ${columns}, ${storedOn} as stored from shelves s where ${matching(filter)}
    order by s.room, s.code limit ${part.size} offset ${(part.page - 1) * part.size}`)
}

export async function countShelves(db: Db, filter: ShelfFilter): Promise<number> {
  const { total } = await db.one<{ total: number }>(
    sql`select count(*) as total from shelves s where ${matching(filter)}`,
  )
  return total
}

export function roomsOfShelves(db: Db): Promise<{ room: string; shelves: number }[]> {
  return db.rows(sql`select room, count(*) as shelves from shelves group by room order by room`)
}

export function samplesInLaboratory(db: Db): Promise<{ samples: number; shelved: number }> {
  return db.one(sql`
    select (select count(*) from samples where ${inLaboratory} and service_type = 1) as samples,
      (select coalesce(sum(${storedOn}), 0)::bigint from shelves s) as shelved`)
}

/** Codes are compared with each other, so they change one after the other. */
export async function lockShelves(db: Db): Promise<void> {
  await db.rows(sql`select pg_advisory_xact_lock(hashtextextended('shelves', 0))`)
}

export async function codesOfShelves(db: Db): Promise<{ id: number; code: string }[]> {
  return db.rows(sql`select id, code from shelves`)
}

export function shelfById(db: Db, id: number): Promise<(ShelfRow & { stored: number }) | undefined> {
  return db.row(sql`select ${columns}, ${storedOn} as stored from shelves s where s.id = ${id}`)
}

/** The shelf that a place is on. */
export function shelfOfPlace(db: Db, place: string): Promise<{ id: number } | undefined> {
  return db.row(sql`select id from shelves where ${place} = code or starts_with(${place}, code || '-') limit 1`)
}

export async function anyShelf(db: Db): Promise<boolean> {
  return (await db.row(sql`select id from shelves limit 1`)) !== undefined
}

export function insertShelves(db: Db, shelves: readonly ShelfFields[], now: Date): Promise<{ id: number }[]> {
  return db.rows(sql`
    insert into shelves (code, name, room, temperature, capacity, created_at)
    select code, name, room, temperature, capacity, ${now}
    from jsonb_to_recordset(${json(shelves)}::jsonb) as s (code text, name text, room text, temperature text, capacity integer)
    returning id`)
}

export function updateShelf(
  db: Db,
  id: number,
  version: number,
  row: ShelfFields,
): Promise<{ version: number } | undefined> {
  return db.row(sql`
    update shelves set version = version + 1, code = ${row.code}, name = ${row.name}, room = ${row.room}, temperature = ${row.temperature},
      capacity = ${row.capacity}
    where id = ${id} and version = ${version} returning version`)
}

export function deleteShelf(db: Db, id: number, version: number): Promise<number> {
  return db.run(sql`delete from shelves where id = ${id} and version = ${version}`)
}

/** Only samples in the laboratory that nobody has put elsewhere after `at`, so fewer may move than were named. */
export function placeSamples(
  db: Db,
  sampleNos: readonly string[],
  place: string,
  at: Date,
): Promise<{ sampleNo: string }[]> {
  return db.rows(sql`
    update samples set shelf = ${place}, shelf_since = greatest(shelf_since, ${at})
    where sample_no = any(${[...sampleNos]}::text[]) and service_type = 1 and ${inLaboratory}
      and (shelf = ${place} or shelf_since is null or shelf_since <= ${at})
    returning sample_no`)
}

/** Where a sample stands that was put there after `at`. */
export async function placeSince(db: Db, sampleNo: string, at: Date): Promise<string | undefined> {
  const row = await db.row<{ shelf: string }>(sql`
    select shelf from samples where sample_no = ${sampleNo} and ${inLaboratory} and shelf_since > ${at}`)
  return row?.shelf
}
