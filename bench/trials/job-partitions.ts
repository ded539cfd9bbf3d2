import { startCluster } from '../../scripts/postgres/postgres-cluster.mjs'
import { migrationsFolder } from '../../src/app/start/services.ts'
import { systemClock } from '../../src/platform/clock.ts'
import { migrate, readMigrations } from '../../src/platform/db/migrations/migrate.ts'
import { openPostgres } from '../../src/platform/db/postgres/postgres.ts'
import { Sql } from '../../src/platform/db/sql.ts'
import { ratio, show, spread } from '../measure.ts'

/**
 * Why jobs stay one table (decision 0102): what it costs to write, take and finish a job in the table as it is, and in one that is divided by
 * state, so that finished jobs lie apart. Both hold a week of finished jobs. Alternately in one run on PostgreSQL; without commits.
 * Run: node bench/trials/job-partitions.ts [finished jobs] [rounds]
 */
const [finished = 500_000, rounds = 7] = process.argv.slice(2).map(Number)
const JOBS = 5000
const AT_ONCE = 50
const INDEXES = [
  `(run_at, id) where kind = 'event' and state in ('waiting', 'running')`,
  `(run_at, id) where kind = 'job' and not awaited and state in ('waiting', 'running')`,
  `(id) where state = 'dead'`,
  `(done_at) where state = 'done'`,
]
const cluster = await startCluster({ durable: true })
const database = openPostgres(cluster.url, { poolSize: 2 })
const run = (text: string) => database.script('set statement_timeout = 0', text)
try {
  await migrate(database, await readMigrations(migrationsFolder), systemClock.now())
  await run('create table jobs_one (like jobs including all)')
  await run('create table jobs_parts (like jobs including defaults including identity) partition by list (state)')
  await run('alter table jobs_parts add primary key (id, state)')
  for (const index of INDEXES) await run(`create index on jobs_parts ${index}`)
  await run("create table jobs_parts_live partition of jobs_parts for values in ('waiting', 'running')")
  await run('create table jobs_parts_rest partition of jobs_parts default')
  const all: Record<'one' | 'parts', number[]> = { one: [], parts: [] }
  for (const way of ['one', 'parts'] as const)
    await run(`insert into jobs_${way} (kind, name, payload, state, run_at, created_at, done_at)
      select 'job', 'x', '{"deliveryId":7}', 'done', now(), now(), now() from generate_series(1, ${finished})`)
  for (let round = 0; round < rounds; round++)
    for (const way of ['one', 'parts'] as const) all[way].push(await life(`jobs_${way}`))
  console.log(
    `µs for the life of a job: one table ${show(spread(all.one))}, divided by state ${show(spread(all.parts))}`,
  )
  console.log(`divided / one ${show(ratio(all.parts, all.one), 2)}`)
} finally {
  await database.close()
  await cluster.stop()
}

/** Microseconds of one job that is written, taken and finished in groups, as workers do. */
async function life(table: string): Promise<number> {
  const started = performance.now()
  for (let n = 0; n < JOBS; n += AT_ONCE)
    await database.tx(async (tx) => {
      const rows = await tx.rows<{ id: number }>(
        new Sql(
          `insert into ${table} (kind, name, payload, run_at, created_at)
          select 'job', 'x', '{"deliveryId":7}', now(), now() from generate_series(1, ${AT_ONCE}) returning id`,
          [],
        ),
      )
      const ids = rows.map(({ id }) => id)
      for (const set of [
        `state = 'running', lease_until = now(), holder = 'h', attempts = attempts + 1`,
        `state = 'done', done_at = now(), lease_until = null, holder = null`,
      ])
        await tx.run(
          new Sql(`update ${table} set ${set} where id = any($1::bigint[]) and state in ('waiting', 'running')`, [ids]),
        )
    })
  return ((performance.now() - started) * 1000) / JOBS
}
