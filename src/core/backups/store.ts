import type { Db } from '../../platform/db/db.ts'
import { json, sql } from '../../platform/db/sql.ts'
import type { BackupRun } from './rules.ts'

export async function insertRun(db: Db, run: BackupRun): Promise<void> {
  await db.run(sql`
    insert into backup_runs (kind, started_at, ended_at, ok, file_name, bytes, detail)
    values (${run.kind}, ${run.startedAt}, ${run.endedAt}, ${run.ok}, ${run.fileName}, ${run.bytes}, ${json(run.detail)}::jsonb)`)
}

export function latestRuns(db: Db, most: number): Promise<(BackupRun & { id: number })[]> {
  return db.rows(sql`
    select id, kind, started_at, ended_at, ok, file_name, bytes, detail from backup_runs order by started_at desc, id desc limit ${most}`)
}

export function latestBackup(db: Db): Promise<Pick<BackupRun, 'startedAt' | 'endedAt' | 'detail'> | undefined> {
  return db.row(sql`
    select started_at, ended_at, detail from backup_runs where kind = 'backup' and ok order by started_at desc, id desc limit 1`)
}

export async function deleteRuns(db: Db, before: Date): Promise<void> {
  await db.run(sql`delete from backup_runs where started_at < ${before}`)
}
