import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { asPlain, buildIndex, buildProgress, indexStatements, isConcurrent } from './concurrent-index.ts'
import { type Database, isUniqueViolation } from '../db.ts'
import { changedFault, faultOf, isLockRefused, lockFault } from './migration-faults.ts'
import type { Migration } from './migration.ts'
import { refuseNewerData } from './newer-data.ts'
import { requireBackfills } from './required-backfills.ts'
import { sql } from '../sql.ts'

export interface MigrateOptions {
  /** Gets a Chinese line for the operator when an upgrade begins and ends, waits, or takes long. */
  report?: (line: string) => void
  /** Time between two lines about a migration that takes long. */
  reportEveryMs?: number
  /** How often a migration whose locks are not granted is tried. */
  lockTries?: number
  /** How long one try waits for a lock: so long do requests that need the table wait behind it. */
  lockTimeoutMs?: number
}

type Settings = Required<MigrateOptions>
const DEFAULTS: Settings = { report: () => {}, reportEveryMs: 5000, lockTries: 60, lockTimeoutMs: 1500 }

/** The advisory lock of migrations; advisory locks belong to one database. It ends with the transaction, also behind a pooler and after a kill. */
export const MIGRATION_LOCK = 1_835_626_087
/** Our own SQLSTATE: another process has the lock. */
const ELSEWHERE = 'MX001'
const LOOK_AGAIN_MS = 250
const SAY_AGAIN_MS = 30_000

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
 * One process migrates at a time; others wait and then find nothing to do. Throws MigrationFault with a Chinese message.
 */
export async function migrate(
  database: Database,
  migrations: Migration[],
  now: Date,
  options: MigrateOptions = {},
): Promise<string[]> {
  const settings = { ...DEFAULTS, ...options }
  const applied = await appliedMigrations(database, settings)
  await refuseNewerData(
    database,
    [...applied.keys()],
    migrations.map(({ name }) => name),
  )
  const changed = migrations.find(({ name, checksum }) => (applied.get(name) ?? checksum) !== checksum)
  if (changed) throw changedFault(changed.name)
  const pending = migrations.filter(({ name }) => !applied.has(name))
  if (applied.size > 0) await requireBackfills(database, pending)
  // The first start creates everything; that is not an upgrade to speak of.
  const say = applied.size > 0 && pending.length > 0 ? settings.report : () => {}
  const startedAt = performance.now()
  say(`正在升级数据库：${pending.length} 个迁移`)
  const done: string[] = []
  for (const [at, migration] of pending.entries()) {
    const place = `${migration.name}（第 ${at + 1} 个，共 ${pending.length} 个）`
    if (await applyOne(database, migration, now, place, settings)) done.push(migration.name)
  }
  say(`数据库已升级，用时 ${Math.round((performance.now() - startedAt) / 1000)} 秒`)
  return done
}

/** Name and checksum of what was applied. Two processes that create the table at once would disturb each other, so this too is locked. */
async function appliedMigrations(database: Database, settings: Settings): Promise<Map<string, string>> {
  const { there } = await database.one<{ there: boolean }>(
    sql`select to_regclass('schema_migrations') is not null as there`,
  )
  const table =
    'create table if not exists schema_migrations (name text primary key, checksum text not null, applied_at timestamptz not null)'
  if (!there)
    await whenLocked('schema_migrations', database, settings, () => database.script(begin(settings), table, COMMIT))
  const rows = await database.rows<{ name: string; checksum: string }>(
    sql`select name, checksum from schema_migrations`,
  )
  return new Map(rows.map((row) => [row.name, row.checksum]))
}

