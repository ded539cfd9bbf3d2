import type { Parameters } from '../../core/analysis/tool-rules.ts'
import type { Db } from '../../platform/db/db.ts'
import { json, sql } from '../../platform/db/sql.ts'
import type { KeptResult } from './rules.ts'

export interface AnalysisRow {
  id: number
  customerId: number
  fileId: number
  series: number
  orderNo: string
  sampleNo: string
  fileName: string
  tool: string
  toolVersion: number
  axis: string
  parameters: Parameters
  result: KeptResult
  note: string
  createdAt: Date
}

const columns = sql`id, customer_id, file_id, series, order_no, sample_no, file_name, tool, tool_version, axis, parameters, result, note, created_at`

/** The same analysis of the account gets the new note. Undefined: the file has `most` kept analyses. */
export function keepAnalysis(
  db: Db,
  row: Omit<AnalysisRow, 'id' | 'createdAt'> & { digest: string },
  { most, now }: { most: number; now: Date },
): Promise<AnalysisRow | undefined> {
  return db.row(sql`
    insert into curve_analyses (customer_id, file_id, series, order_no, sample_no, file_name, tool, tool_version, axis, parameters, digest, result, note, created_at)
    select ${row.customerId}, ${row.fileId}, ${row.series}, ${row.orderNo}, ${row.sampleNo}, ${row.fileName}, ${row.tool}, ${row.toolVersion}, ${row.axis},
      ${json(row.parameters)}::jsonb, ${row.digest}, ${json(row.result)}::jsonb, ${row.note}, ${now}::timestamptz
    where (select count(*) from curve_analyses
      where customer_id = ${row.customerId} and file_id = ${row.fileId} and removed_at is null and digest <> ${row.digest}) < ${most}
    on conflict (customer_id, digest) where removed_at is null do update set note = excluded.note, result = excluded.result
    returning ${columns}`)
}

export function analysisOf(db: Db, customerId: number, id: number): Promise<AnalysisRow | undefined> {
  return db.row(sql`
    select ${columns} from curve_analyses where id = ${id} and customer_id = ${customerId} and removed_at is null`)
}

export function analysesOf(
  db: Db,
  customerId: number,
  { fileId, series, limit, offset }: { fileId?: number; series?: number; limit: number; offset: number },
): Promise<(AnalysisRow & { total: number })[]> {
  return db.rows(sql`
    select ${columns}, count(*) over () as total from curve_analyses
    where customer_id = ${customerId} and removed_at is null
      and (${fileId ?? null}::bigint is null or file_id = ${fileId ?? null}) and (${series ?? null}::smallint is null or series = ${series ?? null})
    order by id desc limit ${limit} offset ${offset}`)
}

export function setNote(db: Db, customerId: number, id: number, note: string): Promise<number> {
  return db.run(sql`
    update curve_analyses set note = ${note} where id = ${id} and customer_id = ${customerId} and removed_at is null`)
}

/** Counts the analysis also when it is removed already. */
export function removeAnalysis(db: Db, customerId: number, id: number, now: Date): Promise<number> {
  return db.run(sql`
    update curve_analyses set removed_at = coalesce(removed_at, ${now}) where id = ${id} and customer_id = ${customerId}`)
}

/** Takes a removed analysis back, unless the same one was kept again meanwhile. 0: there is no such analysis. */
export async function restoreAnalysis(db: Db, customerId: number, id: number): Promise<number> {
  const rows = await db.rows(sql`
    with asked as (select * from curve_analyses where id = ${id} and customer_id = ${customerId}),
    changed as (update curve_analyses a set removed_at = null from asked where a.id = asked.id and asked.removed_at is not null
      and not exists (select 1 from curve_analyses same
        where same.customer_id = asked.customer_id and same.digest = asked.digest and same.removed_at is null))
    select id from asked`)
  return rows.length
}

export function deleteRemoved(db: Db, before: Date): Promise<number> {
  return db.run(sql`delete from curve_analyses where removed_at < ${before}`)
}
