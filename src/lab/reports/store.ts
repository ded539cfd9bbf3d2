import type { Db } from '../../platform/db/db.ts'
import { json, type Sql, sql } from '../../platform/db/sql.ts'
import { hasOne, type Related } from '../../platform/db/related.ts'
import { containsTyped, hasTyped } from '../../platform/db/typed-words.ts'
import type { MeasuredValue, ReportStage } from './rules.ts'
import type { PrintedTerms } from './documents/template-rules.ts'

export interface RecordRow {
  id: number
  orderId: number
  lineId: number
  instrument: string
  conditions: string
  environment: string
  sampleNos: string[]
  operatorId: number
  startedAt: Date
  endedAt: Date | null
  remark: string
  method: string
  instrumentId: number | null
  measured: MeasuredValue[]
  /** Why it was recorded although a control chart of the instrument was out of control; empty: it was not. */
  controlReason: string
  /** The version of the order when this was entered. */
  orderVersion: number
  /** The customer may read it from this time. */
  releasedAt: Date | null
  replacedAt: Date | null
}

const recordColumns = sql`id, order_id, line_id, instrument, method, measured, conditions, environment, sample_nos, operator_id, started_at, ended_at, remark,
  order_version, released_at, replaced_at, instrument_id, control_reason`

/** Every record of an order; the current record of a line comes before the older ones. */
export function allRecords(db: Db, orderId: number): Promise<RecordRow[]> {
  return db.rows(
    sql`select ${recordColumns} from test_records where order_id = ${orderId} order by line_id, replaced_at is not null, id desc`,
  )
}

/** Releases the records to the customer with the delivery. */
export function releaseRecords(db: Db, orderId: number, now: Date): Promise<number> {
  return db.run(sql`
    update test_records set released_at = ${now} where order_id = ${orderId} and replaced_at is null and released_at is null`)
}

export function currentRecords(db: Db, orderId: number): Promise<RecordRow[]> {
  return db.rows(
    sql`select ${recordColumns} from test_records where order_id = ${orderId} and replaced_at is null order by line_id`,
  )
}

/** Lets records and files of one order be entered only one after the other, so that one of two is the newer. */
export async function lockResults(db: Db, orderId: number): Promise<void> {
  await db.rows(sql`select pg_advisory_xact_lock(hashtextextended('results', ${orderId}))`)
}

export async function replaceRecord(
  db: Db,
  row: Omit<RecordRow, 'id' | 'releasedAt' | 'replacedAt'>,
  now: Date,
): Promise<{ id: number }> {
  await db.run(sql`update test_records set replaced_at = ${now} where line_id = ${row.lineId} and replaced_at is null`)
  return db.one(sql`
    insert into test_records (order_id, line_id, instrument, method, measured, conditions, environment, sample_nos, operator_id, started_at, ended_at, remark, order_version, instrument_id, control_reason, created_at)
    values (${row.orderId}, ${row.lineId}, ${row.instrument}, ${row.method}, ${json(row.measured)}::jsonb, ${row.conditions}, ${row.environment}, ${row.sampleNos}::text[], ${row.operatorId},
      ${row.startedAt}, ${row.endedAt}, ${row.remark}, ${row.orderVersion}, ${row.instrumentId}, ${row.controlReason}, ${now})
    returning id`)
}

export interface ResultRow {
  id: number
  orderId: number
  sampleNo: string
  fileId: number
  name: string
  version: number
  note: string
  createdAt: Date
  releasedAt: Date | null
  replacedAt: Date | null
  orderVersion: number
  /** Why a file whose name contains another order's number was accepted. */
  foreignReason: string
  /** Which result of another sample had the same bytes when this one was uploaded; empty: none. */
  sameAs: string
}

const resultColumns = sql`id, order_id, sample_no, file_id, name, version, note, created_at, released_at, replaced_at, order_version, foreign_reason, same_as`

export function resultsOf(db: Db, orderId: number): Promise<ResultRow[]> {
  return db.rows(
    sql`select ${resultColumns} from result_files where order_id = ${orderId} order by sample_no, lower(name), version desc`,
  )
}

