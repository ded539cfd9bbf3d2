import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { openTestDatabase } from '../../../app/testing/test-database.ts'
import { smallDisk } from '../../testing/small-disk.ts'
import type { Database } from '../db.ts'
import { migrate } from './migrate.ts'
import type { Migration } from './migration.ts'
import { sql } from '../sql.ts'

const program = resolve(import.meta.dirname, '../../testing/migrate-once.ts')
const now = new Date('2026-03-02T02:00:00Z')
const step = (name: string, text: string): Migration => ({ name, text, checksum: 'the same' })

let database: Database
let url: string
let close: () => Promise<void>
const clients: pg.Client[] = []
const disk = smallDisk(16)

beforeAll(async () => {
  const opened = await openTestDatabase()
  database = opened.database
  url = opened.url ?? ''
  close = opened.close
  await database.script('create table t (n int); insert into t select generate_series(1, 1000)')
})
afterEach(() => Promise.all(clients.splice(0).map((client) => client.end())))
afterAll(async () => {
  await close()
  disk?.remove()
})

/** Another session, in which a test leaves a transaction open. */
async function session(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  clients.push(client)
  return client
}

function inChild(migrations: Migration[]) {
  return spawn(process.execPath, [program, url, JSON.stringify(migrations)], { stdio: 'inherit' })
}

const soon = { timeout: 50_000, interval: 20 }
/** Pids of the sessions whose current statement contains the words. */
const running = async (words: string) =>
  (
    await database.rows<{ pid: number }>(
      sql`select pid from pg_stat_activity where state = 'active' and pid <> pg_backend_pid() and position(${words} in query) > 0`,
    )
  ).map(({ pid }) => pid)

it('[T-66] a second process waits, says so, and then finds the migration applied', async () => {
  await database.script('create table gate (open boolean); insert into gate values (false)')
  const steps = [
    step('9101_a.sql', 'create table once_only (n int); select n from gate_of(); insert into once_only values (1)'),
  ]
  await database.script(`create function gate_of() returns table (n int) language plpgsql as $$ begin
    while not (select open from gate) loop perform pg_sleep(0.02); end loop; end $$`)
  const first = migrate(database, steps, now)
  await expect.poll(() => running('gate_of'), soon).toHaveLength(1)
  const lines: string[] = []
  const second = migrate(database, steps, now, {
    report: (line) => {
      lines.push(line)
      if (line.startsWith('另一个进程')) void database.run(sql`update gate set open = true`)
    },
  })
  expect([await first, await second]).toEqual([['9101_a.sql'], []])
  expect(lines).toContain('另一个进程正在升级数据库，等它完成后继续')
  expect(await database.rows(sql`select n from once_only`)).toEqual([{ n: 1 }])
})

it('after kill −9 of the process its statement ends, nothing of it is left, and the next try applies the migration', async () => {
  const child = inChild([step('9102_b.sql', 'create table killed (n int); select pg_sleep(50)')])
  await expect.poll(() => running('create table killed'), soon).toHaveLength(1)
  child.kill('SIGKILL')
  await once(child, 'exit')
  expect(await database.one(sql`select to_regclass('killed') as there`)).toEqual({ there: null })
  // Waits for the server to notice, about a second; the statement alone would take fifty.
  const startedAt = performance.now()
  expect(await migrate(database, [step('9102_b.sql', 'create table killed (n int)')], now)).toEqual(['9102_b.sql'])
  expect(performance.now() - startedAt).toBeLessThan(30_000)
})

it('a lock that is not granted is tried again, and readers never wait long behind it', async () => {
  const other = await session()
  await other.query('begin; select count(*) from t')
  const waits: number[] = []
  let reading = true
  const reads = (async () => {
    while (reading) {
      const asked = performance.now()
      await database.rows(sql`select count(*) from t`)
      waits.push(performance.now() - asked)
    }
  })()
  const lines: string[] = []
  const applied = await migrate(database, [step('9103_c.sql', 'alter table t add column c int')], now, {
    lockTimeoutMs: 200,
    report: (line) => {
      lines.push(line)
      if (line.includes('等不到表锁')) void other.query('commit')
    },
  })
  reading = false
  await reads
  expect(applied).toEqual(['9103_c.sql'])
  expect(lines.find((line) => line.includes('等不到表锁'))).toMatch(/进程 \d+（idle in transaction，已 \d+ 秒）/)
  expect(Math.max(...waits)).toBeLessThan(5000)
})

