import type { Db } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'

export interface ExportRow {
  id: number
  customerId: number
  fileId: number | null
  createdAt: Date
  readyAt: Date | null
  expiresAt: Date
}

const columns = sql`id, customer_id, file_id, created_at, ready_at, expires_at`

export function insertExport(db: Db, customerId: number, now: Date, expiresAt: Date): Promise<{ id: number }> {
  return db.one(sql`
    insert into personal_exports (customer_id, created_at, expires_at) values (${customerId}, ${now}, ${expiresAt}) returning id`)
}

export function latestExport(db: Db, customerId: number, now: Date): Promise<ExportRow | undefined> {
  return db.row(sql`
    select ${columns} from personal_exports where customer_id = ${customerId} and expires_at > ${now} order by id desc limit 1`)
}

export function exportById(db: Db, id: number): Promise<ExportRow | undefined> {
  return db.row(sql`select ${columns} from personal_exports where id = ${id}`)
}

export async function setExportFile(db: Db, id: number, fileId: number, now: Date): Promise<void> {
  await db.run(
    sql`update personal_exports set file_id = ${fileId}, ready_at = ${now} where id = ${id} and file_id is null`,
  )
}

export async function deleteExport(db: Db, id: number): Promise<void> {
  await db.run(sql`delete from personal_exports where id = ${id}`)
}
