import { cpus, loadavg } from 'node:os'
import { startCluster } from '../scripts/postgres/postgres-cluster.mjs'
import { handlers } from '../src/app/calls.ts'
import { fillOrders } from '../src/app/testing/many-orders.ts'
import { keepSounds } from '../src/workspace/order-page/search-actions.ts'
import { paletteFind } from '../src/workspace/palette/contract.ts'
import { inboxRead } from '../src/workspace/inbox/contract.ts'
import { createStaff } from '../src/core/staff/actions.ts'
import type { Role } from '../src/core/staff/rules.ts'
import { staffContractList } from '../src/lab/contracts/list-contract.ts'
import { staffOrderList } from '../src/lab/orders/lists/list-contract.ts'
import { staffTaskLanes, staffTaskList } from '../src/lab/orders/tasks/task-contract.ts'
import { staffSampleList } from '../src/lab/samples/list-contract.ts'
import { staffCustomerList } from '../src/people/customers/list-contract.ts'
import { openSession } from '../src/platform/auth/sessions.ts'
import type { Call, SentTo } from '../src/platform/contract/call.ts'
import type { Database } from '../src/platform/db/db.ts'
import { openPostgres } from '../src/platform/db/postgres/postgres.ts'
import { type Sql, sql } from '../src/platform/db/sql.ts'
import { createServer } from '../src/platform/http/server.ts'
import { access } from '../src/web/access.ts'
import { percentile } from './measure.ts'
import { openServices } from './services.ts'

/**
 * The lists, the board, the inbox and the search of the console on PostgreSQL with very many orders and samples: p50 and p99 of the call
 * through the HTTP stack, and how many statements it takes.
 * Run: node bench/console-lists.ts [orders, 100000] [samples per order, 10] [rounds, 60]
 * Filling takes minutes. With BENCH_DATABASE_URL the rows stay in that database, and the next run measures at once; BENCH_ONLY is a
 * pattern of the lines, and BENCH_TEXTS shows their statements with milliseconds.
 */
const [orders = 100_000, perOrder = 10, rounds = 60] = process.argv.slice(2).map(Number)
const only = new RegExp(process.env.BENCH_ONLY ?? '')

const kept = process.env.BENCH_DATABASE_URL
const cluster = kept === undefined ? await startCluster({ durable: false }) : { url: kept, stop: () => {} }
const db = openPostgres(cluster.url, { poolSize: 4 })
const statements = { count: 0, texts: [] as string[] }
const { services, ctx } = await openServices(counting(db))
if ((await db.row(sql`select from orders where order_no like 'MX2601%' limit 1`)) === undefined) {
  await fillOrders(db, orders, new Date())
  await fillSamples()
  // The job that stores pinyin has run, and autovacuum after it.
  await keepSounds(ctx)
  for (const table of [sql`samples`, sql`orders`, sql`customers`]) await db.run(sql`vacuum (analyze) ${table}`)
}
const server = await createServer(services, access, handlers)
const tokens = {} as Record<Role, string>
for (const role of ['manager', 'lab', 'logistics'] as const) {
  const id = await createStaff(ctx, { account: `bench-${role}-${Date.now()}`, name: '压测', role, passwordHash: '' })
  tokens[role] = (await openSession(ctx, 'staff', id)).token
}
const { n } = await db.one<{ n: number }>(sql`select count(*) as n from samples`)
console.log(`${orders} orders, ${n} samples, ${cpus().length} cores, load ${loadavg()[0]?.toFixed(1)}`)

await measure('order list', staffOrderList, 'manager', {})
await measure('order list, page after', staffOrderList, 'manager', { after: await firstNext() })
await measure('order list, one stage, by amount', staffOrderList, 'manager', { tab: 'testing', sort: '-amount' })
await measure('order list, number', staffOrderList, 'manager', { kw: 'MX26010050000' })
await measure('order list, customer', staffOrderList, 'manager', { kw: '李娜' })
await measure('order list, method', staffOrderList, 'manager', { kw: '拉曼光谱' })
await measure('order list, pinyin', staffOrderList, 'manager', { kw: 'lamanguangpu' })
await measure('order list, nothing found', staffOrderList, 'manager', { kw: '没有这个词' })
await measure('board by stage', staffTaskLanes, 'lab', { by: 'stage' })
await measure('board by person', staffTaskLanes, 'lab', { by: 'person' })
await measure('board by instrument', staffTaskLanes, 'lab', { by: 'instrument' })
await measure('board, cards of a column', staffTaskList, 'lab', { stage: 'testing' })
await measure('inbox of the manager', inboxRead, 'manager', {})
await measure('inbox of the tester', inboxRead, 'lab', {})
await measure('sample list', staffSampleList, 'logistics', {})
await measure('sample list, own number', staffSampleList, 'logistics', { kw: 'S-512-7' })
await measure('sample list, name', staffSampleList, 'logistics', { kw: '氧化物粉末 31' })
await measure('sample list, number', staffSampleList, 'logistics', { kw: 'MX2601005000001' })
await measure('customer list', staffCustomerList, 'manager', {})
await measure('customer list, name', staffCustomerList, 'manager', { kw: '李娜' })
await measure('contract list', staffContractList, 'manager', {})
for (const kw of ['MX26010050000', 'S-512-7', '19900050000', '李娜', 'lina', '拉曼', '%_%', '氧化物粉末'])
  await measure(`search: ${kw}`, paletteFind, 'manager', { kw })

