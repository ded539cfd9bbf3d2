import type { Db } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'

export interface ExportRow {
  id: number
  staffId: number
  indexName: string
  address: string
  /** Ids of chosen rows; null: the whole list. */
  chosen: number[] | null
  total: number | null
  rowsDone: number
  fileId: number | null
  failure: string | null
  createdAt: Date
  finishedAt: Date | null
  expiresAt: Date
}

const columns = sql`id, staff_id, index_name, address, chosen, total, rows_done, file_id, failure, created_at, finished_at, expires_at`

export function insertExport(
  db: Db,
  row: Pick<ExportRow, 'staffId' | 'indexName' | 'address' | 'chosen' | 'expiresAt'>,
  now: Date,
): Promise<{ id: number }> {
  return db.one(sql`
    insert into list_exports (staff_id, index_name, address, chosen, created_at, expires_at)
    values (${row.staffId}, ${row.indexName}, ${row.address}, ${row.chosen}::bigint[], ${now}, ${row.expiresAt}) returning id`)
}

export function exportById(db: Db, id: number): Promise<ExportRow | undefined> {
  return db.row(sql`select ${columns} from list_exports where id = ${id}`)
}

/** Those that have not expired, newest first. */
export function exportsOf(db: Db, staffId: number, now: Date): Promise<ExportRow[]> {
  return db.rows(sql`
    select ${columns} from list_exports where staff_id = ${staffId} and expires_at > ${now} order by id desc`)
}

/** False when the export was cancelled meanwhile. */
export async function noteProgress(db: Db, id: number, rowsDone: number, total: number): Promise<boolean> {
  const noted = await db.run(
    sql`update list_exports set rows_done = ${rowsDone}, total = ${total} where id = ${id} and finished_at is null`,
  )
  return noted === 1
}

/** True for the run that finishes it. */
export async function finishExport(
  db: Db,
  id: number,
  end: { fileId: number | null; failure: string | null; total: number },
  now: Date,
): Promise<boolean> {
  const written = await db.run(sql`
    update list_exports set file_id = ${end.fileId}::bigint, failure = ${end.failure}::text, total = ${end.total}, finished_at = ${now}
    where id = ${id} and finished_at is null`)
  return written === 1
}

export async function noteFileGone(db: Db, id: number, failure: string): Promise<void> {
  await db.run(sql`update list_exports set file_id = null, failure = ${failure} where id = ${id}`)
}

export function deleteExport(db: Db, id: number): Promise<number> {
  return db.run(sql`delete from list_exports where id = ${id}`)
}
