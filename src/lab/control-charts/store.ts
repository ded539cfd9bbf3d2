import type { Db } from '../../platform/db/db.ts'
import { json, sql } from '../../platform/db/sql.ts'
import type { ChartState, MeasurementState } from './rules.ts'
import type { Judged, Limits, WestgardRule } from './westgard-rules.ts'

export interface ChartRow {
  id: number
  instrumentId: number
  quantity: string
  unit: string
  material: string
  certificateNo: string
  intervalDays: number
  version: number
  createdAt: Date
  stoppedAt: Date | null
  stopReason: string
  state: ChartState
  broken: WestgardRule[]
  measuredAt: Date | null
  dueAt: Date
}
export type ChartFields = Pick<
  ChartRow,
  'instrumentId' | 'quantity' | 'unit' | 'material' | 'certificateNo' | 'intervalDays'
>

export interface LimitsRow extends Limits {
  id: number
  chartId: number
  baseCount: number | null
  holdsFrom: Date
  note: string
  staffId: number
}

export interface MeasurementRow {
  id: number
  chartId: number
  limitsId: number | null
  value: number
  measuredAt: Date
  note: string
  fileId: number | null
  staffId: number
  takenBackAt: Date | null
  takenBackBy: number | null
  takenBackReason: string
  state: MeasurementState
  broken: WestgardRule[]
}

const chartColumns = sql`id, instrument_id, quantity, unit, material, certificate_no, interval_days, version, created_at, stopped_at,
  stop_reason, state, broken, measured_at, due_at`
const limitColumns = sql`id, chart_id, target, deviation, base_count, holds_from, note, staff_id`
const measurementColumns = sql`id, chart_id, limits_id, value, measured_at, note, file_id, staff_id, taken_back_at, taken_back_by,
  taken_back_reason, state, broken`

/** Undefined when the instrument has a chart of this quantity. */
export function insertChart(db: Db, row: ChartFields, now: Date): Promise<{ id: number } | undefined> {
  return db.row(sql`
    insert into control_charts (instrument_id, quantity, unit, material, certificate_no, interval_days, created_at, due_at)
    values (${row.instrumentId}, ${row.quantity}, ${row.unit}, ${row.material}, ${row.certificateNo}, ${row.intervalDays}, ${now}, ${now})
    on conflict (instrument_id, lower(quantity), lower(unit)) where stopped_at is null do nothing returning id`)
}

export function chartById(db: Db, id: number): Promise<ChartRow | undefined> {
  return db.row(sql`select ${chartColumns} from control_charts where id = ${id}`)
}

/** In the order of the ids. */
export function chartsByIds(db: Db, ids: readonly number[]): Promise<ChartRow[]> {
  return db.rows(sql`
    select ${chartColumns} from control_charts where id = any(${[...ids]}::bigint[])
    order by array_position(${[...ids]}::bigint[], id)`)
}

/** Those that are kept up. */
export function chartsOfInstruments(db: Db, instrumentIds: readonly number[]): Promise<ChartRow[]> {
  return db.rows(sql`
    select ${chartColumns} from control_charts where instrument_id = any(${[...instrumentIds]}::bigint[]) and stopped_at is null
    order by instrument_id, quantity, id`)
}

export function lockChart(db: Db, id: number): Promise<ChartRow | undefined> {
  return db.row(sql`select ${chartColumns} from control_charts where id = ${id} for update`)
}

export function updateChart(
  db: Db,
  row: Pick<ChartRow, 'id' | 'version' | 'material' | 'certificateNo' | 'intervalDays' | 'dueAt'>,
): Promise<{ version: number } | undefined> {
  return db.row(sql`
    update control_charts set version = version + 1, material = ${row.material}, certificate_no = ${row.certificateNo},
      interval_days = ${row.intervalDays}, due_at = ${row.dueAt}
    where id = ${row.id} and version = ${row.version} and stopped_at is null returning version`)
}

export function stopChart(
  db: Db,
  { id, version, reason }: { id: number; version: number; reason: string },
  now: Date,
): Promise<{ id: number } | undefined> {
  return db.row(sql`
    update control_charts set version = version + 1, stopped_at = ${now}, stop_reason = ${reason}
    where id = ${id} and version = ${version} and stopped_at is null returning id`)
}

/** What the latest measurement says. A measurement does not change the version: it is not what a person edits. */
export async function followMeasurements(
  db: Db,
  row: Pick<ChartRow, 'id' | 'state' | 'broken' | 'measuredAt' | 'dueAt'>,
): Promise<void> {
  await db.run(sql`
    update control_charts set state = ${row.state}, broken = ${row.broken}::text[], measured_at = ${row.measuredAt}, due_at = ${row.dueAt}
    where id = ${row.id}`)
}

export async function raiseVersion(db: Db, id: number): Promise<void> {
  await db.run(sql`update control_charts set version = version + 1 where id = ${id}`)
}

export function insertLimits(db: Db, row: Omit<LimitsRow, 'id'>, now: Date): Promise<{ id: number }> {
  return db.one(sql`
    insert into control_limits (chart_id, target, deviation, base_count, holds_from, note, staff_id, created_at)
    values (${row.chartId}, ${row.target}, ${row.deviation}, ${row.baseCount}, ${row.holdsFrom}, ${row.note}, ${row.staffId}, ${now})
    returning id`)
}

