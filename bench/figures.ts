import { cpus, loadavg } from 'node:os'
import { startCluster } from '../scripts/postgres/postgres-cluster.mjs'
import { handlers } from '../src/app/calls.ts'
import { fillOrders } from '../src/app/testing/many-orders.ts'
import { figuresRead } from '../src/workspace/figures/contract.ts'
import { createStaff } from '../src/core/staff/actions.ts'
import { openSession } from '../src/platform/auth/sessions.ts'
import { openPostgres } from '../src/platform/db/postgres/postgres.ts'
import { sql } from '../src/platform/db/sql.ts'
import { createServer } from '../src/platform/http/server.ts'
import { shanghaiDate } from '../src/platform/time.ts'
import { access } from '../src/web/access.ts'
import { percentile } from './measure.ts'
import { openServices } from './services.ts'

/**
 * The page of the figures on PostgreSQL with the rows of the days of very many orders, and with real orders on the days that are counted
 * when they are read: p50 and p99 of the call for each range through the HTTP stack.
 * Run: node bench/figures.ts [orders, 1000000] [rounds, 60]
 */
const [orders = 1_000_000, rounds = 60] = process.argv.slice(2).map(Number)

/** Orders of a day, and days whose orders are counted when they are read: today, and yesterday before the job of the night. */
const PER_DAY = 1000
const LIVE_DAYS = 2

const cluster = await startCluster({ durable: false })
const db = openPostgres(cluster.url, { poolSize: 4 })
const { services, ctx } = await openServices(db)
await fillOrders(db, PER_DAY * LIVE_DAYS, new Date())
const now = new Date()
// The orders of the days that are counted when they are read.
await db.run(sql`
  update orders set created_at = t.at, received_at = t.at, call_due_at = t.at, called_at = t.at, promised_at = t.at + interval '5 days',
    delivered_at = case when stage = 'done' then t.at end, promise_kept = case when stage = 'done' then id % 9 <> 0 end, data_due_at = t.at,
    paid_at = case when stage = 'done' then t.at end, return_due_at = case when stage = 'done' then t.at end
  from (select id as of, ${now}::timestamptz - (id % (${LIVE_DAYS} * 24)) * interval '1 hour' as at from orders) t where t.of = id`)
// The days before, as so many orders of three years leave them.
const days = Math.ceil(orders / PER_DAY)
const today = shanghaiDate(now)
await db.run(sql`
  insert into figure_days (measure, day, key, count, amount)
  select m.measure, ${today}::date - d, m.key, 1 + (d * 7 + m.n) % m.most, m.n * 1000
  from generate_series(${LIVE_DAYS}::int, ${days}::int) d, (
    select 'order.' || name as measure, '' as key, 2000 as most, 0 as n from unnest(array['received', 'delivered', 'paid', 'retested']) name
    union all select 'order.placed', name, 700, 0 from unnest(array['institute', 'individual', 'enterprise']) name
    union all select 'order.' || name, n::text, 20, n from unnest(array['took', 'promised']) name, generate_series(1, 140) n
    union all select 'promise.' || name, kept, 900, 0
      from unnest(array['call', 'data', 'promisedDay', 'returned']) name, unnest(array['kept', 'late']) kept
    union all select 'income.group', name, 700, 50 from unnest(array['institute', 'individual', 'enterprise', 'other']) name
    union all select 'income.project', n::text, 40, n from generate_series(1001, 1060) n
    union all select 'instrument.use', n::text, 60, n from generate_series(1, 30) n) m`)
await db.run(sql`insert into figure_fill (filled_until) values (${today}::date - ${LIVE_DAYS - 1}::int)`)
for (const table of [sql`orders`, sql`figure_days`]) await db.run(sql`vacuum (analyze) ${table}`)
const { n } = await db.one<{ n: number }>(sql`select count(*) as n from figure_days`)
console.log(`${n} rows of ${days} days for ${orders} orders, ${cpus().length} cores, load ${loadavg()[0]?.toFixed(1)}`)

const server = await createServer(services, access, handlers)
const id = await createStaff(ctx, { account: 'bench-manager', name: '压测', role: 'manager', passwordHash: '' })
const { token } = await openSession(ctx, 'staff', id)
for (const range of ['month', 'days30', 'quarter', 'year'] as const) {
  const times: number[] = []
  for (let round = 0; round < rounds; round++) {
    const from = performance.now()
    const answer = await server.inject({
      method: 'POST',
      url: figuresRead.path,
      headers: { token },
      payload: { range },
    })
    if (answer.json().code !== 1) throw new Error(answer.body)
    times.push(performance.now() - from)
  }
  console.log(`${range}: p50 ${percentile(times, 0.5).toFixed(0)} ms, p99 ${percentile(times, 0.99).toFixed(0)} ms`)
}
await server.close()
await db.close()
await cluster.stop()