await server.close()
await db.close()
await cluster.stop()

/** Counts the statements of every connection. */
function counting(database: Database): Database {
  const counted = <T extends object>(inner: T): T =>
    new Proxy(inner, {
      get(target, key) {
        const value = Reflect.get(target, key) as unknown
        if (typeof value !== 'function') return value
        return (...args: unknown[]) => {
          if (key === 'rows' || key === 'row' || key === 'one' || key === 'run') {
            statements.count += 1
            const { text } = args[0] as Sql
            const start = performance.now()
            const note = () =>
              statements.texts.push(
                `${(performance.now() - start).toFixed(1).padStart(6)} ${text.replace(/\s+/g, ' ').trim()}`,
              )
            return (value as (statement: unknown) => Promise<unknown>).call(target, args[0]).finally(note)
          }
          const passed = args.map((arg) =>
            key === 'tx' && typeof arg === 'function'
              ? (tx: object) => (arg as (tx: object) => unknown)(counted(tx))
              : arg,
          )
          return (value as (...all: unknown[]) => unknown).apply(target, passed)
        }
      },
    })
  return counted(database)
}

/** More samples in each order, with own numbers and names that repeat. */
async function fillSamples(): Promise<void> {
  await db.tx(
    async (tx) => {
      await tx.run(sql`
      insert into samples (order_id, order_no, line_id, customer_id, payer_id, sample_no, own_no, name, form, composition, hazards, storage,
        return_wanted, stage, created_at)
      select s.order_id, s.order_no, s.line_id, s.customer_id, s.payer_id, s.order_no || lpad(n::text, 2, '0'), 'S-' || s.order_id % 977 || '-' || n,
        '氧化物粉末 ' || (s.order_id * n) % 3137, 'powder', '', '{}', 'room', false, case s.order_id % 20 when 0 then 'received' when 1 then 'kept' else 'returned' end, s.created_at
      from samples s, generate_series(2, ${perOrder}::int) n where s.order_no like 'MX2601%'`)
      await tx.run(sql`update samples set stage = 'returned' where stage = 'stored'`)
      // Most orders are closed and settled, as after years; some hundred wait for each kind of work.
      await tx.run(sql`
      update orders set final_fen = 1000, stage = (array['closed', 'closed', 'closed', 'done', 'delivered', 'review', 'received', 'verifying'])[1 + case when id % 100 < 92 then 0 else 3 + id % 5 end]
      where order_no like 'MX2601%' and stage = 'done'`)
      for (const table of [sql`samples`, sql`orders`]) await tx.run(sql`analyze ${table}`)
    },
    { unlimited: true },
  )
}

async function firstNext(): Promise<string> {
  const answer = await send(staffOrderList, 'manager', {})
  return (JSON.parse(answer.body) as { data: { next: string } }).data.next
}

function send(call: Call, role: Role, input: object) {
  return server.inject({ method: 'POST', url: call.path, headers: { token: tokens[role] }, payload: input })
}

async function measure<C extends Call>(name: string, call: C, role: Role, input: SentTo<C>): Promise<void> {
  if (!only.test(name)) return
  const times: number[] = []
  let used = 0
  for (let round = 0; round < rounds; round++) {
    Object.assign(statements, { count: 0, texts: [] })
    const start = performance.now()
    const answer = await send(call, role, input as object)
    times.push(performance.now() - start)
    used = statements.count
    if (answer.statusCode !== 200 || (JSON.parse(answer.body) as { code: number }).code !== 1)
      throw new Error(`${name}: ${answer.body.slice(0, 300)}`)
  }
  // The first calls fill caches of PostgreSQL.
  const warm = times.slice(3)
  const text = [0.5, 0.99].map((share) => percentile(warm, share).toFixed(1).padStart(8)).join('')
  if (process.env.BENCH_TEXTS) console.log(statements.texts.join('\n'))
  console.log(statements.texts.map((text) => `  ${text.replace(/\s+/g, ' ').trim()}`).join('\n'))
  console.log(`${name.padEnd(36)} p50/p99 ms ${text}   ${used} statements`)
}