/** Which of the files are results that nothing has replaced. */
export function currentResults(db: Db, fileIds: readonly number[]): Promise<ResultRow[]> {
  return db.rows(sql`
    select ${resultColumns} from result_files where file_id = any(${[...fileIds]}::bigint[]) and replaced_at is null order by id desc`)
}

export function resultByFile(db: Db, fileId: number): Promise<ResultRow | undefined> {
  return db.row(sql`select ${resultColumns} from result_files where file_id = ${fileId}`)
}

/** Replaces the file of the same name and sample, with the next version number. */
export async function insertResult(
  db: Db,
  row: Omit<ResultRow, 'id' | 'version' | 'createdAt' | 'releasedAt' | 'replacedAt'> & { uploadedBy: number },
  now: Date,
): Promise<ResultRow> {
  const old = await db.row<{ version: number }>(sql`
    update result_files set replaced_at = ${now}
    where order_id = ${row.orderId} and sample_no = ${row.sampleNo} and lower(name) = lower(${row.name}) and replaced_at is null returning version`)
  return db.one(sql`
    insert into result_files (order_id, sample_no, file_id, name, version, note, uploaded_by, order_version, foreign_reason, same_as, created_at)
    values (${row.orderId}, ${row.sampleNo}, ${row.fileId}, ${row.name}, ${(old?.version ?? 0) + 1}, ${row.note}, ${row.uploadedBy}, ${row.orderVersion},
      ${row.foreignReason}, ${row.sameAs}, ${now})
    returning ${resultColumns}`)
}

/** Removes a file until it is delivered; later it can only be replaced. */
export function removeUnreleased(db: Db, orderId: number, fileId: number, now: Date): Promise<number> {
  return db.run(sql`
    update result_files set replaced_at = ${now} where order_id = ${orderId} and file_id = ${fileId} and released_at is null and replaced_at is null`)
}

/** Assigns a file to another sample or (empty) to the whole order. It replaces a file of the same name there. */
export async function moveUnreleased(
  db: Db,
  file: { orderId: number; fileId: number; sampleNo: string },
  now: Date,
): Promise<number> {
  const current = sql`order_id = ${file.orderId} and file_id = ${file.fileId} and released_at is null and replaced_at is null`
  const row = await db.row<{ name: string; sampleNo: string }>(
    sql`select name, sample_no from result_files where ${current}`,
  )
  if (!row || row.sampleNo === file.sampleNo) return row ? 1 : 0
  const old = await db.row<{ version: number }>(sql`
    update result_files set replaced_at = ${now}
    where order_id = ${file.orderId} and sample_no = ${file.sampleNo} and lower(name) = lower(${row.name}) and replaced_at is null returning version`)
  return db.run(
    sql`update result_files set sample_no = ${file.sampleNo}, version = ${(old?.version ?? 0) + 1} where ${current}`,
  )
}

export interface WithoutDataRow {
  sampleNo: string
  reason: string
}

export function withoutDataOf(db: Db, orderId: number): Promise<WithoutDataRow[]> {
  return db.rows(sql`select sample_no, reason from samples_without_data where order_id = ${orderId} order by sample_no`)
}

export async function putWithoutData(
  db: Db,
  row: { orderId: number; sampleNos: string[]; reason: string; staffId: number },
  now: Date,
): Promise<void> {
  await db.run(sql`
    insert into samples_without_data (order_id, sample_no, reason, staff_id, created_at)
    select ${row.orderId}, sample_no, ${row.reason}, ${row.staffId}, ${now} from unnest(${row.sampleNos}::text[]) as s (sample_no)
    on conflict (order_id, sample_no) do update set reason = excluded.reason, staff_id = excluded.staff_id, created_at = excluded.created_at`)
}

export async function dropWithoutData(db: Db, orderId: number, sampleNos: string[]): Promise<void> {
  await db.run(
    sql`delete from samples_without_data where order_id = ${orderId} and sample_no = any(${sampleNos}::text[])`,
  )
}

