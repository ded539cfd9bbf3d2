import type { Db } from '../../platform/db/db.ts'
import { json, sql } from '../../platform/db/sql.ts'
import type { KeptFinding } from './rules.ts'

export interface FindingRow extends KeptFinding {
  lookedAt: Date
  host: string
}

/** In the order in which they are shown; empty before the first look. */
export function findingRows(db: Db): Promise<FindingRow[]> {
  return db.rows(sql`select level, name, seen, todo, since, looked_at, host from health_findings order by place`)
}

export async function replaceFindings(
  db: Db,
  findings: readonly KeptFinding[],
  { now, host }: { now: Date; host: string },
): Promise<void> {
  await db.run(sql`delete from health_findings`)
  await db.run(sql`
    insert into health_findings (place, level, name, seen, todo, since, looked_at, host)
    select f.ordinality, f.level, f.name, f.seen, f.todo, f.since, ${now}, ${host}
    from rows from (jsonb_to_recordset(${json(findings)}::jsonb) as (level text, name text, seen text, todo text, since timestamptz))
      with ordinality as f (level, name, seen, todo, since, ordinality)`)
}

export function databaseVersion(db: Db): Promise<{ version: string; bytes: number }> {
  return db.one(sql`
    select current_setting('server_version') as version, pg_database_size(current_database()) as bytes`)
}
