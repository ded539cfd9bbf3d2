import type { Db } from '../../../platform/db/db.ts'
import { json, sql } from '../../../platform/db/sql.ts'

/** A curve as the job writes it. */
export interface NewCurve {
  series: number
  label: string
  xLabel: string
  yLabel: string
  reversed: boolean
  xFrom: number
  xTo: number
  points: number
  method: string
  line: string
}

/** What all curves of a file have in common. */
export interface CurveFile {
  fileId: number
  customerId: number
  payerId: number
  orderId: number
  orderNo: string
  fileName: string
  sampleNo: string
  sampleName: string
  ownNo: string
  composition: string
  elements: string[]
  shares: Record<string, readonly [number, number]> | null
  formula: string
  project: string
  measuredAt: Date
}

/**
 * Writes the curves of a file. A curve that is there already keeps its id, because notes and collections name it; those that the file holds no
 * longer are gone.
 */
export async function keepCurves(db: Db, file: CurveFile, curves: readonly NewCurve[], now: Date): Promise<void> {
  const kept = await db.rows<{ id: number; series: number }>(sql`
    insert into library_curves (file_id, series, customer_id, payer_id, order_id, order_no, file_name, sample_no, sample_name, own_no, composition,
      elements, shares, formula, project, method, label, x_label, y_label, reversed, x_from, x_to, points, measured_at, created_at)
    select ${file.fileId}, r.series, ${file.customerId}, ${file.payerId}, ${file.orderId}, ${file.orderNo}, ${file.fileName}, ${file.sampleNo},
      ${file.sampleName}, ${file.ownNo}, ${file.composition}, ${file.elements}::text[], ${file.shares ? json(file.shares) : null}::jsonb,
      ${file.formula}, ${file.project}, r.method, r.label, r.x_label, r.y_label, r.reversed, r.x_from, r.x_to, r.points,
      ${file.measuredAt}::timestamptz, ${now}::timestamptz
    from jsonb_to_recordset(${json(curves.map(recordOf))}::jsonb) as r (series integer, method text, label text, x_label text, y_label text,
      reversed boolean, x_from double precision, x_to double precision, points bigint)
    on conflict (file_id, series) do update set sample_no = excluded.sample_no, sample_name = excluded.sample_name, own_no = excluded.own_no,
      composition = excluded.composition, elements = excluded.elements, shares = excluded.shares, formula = excluded.formula,
      project = excluded.project, method = excluded.method, label = excluded.label, x_label = excluded.x_label, y_label = excluded.y_label,
      reversed = excluded.reversed, x_from = excluded.x_from, x_to = excluded.x_to, points = excluded.points,
      measured_at = excluded.measured_at, gone_at = null
    returning id, series`)
  const drawings = kept.map(({ id, series }) => ({
    id,
    line: curves.find((each) => each.series === series)?.line ?? '',
  }))
  await db.run(sql`
    insert into library_drawings (curve_id, line)
    select r.id, r.line from jsonb_to_recordset(${json(drawings)}::jsonb) as r (id bigint, line text)
    on conflict (curve_id) do update set line = excluded.line`)
  await db.run(sql`
    update library_curves set gone_at = ${now} where file_id = ${file.fileId} and gone_at is null
      and series <> all(${curves.map(({ series }) => series)}::integer[])`)
}

function recordOf({ series, label, xLabel, yLabel, reversed, xFrom, xTo, points, method }: NewCurve) {
  return { series, label, x_label: xLabel, y_label: yLabel, reversed, x_from: xFrom, x_to: xTo, points, method }
}

/** The next curves after this id whose composition was not understood. */
export function notUnderstood(db: Db, after: number, most: number): Promise<{ id: number; composition: string }[]> {
  return db.rows(sql`
    select id, composition from library_curves
    where id > ${after} and composition <> '' and elements = '{}' order by id limit ${most}`)
}

export async function countNotUnderstood(db: Db): Promise<number> {
  const { count } = await db.one<{ count: number }>(sql`
    select count(*) as count from library_curves where composition <> '' and elements = '{}'`)
  return count
}

export async function setComposition(
  db: Db,
  { id, elements, shares, formula }: Pick<CurveFile, 'elements' | 'shares' | 'formula'> & { id: number },
): Promise<void> {
  await db.run(sql`
    update library_curves set elements = ${elements}::text[], shares = ${shares ? json(shares) : null}::jsonb, formula = ${formula}
    where id = ${id}`)
}

/** Marks the curves of an order's other files as gone, and brings back those of these files. */
export async function keepFilesOnly(db: Db, orderId: number, fileIds: readonly number[], now: Date): Promise<void> {
  await db.run(sql`
    update library_curves set gone_at = case when file_id = any(${[...fileIds]}::bigint[]) then null else ${now}::timestamptz end
    where order_id = ${orderId} and (gone_at is null) <> (file_id = any(${[...fileIds]}::bigint[]))`)
}
