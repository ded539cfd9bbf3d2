import type { Db } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'

export async function readVersion(db: Db, staffId: number): Promise<string | undefined> {
  const row = await db.row<{ version: string }>(sql`select version from releases_read where staff_id = ${staffId}`)
  return row?.version
}

export async function putReadVersion(db: Db, staffId: number, version: string, now: Date): Promise<void> {
  await db.run(sql`
    insert into releases_read (staff_id, version, read_at) values (${staffId}, ${version}, ${now})
    on conflict (staff_id) do update set version = excluded.version, read_at = excluded.read_at`)
}
