import { rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { startCluster } from '../scripts/postgres/postgres-cluster.mjs'
import { assembleServices, migrationsFolder } from '../src/app/start/services.ts'
import { readConfig } from '../src/config.ts'
import { testClock } from '../src/platform/clock.ts'
import { migrate, readMigrations } from '../src/platform/db/migrations/migrate.ts'
import { openPostgres } from '../src/platform/db/postgres/postgres.ts'
import { sql } from '../src/platform/db/sql.ts'
import { diskStore } from '../src/platform/files/disk-store.ts'
import { systemCtx } from '../src/platform/http/ctx.ts'
import { defineEvent } from '../src/platform/jobs/declared.ts'
import { type JobRegistry, on, startWorker } from '../src/platform/jobs/worker.ts'
import { sweepJobs } from '../src/core/upkeep/actions.ts'
import { show, spread } from './measure.ts'

/**
 * Empty events per second through the worker on PostgreSQL, each with one subscriber, and plain commits per second of one connection in the same
 * run. Then the size of the jobs table after a month of work that is cleaned every hour.
 * Run: node bench/jobs.ts [events per round] [rounds] [events a day]
 */
const [events = 3000, rounds = 5, perDay = 5000] = process.argv.slice(2).map(Number)

const cluster = await startCluster({ durable: true })
const folder = await mkdtemp(join(tmpdir(), 'mingxi-bench-'))
const database = openPostgres(cluster.url)
try {
  const clock = testClock(new Date('2026-03-02T02:00:00Z'))
  await migrate(database, await readMigrations(migrationsFolder), clock.now())
  // Periodic work is queued at the start.
  await database.run(sql`delete from jobs`)
  const config = readConfig({ DATABASE_URL: cluster.url, DATA_DIR: folder, LOG_LEVEL: 'silent' })
  const services = assembleServices(config, database, diskStore(join(folder, 'files')), clock)

  let handled = 0
  let allHandled = () => {}
  const registry: JobRegistry = {
    subscribers: [
      on(defineEvent('empty', z.object({})), 'count', async () => {
        handled += 1
        if (handled === events) allHandled()
      }),
    ],
    handlers: [],
  }
  const emitAll = (count: number) =>
    database.run(sql`
      insert into jobs (kind, name, payload, run_at, created_at)
      select 'event', 'empty', '{}', ${clock.now()}, ${clock.now()} from generate_series(1, ${count}::int)`)

  const perSecond: number[] = []
  const bare: number[] = []
  for (let round = 0; round < rounds; round++) {
    await emitAll(events)
    handled = 0
    const ended = new Promise<void>((resolve) => (allHandled = resolve))
    const started = performance.now()
    const worker = startWorker(services, registry)
    await ended
    await worker.stop()
    perSecond.push((events / (performance.now() - started)) * 1000)
    bare.push(await commitsPerSecond())
  }
  const { notDone } = await database.one<{ notDone: number }>(
    sql`select count(*) as not_done from jobs where state <> 'done' or attempts <> 1`,
  )
  if (notDone > 0) throw new Error(`${notDone} jobs were not run exactly once`)
  console.log(`events a second ${show(spread(perSecond))}; plain commits a second ${show(spread(bare))}`)

  const system = systemCtx(services)
  for (let hour = 0; hour < 30 * 24; hour++) {
    const count = Math.ceil(perDay / 24)
    // The rows that the worker leaves: an event and the job of its subscriber, both done.
    await database.run(sql`
      insert into jobs (kind, name, payload, state, run_at, created_at, done_at, attempts)
      select k, 'empty', '{"id": 1234567, "customerId": 1234567, "orderNo": "MX26030200001"}', 'done', ${clock.now()}, ${clock.now()}, ${clock.now()}, 1
      from unnest(array['event', 'job']) as k, generate_series(1, ${count}::int)`)
    await sweepJobs(system)
    if (hour % 24 === 0) await database.run(sql`vacuum jobs`)
    clock.advance({ hours: 1 })
  }
  const size = await database.one<{ rows: number; bytes: number }>(
    sql`select count(*) as rows, pg_total_relation_size('jobs') as bytes from jobs`,
  )
  const perRow = Math.round(size.bytes / size.rows)
  console.log(
    `after 30 days of ${perDay} events a day: ${size.rows} rows of ${perDay * 60} written, ${(size.bytes / 1e6).toFixed(1)} MB, ${perRow} bytes a row`,
  )
} finally {
  await database.close()
  await cluster.stop()
  rmSync(folder, { recursive: true, force: true })
}

async function commitsPerSecond(): Promise<number> {
  const COMMITS = 300
  await database.run(sql`create table if not exists bare (n integer)`)
  const started = performance.now()
  for (let n = 0; n < COMMITS; n++) await database.run(sql`insert into bare values (${n})`)
  return (COMMITS / (performance.now() - started)) * 1000
}
