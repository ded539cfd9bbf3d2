import { rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { z } from 'zod'
import { startCluster } from '../../scripts/postgres/postgres-cluster.mjs'
import { assembleServices, migrationsFolder } from '../../src/app/start/services.ts'
import { readConfig } from '../../src/config.ts'
import { systemClock } from '../../src/platform/clock.ts'
import type { Db } from '../../src/platform/db/db.ts'
import { migrate, readMigrations } from '../../src/platform/db/migrations/migrate.ts'
import { openPostgres } from '../../src/platform/db/postgres/postgres.ts'
import { Sql, sql } from '../../src/platform/db/sql.ts'
import { diskStore } from '../../src/platform/files/disk-store.ts'
import { type Ctx, systemCtx } from '../../src/platform/http/ctx.ts'
import { defineEvent } from '../../src/platform/jobs/declared.ts'
import { emit } from '../../src/platform/jobs/outbox.ts'
import { on, startWorker } from '../../src/platform/jobs/worker.ts'
import { processorMs, ratio, show, spread } from '../measure.ts'

/**
 * Compares our queue with pg-boss on one PostgreSQL with fsync, alternately in one run (decision 0040): the cost of one event with two subscribers
 * inside a transaction of eight writes, and events per second from emit to the end of both subscribers.
 * pg-boss is not a dependency. Run: npm install --prefix /tmp/trial pg-boss@12.35.0
 * node bench/trials/queue-trial.ts /tmp/trial/node_modules/pg-boss/dist/index.js [rounds] [transactions] [events]
 */
const [bossFile = '', ...numbers] = process.argv.slice(2)
const [rounds = 5, transactions = 400, events = 2000] = numbers.map(Number)
const SUBSCRIBERS = ['a', 'b']
const empty = defineEvent('empty', z.looseObject({}))

interface BossDb {
  executeSql: (text: string, values?: unknown[]) => Promise<{ rows: unknown[] }>
}
interface BossJob {
  id: string
  data: { job: string; payload: Record<string, unknown> }
}
interface Boss {
  start: () => Promise<unknown>
  stop: () => Promise<void>
  createQueue: (name: string, options: object) => Promise<void>
  send: (name: string, data: object, options?: { db?: BossDb }) => Promise<string | null>
  insert: (name: string, jobs: { data: object }[], options?: { db?: BossDb }) => Promise<string[] | null>
  work: (name: string, options: object, handler: (jobs: BossJob[], tx: BossDb) => Promise<unknown>) => Promise<string>
  offWork: (name: string) => Promise<void>
  on: (event: 'error', handler: (error: Error) => void) => void
}
const { PgBoss } = (await import(pathToFileURL(bossFile).href)) as { PgBoss: new (options: object) => Boss }

const cluster = await startCluster({ durable: true })
const folder = await mkdtemp(join(tmpdir(), 'mingxi-bench-'))
const database = openPostgres(cluster.url)
const single = openPostgres(cluster.url, { poolSize: 1 })
const boss = new PgBoss({ connectionString: cluster.url, max: 12, useListenNotify: true })
boss.on('error', (error) => console.error(error.message))
try {
  await migrate(database, await readMigrations(migrationsFolder), systemClock.now())
  await database.run(sql`delete from jobs`)
  await database.run(sql`create table written (id bigserial primary key, n integer not null, at timestamptz not null)`)
  const config = readConfig({ DATABASE_URL: cluster.url, DATA_DIR: folder, LOG_LEVEL: 'silent' })
  const ctx = systemCtx(assembleServices(config, database, diskStore(join(folder, 'files')), systemClock))
  const before = performance.now()
  await boss.start()
  console.log(`pg-boss: schema installed and started in ${(performance.now() - before).toFixed(0)} ms`)
  const options = { retryLimit: 8, retryBackoff: true, heartbeatSeconds: 45, notify: true }
  await boss.createQueue('dead', {})
  for (const name of ['events', 'jobs', ...SUBSCRIBERS])
    await boss.createQueue(name, { ...options, deadLetter: 'dead' })
  await emitCosts(ctx)
  await database.script('truncate jobs; truncate pgboss.job_common')
  await drainRates(ctx)
} finally {
  await boss.stop()
  await single.close()
  await database.close()
  await cluster.stop()
  rmSync(folder, { recursive: true, force: true })
}

/** Runs pg-boss in our transaction; its statements are named and prepared like ours. */
function asBossDb(db: Db): BossDb {
  return { executeSql: async (text, values = []) => ({ rows: await db.rows(new Sql(text, values)) }) }
}

async function emitCosts(ctx: Ctx): Promise<void> {
  const payload = { id: 1234567, customerId: 1234567, orderNo: 'MX26030200001' }
  const variants: Record<string, (db: Db) => Promise<unknown>> = {
    none: async () => {},
    ours: (db) => emit({ ...ctx, db }, empty, payload),
    'one queue of events': (db) => boss.send('events', { event: 'empty', payload }, { db: asBossDb(db) }),
    'one queue for each subscriber': async (db) => {
      for (const name of SUBSCRIBERS) await boss.send(name, payload, { db: asBossDb(db) })
    },
  }
  const { session } = await single.one<{ session: number }>(sql`select pg_backend_pid() as session`)
  const used = () => processorMs(process.pid) + processorMs(session)
  const processor: Record<string, number[]> = {}
  for (let round = 0; round < rounds; round++) {
    for (const [name, emitOne] of Object.entries(variants)) {
      const before = used()
      for (let n = 0; n < transactions; n++) {
        await single.tx(async (db) => {
          for (let row = 0; row < 8; row++) await db.run(sql`insert into written (n, at) values (${row}, now())`)
          await emitOne(db)
        })
      }
      ;(processor[name] ??= []).push((used() - before) / transactions)
    }
  }
  for (const [name, ms] of Object.entries(processor)) {
    const extra = ms.map((each, i) => each - (processor.none?.[i] ?? 0))
    console.log(
      `a transaction with ${name}: ${show(spread(ms), 2)} ms of processor time, of them the event ${show(spread(extra), 2)}`,
    )
  }
}

/** Measures the time from emitting the events until both subscribers of each have finished. */
async function drainRates(ctx: Ctx): Promise<void> {
  const rates: Record<string, number[]> = {}
  // A worker fetches again at once only after a full batch of two or more; otherwise it waits for a notification or half a second.
  const full = { burstWhenBatchFull: true, pollingIntervalSeconds: 0.5, notifyPollingIntervalSeconds: 0.5 }
  const note = async (name: string, run: (allHandled: Promise<void>, handled: () => void) => Promise<void>) => {
    let left = events * SUBSCRIBERS.length
    let end = () => {}
    const ended = new Promise<void>((resolve) => (end = resolve))
    const started = performance.now()
    await run(ended, () => {
      left -= 1
      if (left === 0) end()
    })
    ;(rates[name] ??= []).push((events / (performance.now() - started)) * 1000)
  }
  for (let round = 0; round < rounds; round++) {
    for (const atOnce of [8, 100]) {
      await database.run(sql`
        insert into jobs (kind, name, payload, run_at, created_at)
        select 'event', 'empty', '{}', now() - interval '1 minute', now() from generate_series(1, ${events}::int)`)
      await note(`ours, ${atOnce} at once`, async (allHandled, handled) => {
        const subscribers = SUBSCRIBERS.map((name) => on(empty, name, async () => handled()))
        const worker = startWorker(ctx, { subscribers, handlers: [] }, { atOnce })
        await allHandled
        await worker.stop()
      })
    }
    for (const [name, work] of [
      [
        'pg-boss, four workers that take two jobs at a time',
        { ...full, localConcurrency: 4, batchSize: 2, perJobResults: true },
      ],
      ['pg-boss, one worker that takes a hundred', { ...full, batchSize: 100, perJobResults: true }],
    ] as const) {
      await boss.insert(
        'events',
        Array.from({ length: events }, () => ({ data: { event: 'empty', payload: {} } })),
      )
      await note(name, async (allHandled, handled) => {
        await boss.work('jobs', work, async (jobs) => jobs.map(({ id }) => (handled(), { id, status: 'completed' })))
        await boss.work('events', { ...full, batchSize: 100, transactional: true }, async (taken, db) => {
          const jobs = taken.flatMap(({ data }) => SUBSCRIBERS.map((job) => ({ data: { job, payload: data.payload } })))
          await boss.insert('jobs', jobs, { db })
        })
        await allHandled
        await boss.offWork('events')
        await boss.offWork('jobs')
      })
    }
  }
  for (const [name, perSecond] of Object.entries(rates))
    console.log(
      `${name}: ${show(spread(perSecond))} events a second, ratio ${show(ratio(perSecond, rates['ours, 8 at once'] ?? []), 2)}`,
    )
}
