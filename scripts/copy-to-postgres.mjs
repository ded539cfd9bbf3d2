// Moves everything from the embedded database to a PostgreSQL server:
//   DATA_DIR=./data DATABASE_URL=postgres://… node scripts/copy-to-postgres.mjs
// The server must be stopped and the target database must be empty. Runs in one transaction: either everything is copied and
// compared row by row, or nothing. The embedded database is only read; files stay in DATA_DIR.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { CommandFailed, ensureInstalled, PROJECT, pinnedEnvironment, pinnedNode } from './provision.mjs'

const ROWS_AT_A_TIME = 1000

const TABLES = `
  select c.relname as name,
    (select string_agg(quote_ident(a.attname), ', ' order by a.attnum) from pg_attribute a
     where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname = 'public' and c.relkind = 'r' and c.relname <> 'schema_migrations' order by c.relname`

const FOREIGN_KEYS = `
  select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
  from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`

const SEQUENCES = `select quote_ident(sequencename) as name, last_value from pg_sequences where schemaname = 'public'`

/** A checksum that does not depend on the order of rows. Both databases write the same row as the same JSON. */
const fingerprint = (table) => `
  select count(*)::text || ' rows, ' || coalesce(sum(('x' || substr(md5(to_jsonb(t)::text), 1, 8))::bit(32)::bigint), 0) as text
  from ${table} t`

/** @returns {Promise<{ tables: number, rows: number }>} */
export async function copyToPostgres(dataFolder, url) {
  const { PGlite } = await import('@electric-sql/pglite')
  const { default: pg } = await import('pg')
  const { lockFolder } = await import('../src/platform/db/folder-lock.ts')
  if (!existsSync(join(dataFolder, 'database'))) throw new CommandFailed(`${dataFolder} holds no embedded database`, 1)
  const unlock = lockFolder(dataFolder)
  const source = await PGlite.create(join(dataFolder, 'database'))
  const target = new pg.Client({ connectionString: url })
  try {
    await target.connect()
    await prepareTarget(source, target, url)
    await target.query('begin')
    const result = await copyAll(source, target)
    await target.query('commit')
    return result
  } finally {
    await target.end().catch(() => {})
    await source.close()
    unlock()
  }
}

/** Creates the tables of the target with the same migrations that the source has. */
async function prepareTarget(source, target, url) {
  const { rows: existing } = await target.query("select 1 from pg_tables where schemaname = 'public' limit 1")
  if (existing.length > 0) throw new CommandFailed('the target database is not empty; give a new one', 1)
  const { migrate, readMigrations } = await import('../src/platform/db/migrate.ts')
  const { openPostgres } = await import('../src/platform/db/postgres.ts')
  const migrations = await readMigrations(join(PROJECT, 'migrations'))
  const applied = await source.query('select name, checksum from schema_migrations order by name')
  const wanted = migrations.map(({ name, checksum }) => ({ name, checksum }))
  if (JSON.stringify(applied.rows) !== JSON.stringify(wanted)) {
    throw new CommandFailed(
      'the embedded database is of another version; start this version on it once, stop it, and try again',
      1,
    )
  }
  const database = openPostgres(url, { poolSize: 1 })
  await migrate(database, migrations, new Date())
  await database.close()
}

async function copyAll(source, target) {
  const { rows: tables } = await target.query(TABLES)
  const { rows: foreignKeys } = await target.query(FOREIGN_KEYS)
  // Foreign keys are dropped so that tables can be copied in any order; when they are added again, they check every row.
  for (const { table, name } of foreignKeys) await target.query(`alter table ${table} drop constraint ${name}`)
  let rows = 0
  for (const { name, columns } of tables) {
    await target.query(`alter table ${name} disable trigger user`)
    // Deletes rows inserted by migrations, because the copy contains them, possibly changed.
    await target.query(`delete from ${name}`)
    rows += await copyTable(source, target, name, columns)
    await compareTable(source, target, name)
    await target.query(`alter table ${name} enable trigger user`)
  }
  for (const { table, name, definition } of foreignKeys) {
    await target.query(`alter table ${table} add constraint ${name} ${definition}`)
  }
  for (const { name, last_value: last } of (await source.query(SEQUENCES)).rows) {
    if (last !== null) await target.query(`select setval('${name}', $1)`, [String(last)])
  }
  return { tables: tables.length, rows }
}

/** Rows are copied as JSON text that only the two databases parse, so that JavaScript cannot change numbers or times. */
async function copyTable(source, target, name, columns) {
  let rows = 0
  for (;;) {
    const batch = await source.query(
      `select count(*)::int as count, coalesce(jsonb_agg(to_jsonb(t)), '[]')::text as text
       from (select * from ${name} order by ctid limit ${ROWS_AT_A_TIME} offset ${rows}) t`,
    )
    const [{ count, text }] = batch.rows
    if (count === 0) return rows
    await target.query(
      `insert into ${name} (${columns}) overriding system value
       select ${columns} from jsonb_populate_recordset(null::${name}, $1::jsonb)`,
      [text],
    )
    rows += count
  }
}

async function compareTable(source, target, name) {
  const [{ text: expected }] = (await source.query(fingerprint(name))).rows
  const [{ text: found }] = (await target.query(fingerprint(name))).rows
  if (expected !== found) throw new Error(`table ${name} differs after copying: ${expected} became ${found}`)
}

async function main() {
  const { DATA_DIR = './data', DATABASE_URL } = process.env
  if (!DATABASE_URL)
    throw new CommandFailed('usage: DATA_DIR=./data DATABASE_URL=postgres://… node scripts/copy-to-postgres.mjs', 2)
  const { tables, rows } = await copyToPostgres(DATA_DIR, DATABASE_URL)
  console.log(
    `${rows} rows of ${tables} tables copied and compared. Start with DATABASE_URL set and the same DATA_DIR.`,
  )
}

async function runOnPinnedNode() {
  await ensureInstalled()
  const run = spawnSync(await pinnedNode(), process.argv.slice(1), { stdio: 'inherit', env: pinnedEnvironment() })
  process.exitCode = run.status ?? 1
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const old = Number(process.versions.node.split('.')[0]) < 24
  await (old ? runOnPinnedNode() : main()).catch((error) => {
    // Faults that the operator can correct are printed as one line, all others with their stack.
    const plain = error instanceof CommandFailed || error.constructor.name === 'FolderInUse' || error.code !== undefined
    console.error(plain ? error.message : error)
    process.exitCode = Number.isInteger(error.code) ? error.code : 1
  })
}
