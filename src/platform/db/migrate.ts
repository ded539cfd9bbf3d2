import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Database, isUniqueViolation } from './db.ts'
import { refuseNewerData } from './newer-data.ts'
import { sql } from './sql.ts'

export interface Migration {
  name: string
  text: string
  checksum: string
}

/** The migrations in a folder, ordered by number. */
export async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => /^\d{4}_[a-z0-9_]+\.sql$/.test(name)).sort()
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(join(folder, name), 'utf8')
      return { name, text, checksum: createHash('sha256').update(text).digest('hex') }
    }),
  )
}

/**
 * Applies new migrations, each in one transaction with its row in schema_migrations, so that an interrupted run can simply be repeated.
 * A migration that was changed after it was applied stops the start, because the schema would differ from the files.
 */
export async function migrate(database: Database, migrations: Migration[], now: Date): Promise<string[]> {
  await database.script(
    'create table if not exists schema_migrations (name text primary key, checksum text not null, applied_at timestamptz not null)',
  )
  const applied = await database.rows<{ name: string; checksum: string }>(
    sql`select name, checksum from schema_migrations`,
  )
  await refuseNewerData(
    database,
    applied.map(({ name }) => name),
    migrations.map(({ name }) => name),
  )
  const known = new Map(applied.map((row) => [row.name, row.checksum]))
  const done: string[] = []
  for (const migration of migrations) {
    const checksum = known.get(migration.name)
    if (checksum === migration.checksum) continue
    if (checksum !== undefined)
      throw new Error(`migration ${migration.name} was changed after it was applied; add a new one instead`)
    try {
      await database.script(wrapped(migration, now))
      done.push(migration.name)
    } catch (error) {
      if (!isUniqueViolation(error, 'schema_migrations_pkey')) throw error
    }
  }
  return done
}

/**
 * Inserts the record first: when two servers start together, the second waits, fails on the primary key and skips the migration.
 * A migration of a large database may take minutes, so the statement timeout for requests is switched off.
 */
function wrapped(migration: Migration, now: Date): string {
  const record = `insert into schema_migrations values ('${migration.name}', '${migration.checksum}', '${now.toISOString()}');`
  return `begin; set local statement_timeout = 0; ${record} ${migration.text}\n; commit;`
}
