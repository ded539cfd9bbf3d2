import type { Db } from '../../platform/db/db.ts'
import { contains } from '../../platform/db/index-query.ts'
import { json, sql } from '../../platform/db/sql.ts'
import type { Availability, CalibrationRule, DiaryKind, InstrumentStage } from './rules.ts'

export interface InstrumentRow {
  id: number
  instrumentNo: string
  name: string
  model: string
  location: string
  keeper: string
  specification: string
  maker: string
  englishName: string
  englishMaker: string
  stage: InstrumentStage
  version: number
  calibrationDue: string | null
  calibrationRule: CalibrationRule
}
export type InstrumentFields = Omit<InstrumentRow, 'id' | 'stage' | 'version' | 'calibrationDue'>

const columns = sql`id, instrument_no, name, model, location, keeper, specification, maker, english_name, english_maker, stage, version,
  calibration_due, calibration_rule`

/** Undefined when the number is taken. */
export function insertInstrument(db: Db, row: InstrumentFields, now: Date): Promise<{ id: number } | undefined> {
  return db.row(sql`
    insert into instruments (instrument_no, name, model, location, keeper, specification, maker, english_name, english_maker,
      stage, calibration_rule, created_at)
    values (${row.instrumentNo}, ${row.name}, ${row.model}, ${row.location}, ${row.keeper}, ${row.specification},
      ${row.maker}, ${row.englishName}, ${row.englishMaker}, 'usable', ${row.calibrationRule}, ${now})
    on conflict (instrument_no) do nothing returning id`)
}

export function updateInstrument(
  db: Db,
  id: number,
  version: number,
  row: InstrumentFields,
): Promise<{ version: number } | undefined> {
  return db.row(sql`
    update instruments set version = version + 1, instrument_no = ${row.instrumentNo}, name = ${row.name}, model = ${row.model},
      location = ${row.location}, keeper = ${row.keeper}, specification = ${row.specification}, maker = ${row.maker},
      english_name = ${row.englishName}, english_maker = ${row.englishMaker}, calibration_rule = ${row.calibrationRule}
    where id = ${id} and version = ${version} returning version`)
}

export function numberHolder(db: Db, instrumentNo: string): Promise<{ id: number } | undefined> {
  return db.row(sql`select id from instruments where instrument_no = ${instrumentNo}`)
}

/** `separate`: those with slots of their own. */
export async function setProjects(
  db: Db,
  id: number,
  rids: readonly number[],
  separate: readonly number[],
): Promise<void> {
  await db.run(sql`delete from instrument_projects where instrument_id = ${id}`)
  await db.run(sql`
    insert into instrument_projects (instrument_id, rid, shared)
    select ${id}, rid, rid <> all(${[...separate]}::bigint[]) from unnest(${[...rids]}::bigint[]) as r (rid)`)
}

export function instrumentById(db: Db, id: number): Promise<InstrumentRow | undefined> {
  return db.row(sql`select ${columns} from instruments where id = ${id}`)
}

/** In the order of the ids. */
export function instrumentsByIds(db: Db, ids: readonly number[]): Promise<(InstrumentRow & { projects: number })[]> {
  return db.rows(sql`
    select ${columns}, (select count(*) from instrument_projects p where p.instrument_id = instruments.id) as projects
    from instruments where id = any(${[...ids]}::bigint[]) order by array_position(${[...ids]}::bigint[], id)`)
}

/** Instruments with the projects among these that they serve. */
export function instrumentsServing(
  db: Db,
  rids: readonly number[],
): Promise<(InstrumentRow & { rid: number; shared: boolean })[]> {
  return db.rows(sql`
    select p.rid, p.shared, ${columns} from instrument_projects p join instruments on id = p.instrument_id
    where p.rid = any(${[...rids]}::bigint[]) order by p.rid, instrument_no`)
}

/** Those that serve a project, for choosing one. */
export function servingInstruments(db: Db, most: number): Promise<InstrumentRow[]> {
  return db.rows(sql`
    select ${columns} from instruments where exists (select 1 from instrument_projects p where p.instrument_id = instruments.id)
    order by instrument_no limit ${most}`)
}

/** Those that serve a project, each with all that it serves. */
export function servingWithProjects(
  db: Db,
  most: number,
): Promise<(InstrumentRow & { serves: { rid: number; shared: boolean }[] })[]> {
  return db.rows(sql`
    select ${columns}, p.serves from instruments join (
      select instrument_id, jsonb_agg(jsonb_build_object('rid', rid, 'shared', shared) order by rid) as serves
      from instrument_projects group by instrument_id) p on p.instrument_id = id
    order by instrument_no limit ${most}`)
}

/** Holds off a new downtime until the caller's booking is committed. Bookings do not wait for one another. */
export async function shareInstruments(db: Db, rids: readonly number[]): Promise<void> {
  await db.rows(sql`
    select id from instruments where id in (select instrument_id from instrument_projects where rid = any(${[...rids]}::bigint[]))
    order by id for share`)
}

export function lockInstrument(db: Db, id: number): Promise<InstrumentRow | undefined> {
  return db.row(sql`select ${columns} from instruments where id = ${id} for update`)
}

export async function ridsOf(db: Db, id: number): Promise<number[]> {
  const rows = await db.rows<{ rid: number }>(
    sql`select rid from instrument_projects where instrument_id = ${id} order by rid`,
  )
  return rows.map(({ rid }) => rid)
}

export function servedOf(
  db: Db,
  ids: readonly number[],
): Promise<{ instrumentId: number; rid: number; shared: boolean }[]> {
  return db.rows(
    sql`select instrument_id, rid, shared from instrument_projects where instrument_id = any(${[...ids]}::bigint[]) order by rid`,
  )
}