export function releaseResults(db: Db, orderId: number, now: Date): Promise<{ fileId: number }[]> {
  return db.rows(sql`
    update result_files set released_at = ${now} where order_id = ${orderId} and replaced_at is null and released_at is null returning file_id`)
}

/** Marks files that new data replaces, whatever their names. */
export function replaceResults(db: Db, ids: number[], now: Date): Promise<number> {
  return db.run(
    sql`update result_files set replaced_at = ${now} where id = any(${ids}::bigint[]) and replaced_at is null`,
  )
}

export interface ReportRow {
  id: number
  orderId: number
  orderNo: string
  title: string
  customerId: number
  code: string
  edition: number
  stage: ReportStage
  checksums: string[]
  pdfFileId: number | null
  publishedAt: Date
  /** The version of the order at publication; the report contains what was entered before it. */
  orderVersion: number
  reviewerId: number | null
  withdrawnReason: string
  /** What is different from the edition before; empty for the first. */
  changeNote: string
  /** What was in force at publication. */
  printed: PrintedTerms | null
}

const reportColumns = sql`id, order_id, order_no, title, customer_id, code, edition, stage, checksums, pdf_file_id, published_at, order_version,
  reviewer_id, withdrawn_reason, change_note, printed`

export function reportsOf(db: Db, orderId: number): Promise<ReportRow[]> {
  return db.rows(sql`select ${reportColumns} from reports where order_id = ${orderId} order by edition desc`)
}

export function reportByCode(db: Db, code: string): Promise<ReportRow | undefined> {
  return db.row(sql`select ${reportColumns} from reports where code = ${code}`)
}

export function ordersByReport(typed: string): Related {
  const words = sql`folded(reports.code)`
  return {
    found: sql`select order_id from reports where ${containsTyped(words, typed)}`,
    here: (order) => hasOne(sql`reports where reports.order_id = ${order} and ${hasTyped(words, typed)}`),
  }
}

export function reportById(db: Db, id: number): Promise<ReportRow | undefined> {
  return db.row(sql`select ${reportColumns} from reports where id = ${id}`)
}

/** Orders with a report, by the ids of their reports: the next ones behind an id. */
export function reportedOrders(db: Db, after: number, limit: number): Promise<{ id: number; orderId: number }[]> {
  return db.rows(sql`select id, order_id from reports where id > ${after} order by id limit ${limit}`)
}

export async function countReports(db: Db): Promise<number> {
  const { count } = await db.one<{ count: number }>(sql`select count(*) as count from reports`)
  return count
}

export function insertReport(
  db: Db,
  row: Omit<ReportRow, 'id' | 'stage' | 'pdfFileId' | 'withdrawnReason'>,
): Promise<ReportRow> {
  return db.one(sql`
    insert into reports (order_id, order_no, title, customer_id, code, edition, stage, checksums, published_at, order_version,
      reviewer_id, change_note, printed)
    values (${row.orderId}, ${row.orderNo}, ${row.title}, ${row.customerId}, ${row.code}, ${row.edition}, 'valid', ${row.checksums}::text[], ${row.publishedAt},
      ${row.orderVersion}, ${row.reviewerId}::bigint, ${row.changeNote}, ${row.printed ? json(row.printed) : null}::jsonb)
    returning ${reportColumns}`)
}

/** Only while the stage is still the one that was rendered, so that no PDF without the stamp is stored for a withdrawn report. */
export function setReportPdf(db: Db, id: number, fileId: number, stage: ReportStage): Promise<number> {
  return db.run(
    sql`update reports set pdf_file_id = ${fileId} where id = ${id} and pdf_file_id is null and stage = ${stage}`,
  )
}

/** What a transition writes beside the stage. The issued PDF is kept; a stamped one is rendered and served. */
export const changes = {
  replaced: (): Sql[] => unstamped,
  withdrawn: (reason: string): Sql[] => [sql`withdrawn_reason = ${reason}`, ...unstamped],
}

const unstamped: Sql[] = [sql`issued_file_id = coalesce(issued_file_id, pdf_file_id)`, sql`pdf_file_id = null`]