/** The limits that hold. */
export function currentLimits(db: Db, chartIds: readonly number[]): Promise<LimitsRow[]> {
  return db.rows(sql`
    select distinct on (chart_id) ${limitColumns} from control_limits where chart_id = any(${[...chartIds]}::bigint[])
    order by chart_id, id desc`)
}

/** The latest settings of a chart. */
export function limitsOfChart(db: Db, chartId: number, most: number): Promise<LimitsRow[]> {
  return db.rows(
    sql`select ${limitColumns} from control_limits where chart_id = ${chartId} order by id desc limit ${most}`,
  )
}

export function limitsByIds(db: Db, ids: readonly number[]): Promise<LimitsRow[]> {
  return db.rows(sql`select ${limitColumns} from control_limits where id = any(${[...ids]}::bigint[])`)
}

export function insertMeasurement(
  db: Db,
  row: Pick<MeasurementRow, 'chartId' | 'limitsId' | 'value' | 'measuredAt' | 'note' | 'fileId' | 'staffId'>,
  now: Date,
): Promise<{ id: number }> {
  return db.one(sql`
    insert into control_measurements (chart_id, limits_id, value, measured_at, note, file_id, staff_id, created_at)
    values (${row.chartId}, ${row.limitsId}, ${row.value}, ${row.measuredAt}, ${row.note}, ${row.fileId}, ${row.staffId}, ${now})
    returning id`)
}

export function measurementAt(
  db: Db,
  { chartId, measuredAt, value }: { chartId: number; measuredAt: Date; value: number },
): Promise<{ id: number } | undefined> {
  return db.row(sql`
    select id from control_measurements where chart_id = ${chartId} and measured_at = ${measuredAt} and value = ${value}
      and taken_back_at is null limit 1`)
}

export function measurementById(db: Db, id: number): Promise<MeasurementRow | undefined> {
  return db.row(sql`select ${measurementColumns} from control_measurements where id = ${id}`)
}

export function takeBackMeasurement(
  db: Db,
  { id, staffId, reason }: { id: number; staffId: number; reason: string },
  now: Date,
): Promise<{ id: number } | undefined> {
  return db.row(sql`
    update control_measurements set taken_back_at = ${now}, taken_back_by = ${staffId}, taken_back_reason = ${reason}, state = 'none',
      broken = '{}'
    where id = ${id} and taken_back_at is null returning id`)
}

/** In the order of measuring. */
export function measurementsUnder(db: Db, limitsId: number): Promise<MeasurementRow[]> {
  return db.rows(sql`
    select ${measurementColumns} from control_measurements where limits_id = ${limitsId} and taken_back_at is null
    order by measured_at, id`)
}

export async function saveVerdicts(db: Db, rows: readonly (Judged & { id: number })[]): Promise<void> {
  if (rows.length === 0) return
  await db.run(sql`
    update control_measurements m set state = r.state, broken = array(select jsonb_array_elements_text(r.broken))
    from jsonb_to_recordset(${json(rows)}::jsonb) as r (id bigint, state text, broken jsonb) where m.id = r.id`)
}

/** The latest that were not taken back, the newest first. */
export function latestMeasurements(
  db: Db,
  chartId: number,
  most: number,
  until: Date | null = null,
): Promise<MeasurementRow[]> {
  return db.rows(sql`
    select ${measurementColumns} from control_measurements
    where chart_id = ${chartId} and taken_back_at is null and (${until}::timestamptz is null or measured_at < ${until})
    order by measured_at desc, id desc limit ${most}`)
}

export function measurementsOf(
  db: Db,
  { id, page, size }: { id: number; page: number; size: number },
): Promise<(MeasurementRow & { total: number })[]> {
  return db.rows(sql`
    select ${measurementColumns}, count(*) over () as total from control_measurements where chart_id = ${id}
    order by measured_at desc, control_measurements.id desc limit ${size} offset ${(page - 1) * size}`)
}

/** In the order of the ids. */
export function measurementsByIds(db: Db, ids: readonly number[]): Promise<MeasurementRow[]> {
  return db.rows(sql`
    select ${measurementColumns} from control_measurements where id = any(${[...ids]}::bigint[])
    order by array_position(${[...ids]}::bigint[], id)`)
}

export async function countMeasurements(db: Db, chartId: number): Promise<number> {
  const { count } = await db.one<{ count: number }>(
    sql`select count(*) as count from control_measurements where chart_id = ${chartId} and taken_back_at is null`,
  )
  return count
}

/** Charts whose measurement is due since then or longer, the longest first. */
export function overdueCharts(db: Db, now: Date, most: number): Promise<ChartRow[]> {
  return db.rows(sql`
    select ${chartColumns} from control_charts where stopped_at is null and due_at < ${now} order by due_at, id limit ${most}`)
}

export function anyChart(db: Db): Promise<{ id: number } | undefined> {
  return db.row(sql`select id from control_charts limit 1`)
}

/** Charts of an instrument that were kept up at that time. */
export function chartsEver(db: Db, instrumentId: number, at: Date): Promise<ChartRow[]> {
  return db.rows(sql`
    select ${chartColumns} from control_charts where instrument_id = ${instrumentId} and (stopped_at is null or stopped_at > ${at})
    order by quantity, id`)
}
