import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { checkChain, sealAuditLog } from '../../platform/audit/seal.ts'
import { runCheck } from '../../platform/book-check.ts'
import type { Database, Db } from '../../platform/db/db.ts'
import type { Migration } from '../../platform/db/migrations/migration.ts'
import { sql } from '../../platform/db/sql.ts'
import { type Ctx, type Services, systemCtx } from '../../platform/http/ctx.ts'
import { bookChecks } from '../book-checks.ts'
import { jobs } from '../jobs.ts'
import { migrationsFolder } from '../start/services.ts'
import { columnsLeftBehind, copyTables, enableTriggers } from './copy-rows.ts'
import { deriveRows } from './derived.ts'
import { BridgeFault } from './faults.ts'
import { moveAside } from './move-aside.ts'
import { addForeignKeys, continueSequences, dropForeignKeys, FORMER, tablesOf } from './tables.ts'
import { takeOverJobs } from './waiting-jobs.ts'

export interface BridgeReport {
  tables: number
  rows: number
  /** Jobs that nobody can do any more; they stand among the failed ones. */
  failedJobs: number
  /** Data that stays where it was, because the product does not know it. */
  leftBehind: string[]
}

/**
 * Brings the rows of a database from before 0.2.0 into the tables of 0.2.0 (decision 0090). One transaction: the former tables move into
 * another schema, the frozen migrations of 0.2.0 run, every row is copied and compared, and the books must tie. Any fault undoes all of it.
 * Migrations after 0.2.0 run afterwards in the ordinary way.
 */
export async function bridge(
  services: Services,
  database: Database,
  migrations: readonly Migration[],
  { keepFormer }: { keepFormer: boolean },
): Promise<BridgeReport> {
  const frozen = await frozenMigrations(migrations)
  return database.tx(async (db) => {
    const ctx: Ctx = { ...systemCtx(services), db }
    await prepare(db, database.engine)
    const notOurs = await moveAside(db, frozen)
    await runScripts(db, frozen, ctx.clock.now())
    const [from, to] = [await tablesOf(db, FORMER), await tablesOf(db, 'public')]
    to.delete('schema_migrations')
    for (const table of notOurs) to.delete(table)
    const keys = await dropForeignKeys(db)
    const rows = await copyTables(db, from, to)
    await continueSequences(db)
    await deriveRows(db, from)
    const failedJobs = await takeOverJobs(db, jobs)
    await addForeignKeys(db, keys)
    await enableTriggers(db, to)
    const leftBehind = [...notOurs, ...(await columnsLeftBehind(db, from, to))]
    const report = { tables: to.size, rows, failedJobs, leftBehind }
    await requireSoundBooks(ctx)
    if (!keepFormer) await db.run(sql`drop schema before_0_2_0 cascade`)
    return report
  })
}

/** The migrations of 0.2.0, unchanged: later versions may have added others, which the rows do not need. */
async function frozenMigrations(migrations: readonly Migration[]): Promise<Migration[]> {
  const released = JSON.parse(await readFile(join(migrationsFolder, 'released.json'), 'utf8'))['0.2.0'] as Record<
    string,
    string
  >
  const frozen = migrations.filter(({ name, checksum }) => released[name] === checksum)
  if (frozen.length !== Object.keys(released).length) throw new Error('the migrations of 0.2.0 are not complete')
  return frozen
}

/** A transaction of minutes on a database that nobody else uses. */
async function prepare(db: Db, engine: Database['engine']): Promise<void> {
  await db.run(sql`set local statement_timeout = 0`)
  await db.run(sql`set local idle_in_transaction_session_timeout = 0`)
  await db.rows(sql`select pg_advisory_xact_lock(hashtextextended('bridge-before-0.2.0', 0))`)
  if (engine === 'pglite') return
  const others = await db.rows<{ pid: number; name: string }>(sql`
    select pid, coalesce(nullif(application_name, ''), usename, '?') as name from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`)
  if (others.length > 0)
    throw new BridgeFault(
      `数据库还有其他连接（${others.map(({ pid, name }) => `${name} pid ${pid}`).join('、')}），请先停止所有旧版本服务并关闭这些连接`,
    )
}

async function runScripts(db: Db, migrations: readonly Migration[], now: Date): Promise<void> {
  await db.run(sql`
    create table public.schema_migrations (name text primary key, checksum text not null, applied_at timestamptz not null)`)
  // One statement of the driver runs one command, and a migration has many; EXECUTE runs them all in this transaction.
  await db.run(sql`
    create function pg_temp.run_script(script text) returns void language plpgsql as 'begin execute script; end'`)
  for (const { name, text, checksum } of migrations) {
    await db.rows(sql`select pg_temp.run_script(${text})`)
    await db.run(sql`insert into public.schema_migrations values (${name}, ${checksum}, ${now})`)
  }
  await db.run(sql`drop function pg_temp.run_script(text)`)
  // The accounts of the laboratory are inserted by a migration; a table with checks that still wait cannot be altered.
  await db.run(sql`set constraints all immediate`)
}

async function requireSoundBooks(ctx: Ctx): Promise<void> {
  const faults: string[] = []
  // Deferred constraints would speak at the commit, when nobody can explain them any more.
  await ctx.db.run(sql`set constraints all immediate`)
  await sealAuditLog(ctx)
  for (const check of bookChecks) {
    const { found, faults: first } = await runCheck(ctx.db, check, ctx.clock.now())
    if (found > 0) faults.push(`${check.title}：${first.slice(0, 3).join('；')}${found > 3 ? ` 等 ${found} 处` : ''}`)
  }
  const chain = await checkChain(ctx)
  faults.push(...chain.faults)
  if (faults.length > 0) throw new BridgeFault(`迁入后的账目不符：\n  ${faults.join('\n  ')}`)
}