/** False when another process has applied it meanwhile. */
async function applyOne(
  database: Database,
  migration: Migration,
  now: Date,
  place: string,
  settings: Settings,
): Promise<boolean> {
  const startedAt = performance.now()
  const outside = isConcurrent(migration.text) && database.engine === 'postgres'
  const timer = setInterval(async () => {
    const progress = outside ? await buildProgress(database.health).catch(() => '') : ''
    settings.report(`正在执行 ${place}，已用 ${Math.round((performance.now() - startedAt) / 1000)} 秒${progress}`)
  }, settings.reportEveryMs)
  try {
    await whenLocked(migration.name, database, settings, () =>
      outside
        ? outsideTransaction(database, migration, now, settings)
        : // The record comes first: a process that lost the race fails on the primary key before it changes anything.
          database.script(begin(settings), record(migration, now), asPlain(migration.text), COMMIT),
    )
    return true
  } catch (error) {
    if (error instanceof AppliedElsewhere || isUniqueViolation(error, 'schema_migrations_pkey')) return false
    throw faultOf(migration.name, error)
  } finally {
    clearInterval(timer)
  }
}

/** Repeats `work` while another process migrates, and a limited number of times while its locks are not granted. */
async function whenLocked(
  name: string,
  database: Database,
  { report, lockTries }: Settings,
  work: () => Promise<unknown>,
): Promise<void> {
  let refused = 0
  let saidAt = Number.NEGATIVE_INFINITY
  for (;;) {
    try {
      await work()
      return
    } catch (error) {
      if ((error as { code?: string }).code === ELSEWHERE) {
        if (performance.now() - saidAt > SAY_AGAIN_MS) {
          saidAt = performance.now()
          report('另一个进程正在升级数据库，等它完成后继续')
        }
        await pause(LOOK_AGAIN_MS)
      } else if (isLockRefused(error)) {
        refused += 1
        const waitedFor = await oldestTransaction(database)
        if (refused >= lockTries) throw lockFault(name, refused, waitedFor, error)
        if (refused === 1) report(`${name} 等不到表锁，稍后重试：${waitedFor}`)
        // Requests that have queued behind the try go first.
        await pause(Math.min(100 * 2 ** refused, 5000) * (0.5 + Math.random() / 2))
      } else throw error
    }
  }
}

async function oldestTransaction(database: Database): Promise<string> {
  const row = await database
    .row<{ pid: number; seconds: number; state: string | null }>(sql`
      select pid, extract(epoch from clock_timestamp() - xact_start)::integer as seconds, state from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null order by xact_start limit 1`)
    .catch(() => undefined)
  if (!row) return '有其他事务占用了表'
  return `最早开始的事务是进程 ${row.pid}（${row.state ?? '状态不可见'}，已 ${row.seconds} 秒）`
}

function record({ name, checksum }: Migration, now: Date): string {
  return `insert into schema_migrations values ('${name}', '${checksum}', '${now.toISOString()}')`
}

const COMMIT = 'commit'

/**
 * A migration of a large database may take minutes, so the time limit of requests is off. A lock is waited for only shortly, because everybody
 * who wants to read the table waits behind it. When this process is killed, the server notices within a second and undoes the rest.
 */
function begin({ lockTimeoutMs }: Settings): string {
  return `begin;
    set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0; set local lock_timeout = ${lockTimeoutMs};
    do $lock$ begin
      begin
        perform set_config('client_connection_check_interval', '1000', true);
      exception when others then null; -- not every platform can tell
      end;
      if not pg_try_advisory_xact_lock(${MIGRATION_LOCK}) then
        raise exception 'another process migrates this database' using errcode = '${ELSEWHERE}';
      end if;
    end $lock$`
}

/**
 * The lock is held by a transaction of one connection while others build the indexes. It must not read: a build waits for the end of every
 * transaction that has a snapshot, and the extended protocol keeps one until the next statement.
 */
function outsideTransaction(database: Database, migration: Migration, now: Date, settings: Settings): Promise<void> {
  const build = async () => {
    if (await database.row(sql`select name from schema_migrations where name = ${migration.name}`))
      throw new AppliedElsewhere()
    for (const statement of indexStatements(migration.text)) await buildIndex(database, statement, pause)
  }
  return database.script(begin(settings), build, record(migration, now), COMMIT)
}

class AppliedElsewhere extends Error {}
