// Makes the fixtures of the version in package.json: a shorter life of the demo in both databases, and the payloads of its jobs and events.
//   node demo/release/make.ts [FOLDER]
// Takes some minutes and needs tar and PostgreSQL. `scripts/release.mjs` runs it.
import { execFileSync } from 'node:child_process'
import {
  cpSync,
  createReadStream,
  createWriteStream,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { findPostgres, startCluster } from '../../scripts/postgres/postgres-cluster.mjs'
import { embeddedSnapshot } from '../../src/platform/backup/embedded-snapshot.ts'
import { postgresTarget } from '../../src/platform/backup/postgres-target.ts'
import { restoreBackup } from '../../src/platform/backup/restore-backup.ts'
import { writeBackup } from '../../src/platform/backup/write-backup.ts'
import type { Database } from '../../src/platform/db/db.ts'
import { readMigrations } from '../../src/platform/db/migrations/migrate.ts'
import { identifier, sql } from '../../src/platform/db/sql.ts'
import { LIFE_ENDS, live } from '../life/run.ts'
import { lifeTables } from '../life/tables.ts'
import { thinDocuments } from './documents.ts'
import { compress, partOf, type ReleaseFacts, releasesFolder, tarOf } from './parts.ts'
import { keepPayloads, takePayloads } from './payloads.ts'

/** Enough for every table that the whole life of the demo fills; fewer days reach no destruction of samples. */
const DAYS = 150
const SHARE = 0.2

/** Lines of newer versions of pg_dump that an older server or psql refuses; a restore needs none of them. */
const NEWER_LINES = /^(SET transaction_timeout|\\(un)?restrict ).*\n/gm

const print = (text: string) => void process.stdout.write(`${text}\n`)
const root = join(import.meta.dirname, '../..')
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
const target = process.argv[2] ?? releasesFolder
const work = mkdtempSync(join(tmpdir(), 'mingxi-release-'))

try {
  await makeFixtures()
} finally {
  rmSync(work, { recursive: true, force: true })
}

async function makeFixtures(): Promise<void> {
  const world = await live({
    days: DAYS,
    share: SHARE,
    chartsOfLastDay: false,
    begun: ({ app }) => keepPayloads(app.db),
    onDay: (text) => process.stdout.write(`${text}\r`),
  })
  const { db, folder } = world.app
  const payloads = await takePayloads(db)
  await thinDocuments(db, join(folder, 'files'))
  const tables = await rowsByTable(db)
  const missing = (await lifeTables()).filter((table) => tables[table] === undefined)
  if (missing.length > 0)
    throw new Error(`these tables have rows in the demo, but not in the fixture: ${missing.join(', ')}`)
  const data = await writeDataFolder(db, folder)
  await world.app.close()
  await shrink(join(data, 'database'))

  const facts: ReleaseFacts = { version, ends: LIFE_ENDS.toISOString(), tables }
  keep('facts', `${JSON.stringify(facts, null, 2)}\n`)
  keep('payloads', `${JSON.stringify(payloads, null, 2)}\n`)
  keep('database', compress(tarOf(data, 'database')))
  keep('files', compress(tarOf(data, 'files')))
  keep('dump', compress(await dumpOf(data)))
}

function keep(part: Parameters<typeof partOf>[1], content: string | Buffer): void {
  const path = partOf(version, part, target)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, content)
  print(`${path} ${(statSync(path).size / 1024).toFixed(0)} KiB`)
}

async function rowsByTable(db: Database): Promise<Record<string, number>> {
  const tables = await db.rows<{ name: string }>(sql`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' order by table_name`)
  const counts: Record<string, number> = {}
  for (const { name } of tables) {
    const { rows } = await db.one<{ rows: number }>(sql`select count(*) as rows from ${identifier(name)}`)
    if (rows > 0) counts[name] = rows
  }
  return counts
}

/** The data folder as an installation has it, from the database in memory. */
async function writeDataFolder(db: Database, from: string): Promise<string> {
  const data = join(work, 'data')
  mkdirSync(join(data, 'database'), { recursive: true })
  const dump = await (db as Database & { dump: () => Promise<Blob> }).dump()
  const tar = Buffer.from(await dump.arrayBuffer())
  // Its names begin with a slash, about which tar complains.
  execFileSync('tar', ['-xf', '-', '-C', join(data, 'database')], { input: tar, stdio: ['pipe', 'ignore', 'ignore'] })
  cpSync(join(from, 'files'), join(data, 'files'), { recursive: true })
  return data
}

/** Leaves out dead rows, and segments of the write-ahead log that no start reads. */
async function shrink(database: string): Promise<void> {
  const first = await PGlite.create(database)
  // One by one, because several statements at once are one transaction, in which a vacuum cannot run.
  for (const statement of ['vacuum full', 'analyze', 'checkpoint']) await first.exec(statement)
  await first.close()
  // The next segment is made of zeros once no old one is there to be used again.
  const second = await PGlite.create(database)
  await forgetSegments(database, second)
  for (const statement of ['select pg_switch_wal()', 'checkpoint']) await second.exec(statement)
  await forgetSegments(database, second)
  await second.close()
  rmSync(join(database, 'postmaster.pid'), { force: true })
}

async function forgetSegments(database: string, engine: PGlite): Promise<void> {
  const { rows } = await engine.query<{ name: string }>('select pg_walfile_name(pg_current_wal_lsn()) as name')
  const others = readdirSync(join(database, 'pg_wal')).filter(
    (name) => /^[\dA-F]{24}$/.test(name) && name !== rows[0]?.name,
  )
  for (const name of others) rmSync(join(database, 'pg_wal', name))
}

/** The same rows as a dump of a PostgreSQL server that psql 15 or later reads. */
async function dumpOf(data: string): Promise<Buffer> {
  const cluster = await startCluster({ durable: false })
  try {
    await copyRows(data, cluster.url)
    const program = join(findPostgres() ?? '', 'pg_dump')
    const dump = execFileSync(program, ['--no-owner', '--no-privileges', cluster.url], { maxBuffer: 2 ** 30 })
    return Buffer.from(dump.toString().replace(NEWER_LINES, ''))
  } finally {
    await cluster.stop()
  }
}

/** By a backup and a restore, as an installation moves to PostgreSQL. */
async function copyRows(data: string, url: string): Promise<void> {
  const engine = await PGlite.create(join(data, 'database'))
  const path = join(work, 'rows.tar')
  const snapshot = embeddedSnapshot(engine)
  const target = createWriteStream(path)
  await writeBackup({ snapshot, files: undefined, fileList: '', version, now: LIFE_ENDS, target })
  await engine.close()
  const migrations = await readMigrations(join(root, 'migrations'))
  const source = createReadStream(path)
  await restoreBackup({ source, openTarget: postgresTarget(url), files: undefined, migrations })
}
