import type { Db } from '../../../platform/db/db.ts'
import { sql } from '../../../platform/db/sql.ts'

export function lockSample(db: Db, id: number): Promise<{ payerId: number }> {
  return db.one(sql`select payer_id from samples where id = ${id} for update`)
}

export async function setPrintedPhoto(db: Db, id: number, fileId: number | null): Promise<void> {
  await db.run(sql`update samples set photo_file_id = ${fileId}::bigint where id = ${id}`)
}
