import { randomUUID } from 'node:crypto'
import type { Request } from 'autocannon'
import { startCluster } from '../scripts/postgres/postgres-cluster.mjs'
import { orderAdd } from '../src/lab/ordering/contract.ts'
import { openPostgres } from '../src/platform/db/postgres/postgres.ts'
import type { Database } from '../src/platform/db/db.ts'
import { sql } from '../src/platform/db/sql.ts'
import { load, processorMs, startServer } from './measure.ts'
import { addFirstLine, orderBody } from './order-input.ts'
import { type Buyer, buyers, fillPlans, openServices } from './services.ts'

/**
 * Where the time of one order goes in PostgreSQL: microseconds of each statement of an order, and of the jobs that follow it, by
 * pg_stat_statements, and the processor time of server and sessions.
 * Run: node bench/order-cost.ts [seconds] [connections]
 */
const [seconds = 6, connections = 16] = process.argv.slice(2).map(Number)
const PEOPLE = 64
const LINES_EACH = 1500

interface Cost {
  text: string
  calls: number
  us: number
  planUs: number
}

const cluster = await startCluster({
  durable: true,
  settings: {
    shared_preload_libraries: 'pg_stat_statements',
    'pg_stat_statements.track': 'all',
    'pg_stat_statements.track_planning': 'on',
  },
})
const database = openPostgres(cluster.url)
const { ctx } = await openServices(database)
await database.script('create extension pg_stat_statements')
const people = await buyers(ctx, PEOPLE)
const env = { PORT: '0', DATABASE_URL: cluster.url, DEMO: 'on', LOG_LEVEL: 'silent', DATA_DIR: ctx.config.DATA_DIR }
const server = await startServer(['src/main.ts'], { ...env, SERVICES: 'web' })
await addFirstLine(server.url, people[0] as Buyer)
const lines = await fillPlans(ctx, people, LINES_EACH)
let taken = 0

await load(server.url + orderAdd.path, { connections, seconds: 2, requests: [orderRequest()] })
await database.script("delete from jobs where name <> ''", 'vacuum analyze', 'select pg_stat_statements_reset()')
const before = { orders: await orders(), server: processorMs(server.pid), all: processorMs(server.pid, 'postgres') }
const result = await load(server.url + orderAdd.path, { connections, seconds, requests: [orderRequest()] })
const count = (await orders()) - before.orders
const serverMs = processorMs(server.pid) - before.server
const sessionsMs = processorMs(server.pid, 'postgres') - before.all - serverMs
console.log(
  `${result.perSecond.toFixed(0)} orders/s, p99 ${result.p99Ms} ms, ${result.errors} errors; one order: server ${(serverMs / count).toFixed(2)} ms, PostgreSQL ${(sessionsMs / count).toFixed(2)} ms`,
)
await report('the order', count)

await database.script('select pg_stat_statements_reset()')
await server.stop()
const worker = await startServer(['src/main.ts'], { ...env, SERVICES: 'web,worker' })
await drained(database)
await report('what follows', count)
await worker.stop()
await database.close()
await cluster.stop()

async function orders(): Promise<number> {
  return (await database.one<{ n: number }>(sql`select count(*) as n from orders`)).n
}

async function drained(on: Database): Promise<void> {
  for (;;) {
    const { n } = await on.one<{ n: number }>(
      sql`select count(*) as n from jobs where state in ('waiting', 'running') and run_at <= now()`,
    )
    if (n === 0) return
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
}

async function report(title: string, perOrders: number): Promise<void> {
  const costs = await database.rows<Cost>(sql`
    select regexp_replace(query, '\\s+', ' ', 'g') as text, calls::float8 as calls, total_exec_time * 1000 as us, total_plan_time * 1000 as plan_us
    from pg_stat_statements where toplevel and query not like '%pg_stat_statements%' order by total_exec_time + total_plan_time desc limit 60`)
  const sum = costs.reduce((total, { us, planUs }) => total + us + planUs, 0)
  console.log(`\n${title}: ${(sum / perOrders).toFixed(0)} µs of statements an order`)
  for (const { text, calls, us, planUs } of costs.slice(0, 45))
    console.log(
      `${((us + planUs) / perOrders).toFixed(0).padStart(5)} µs  ${(calls / perOrders).toFixed(2).padStart(5)} ×  plan ${(planUs / perOrders).toFixed(0).padStart(4)}  ${text.slice(0, 150)}`,
    )
}

function orderRequest(): Request {
  return {
    method: 'POST',
    setupRequest: (request) => {
      const buyer = people[taken % PEOPLE] as Buyer
      const line = lines.get(buyer.id)?.[Math.floor(taken++ / PEOPLE)]
      if (line === undefined) throw new Error('no plan lines left: raise LINES_EACH')
      return {
        ...request,
        path: orderAdd.path,
        headers: { 'content-type': 'application/json', token: buyer.token, 'idempotency-key': randomUUID() },
        body: JSON.stringify(orderBody(line)),
      }
    },
  }
}
