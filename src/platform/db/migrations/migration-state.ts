import type { Database } from '../db.ts'
import type { Migration } from './migration.ts'
import { sql } from '../sql.ts'

/** How a database and the migrations of this version stand to each other; nothing is written. */
export interface MigrationState {
  /** False: no migration has ever run, the database is new. */
  begun: boolean
  /** Not applied yet, in order. */
  open: string[]
  /** Applied, but the file has changed since. */
  changed: string[]
  /** Applied by a newer version, which this one does not know. */
  unknown: string[]
}

export async function migrationState(
  database: Pick<Database, 'row' | 'rows'>,
  migrations: readonly Migration[],
): Promise<MigrationState> {
  const table = await database.row(sql`select 1 from pg_class where oid = to_regclass('schema_migrations')`)
  const applied = table
    ? await database.rows<{ name: string; checksum: string }>(sql`select name, checksum from schema_migrations`)
    : []
  const sums = new Map(applied.map(({ name, checksum }) => [name, checksum]))
  const known = new Set(migrations.map(({ name }) => name))
  return {
    begun: applied.length > 0,
    open: migrations.filter(({ name }) => !sums.has(name)).map(({ name }) => name),
    changed: migrations
      .filter(({ name, checksum }) => (sums.get(name) ?? checksum) !== checksum)
      .map(({ name }) => name),
    unknown: applied
      .map(({ name }) => name)
      .filter((name) => !known.has(name))
      .sort(),
  }
}
