import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Database, isUniqueViolation } from './db.ts'
import { sql } from './sql.ts'

export interface Migration {
  name: string
  text: string
  checksum: string
}

/** Migrations in the order of their numbers. */
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
 * Applies what is new, each migration in one transaction with its row, so an interrupted run can simply be run again.
 * A migration that changed after it was applied stops the start: the database would no longer be what the file says.
 */
export async function migrate(database: Database, migrations: Migration[], now: Date): Promise<string[]> {
  await database.script(
    'create table if not exists schema_migrations (name text primary key, checksum text not null, applied_at timestamptz not null)',
  )
  const applied = await database.rows<{ name: string; checksum: string }>(
    sql`select name, checksum from schema_migrations`,
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
 * The record goes first: of two starting servers the second waits on it, fails on the primary key and knows it is done.
 * In a large database a migration may take minutes; the limit meant for requests must not keep the house from opening.
 */
function wrapped(migration: Migration, now: Date): string {
  const record = `insert into schema_migrations values ('${migration.name}', '${migration.checksum}', '${now.toISOString()}');`
  return `begin; set local statement_timeout = 0; ${record} ${migration.text}\n; commit;`
}