export interface DowntimeRow {
  id: number
  instrumentId: number
  startsAt: Date
  endsAt: Date
  reason: string
  staffId: number
  removedAt: Date | null
}

/** Those that hold in the time from–to. */
export function downtimesBetween(
  db: Db,
  instrumentIds: readonly number[],
  from: Date,
  to: Date,
): Promise<(DowntimeRow & Availability['downtimes'][number])[]> {
  return db.rows(sql`
    select id, instrument_id, starts_at, ends_at, reason, staff_id, removed_at from instrument_downtimes
    where instrument_id = any(${[...instrumentIds]}::bigint[]) and removed_at is null and starts_at < ${to} and ends_at > ${from}
    order by starts_at, id`)
}

export function downtimesOf(
  db: Db,
  instrumentId: number,
  { size, page }: { size: number; page: number },
): Promise<(DowntimeRow & { total: number })[]> {
  return db.rows(sql`
    select id, instrument_id, starts_at, ends_at, reason, staff_id, removed_at, count(*) over () as total from instrument_downtimes
    where instrument_id = ${instrumentId} order by starts_at desc, id desc limit ${size} offset ${(page - 1) * size}`)
}

export function insertDowntime(
  db: Db,
  row: { instrumentId: number; startsAt: Date; endsAt: Date; reason: string; staffId: number },
  now: Date,
): Promise<{ id: number }> {
  return db.one(sql`
    insert into instrument_downtimes (instrument_id, starts_at, ends_at, reason, staff_id, created_at)
    values (${row.instrumentId}, ${row.startsAt}, ${row.endsAt}, ${row.reason}, ${row.staffId}, ${now}) returning id`)
}

/** Undefined when it is over or was removed already. */
export function removeDowntime(db: Db, id: number, now: Date): Promise<DowntimeRow | undefined> {
  return db.row(sql`
    update instrument_downtimes set removed_at = ${now} where id = ${id} and removed_at is null and ends_at > ${now}
    returning id, instrument_id, starts_at, ends_at, reason, staff_id, removed_at`)
}

export interface DiaryEntry {
  instrumentId: number
  kind: DiaryKind
  happenedOn: string
  note: string
  certificateNo: string
  certificateFileId: number | null
  nextDue: string | null
  staffId: number
}

/** All null: the entry holds. */
export interface Withdrawal {
  withdrawnAt: Date | null
  withdrawnBy: number | null
  withdrawnReason: string | null
}

export function insertEntry(db: Db, row: DiaryEntry, now: Date): Promise<{ id: number }> {
  return db.one(sql`
    insert into instrument_diary (instrument_id, kind, happened_on, note, certificate_no, certificate_file_id, next_due, staff_id, created_at)
    select instrument_id, kind, happened_on, note, certificate_no, certificate_file_id, next_due, staff_id, ${now}
    from jsonb_to_record(${json({
      instrument_id: row.instrumentId,
      kind: row.kind,
      happened_on: row.happenedOn,
      note: row.note,
      certificate_no: row.certificateNo,
      certificate_file_id: row.certificateFileId,
      next_due: row.nextDue,
      staff_id: row.staffId,
    })}::jsonb) as r (instrument_id bigint, kind text, happened_on date, note text, certificate_no text, certificate_file_id bigint,
      next_due date, staff_id bigint)
    returning id`)
}

export function entryById(db: Db, id: number): Promise<DiaryEntry | undefined> {
  return db.row(sql`
    select instrument_id, kind, happened_on, note, certificate_no, certificate_file_id, next_due, staff_id
    from instrument_diary where id = ${id}`)
}

/** 0 when it was withdrawn before. */
export function withdrawEntry(db: Db, id: number, by: { staffId: number; reason: string }, now: Date): Promise<number> {
  return db.run(sql`
    update instrument_diary set withdrawn_at = ${now}, withdrawn_by = ${by.staffId}, withdrawn_reason = ${by.reason}
    where id = ${id} and withdrawn_at is null`)
}

/** The latest calibration that holds decides, also when an older one is entered after it. */
export async function followCalibration(db: Db, id: number): Promise<void> {
  await db.run(sql`
    update instruments set version = version + 1, calibration_due = (
      select next_due from instrument_diary where instrument_id = ${id} and kind = 'calibration' and withdrawn_at is null
      order by happened_on desc, instrument_diary.id desc limit 1)
    where id = ${id}`)
}

export function entriesOf(
  db: Db,
  filter: { id: number; kind: DiaryKind; page: number; size: number },
): Promise<(DiaryEntry & Withdrawal & { id: number; createdAt: Date; total: number })[]> {
  return db.rows(sql`
    select id, instrument_id, kind, happened_on, note, certificate_no, certificate_file_id, next_due, staff_id, created_at,
      withdrawn_at, withdrawn_by, withdrawn_reason,
      count(*) over () as total
    from instrument_diary where instrument_id = ${filter.id} and kind = ${filter.kind}
    order by happened_on desc, id desc limit ${filter.size} offset ${(filter.page - 1) * filter.size}`)
}

export function anyInstrument(db: Db): Promise<{ id: number } | undefined> {
  return db.row(sql`select id from instruments limit 1`)
}

export function servedProjects(db: Db): Promise<{ id: number; instrumentNo: string; name: string; rids: number[] }[]> {
  return db.rows(sql`
    select id, instrument_no, name, (select coalesce(jsonb_agg(p.rid order by p.rid), '[]') from instrument_projects p where p.instrument_id = instruments.id) as rids
    from instruments order by instrument_no`)
}

export function instrumentsLike(db: Db, typed: string): Promise<{ id: number }[]> {
  return db.rows(sql`select id from instruments where ${contains(sql`instrument_no || ' ' || name`, typed)}`)
}