it('a lock that cannot be had is named with the transaction that holds it, and the next try works', async () => {
  const other = await session()
  await other.query('begin; select count(*) from t')
  const { rows } = await other.query('select pg_backend_pid() as pid')
  const steps = [step('9104_d.sql', 'create table beside (n int); alter table t add column d int')]
  const fault = await migrate(database, steps, now, { lockTimeoutMs: 20, lockTries: 3 }).catch((error) => error)
  expect([fault.reason, fault.migration]).toEqual(['locked', '9104_d.sql'])
  expect(fault.message).toContain(`试了 3 次）：最早开始的事务是进程 ${rows[0].pid}`)
  expect(await database.one(sql`select to_regclass('beside') as there`)).toEqual({ there: null })
  await other.query('rollback')
  expect(await migrate(database, steps, now)).toEqual(['9104_d.sql'])
})

const valid = (index: string) =>
  database.row(sql`select indisvalid as valid from pg_index where indexrelid = to_regclass(${index})`)
const building = (name: string, index: string) =>
  step(name, `-- concurrently\ncreate index concurrently ${index} on t (n);`)

/** Starts the build of an index behind a transaction that holds it back, and kills the process. */
async function killedBuild(migration: Migration) {
  const blocker = await session()
  await blocker.query('begin isolation level repeatable read; select count(*) from t')
  const child = inChild([migration])
  const phase = sql`select phase from pg_stat_progress_create_index where datname = current_database()`
  await expect.poll(async () => (await database.row<{ phase: string }>(phase))?.phase, soon).toMatch(/^waiting/)
  child.kill('SIGKILL')
  await once(child, 'exit')
  return blocker
}

it('an index whose process was killed is waited for while the server still builds it', async () => {
  const migration = building('9105_e.sql', 't_waited')
  const blocker = await killedBuild(migration)
  let released: Promise<unknown> | undefined
  const lines: string[] = []
  const again = migrate(database, [migration], now, {
    reportEveryMs: 20,
    report: (line) => {
      lines.push(line)
      if (line.includes('等待更早开始的事务') && !released) released = blocker.query('commit')
    },
  })
  expect(await again).toEqual(['9105_e.sql'])
  expect(lines.find((line) => line.includes('正在执行 9105_e.sql（第 1 个，共 1 个）'))).toBeDefined()
  expect(await valid('t_waited')).toEqual({ valid: true })
})

it('an invalid index that an interrupted build left is dropped and built again', async () => {
  const migration = building('9106_f.sql', 't_again')
  const blocker = await killedBuild(migration)
  await database.rows(
    sql`select pg_terminate_backend(pid) from pg_stat_progress_create_index where datname = current_database()`,
  )
  await expect.poll(() => running('create index concurrently'), soon).toEqual([])
  expect(await valid('t_again')).toEqual({ valid: false })
  await blocker.query('commit')
  expect(await migrate(database, [migration], now)).toEqual(['9106_f.sql'])
  expect(await valid('t_again')).toEqual({ valid: true })
})

it('a unique index that finds duplicates leaves no invalid index behind', async () => {
  await database.script('create table doubles (n int); insert into doubles values (1), (1)')
  const text = '-- concurrently\ncreate unique index concurrently doubles_n on doubles (n);'
  const fault = await migrate(database, [step('9107_g.sql', text)], now).catch((error) => error)
  expect([fault.reason, fault.message]).toEqual(['failed', expect.stringContaining('doubles_n')])
  expect(await valid('doubles_n')).toBeUndefined()
  await database.script('delete from doubles')
  expect(await migrate(database, [step('9107_g.sql', text)], now)).toEqual(['9107_g.sql'])
})

it.skipIf(!disk)('a full disk is named, nothing is lost, and the next try works', async () => {
  const { dataDirectory } = await database.one<{ dataDirectory: string }>(
    sql`select current_setting('data_directory') as data_directory`,
  )
  const { uid, gid } = statSync(dataDirectory)
  chownSync(disk?.folder ?? '', uid, gid)
  await database.script(`create tablespace small location '${disk?.folder}'`)
  const steps = [
    step(
      '9108_h.sql',
      `create table large tablespace small as select repeat('x', 1000) as x from generate_series(1, 50000)`,
    ),
  ]
  const fault = await migrate(database, steps, now).catch((error) => error)
  expect([fault.reason, fault.message]).toEqual(['diskFull', expect.stringContaining('数据没有变化')])
  expect(await database.rows(sql`select count(*) from t`)).toEqual([{ count: 1000 }])
  disk?.resize(200)
  expect(await migrate(database, steps, now)).toEqual(['9108_h.sql'])
  await database.script('drop table large')
  await database.script('drop tablespace small')
})
