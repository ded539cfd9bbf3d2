import { cpus, loadavg } from 'node:os'
import { startCluster } from '../../scripts/postgres/postgres-cluster.mjs'
import { loadLife } from '../../demo/life/load.ts'
import { lists } from '../../src/app/indexes.ts'
import { type AnyListed, listPage } from '../../src/core/lists/listed-actions.ts'
import { createStaff } from '../../src/core/staff/actions.ts'
import { actionRoles, type Role, type StaffAction } from '../../src/core/staff/rules.ts'
import type { IndexQuery } from '../../src/platform/contract/index-list.ts'
import { keepPartitions, monthlyTables } from '../../src/platform/db/partitions.ts'
import { openPostgres } from '../../src/platform/db/postgres/postgres.ts'
import { sql } from '../../src/platform/db/sql.ts'
import { type Ctx, noRequest, type Staff } from '../../src/platform/http/ctx.ts'
import { percentile } from '../measure.ts'
import { openServices } from '../services.ts'
import { multiply } from './multiply.ts'

/**
 * Every list of the console with the life of the demo multiplied: its first page as it opens, each tab, each order, and searches for a name, a
 * number and nothing. Prints p50 and p99 of each list's slowest question, and every question above the limit of 50 ms.
 * Run: node bench/lists/every-list.ts [copies, 145: 100,000 orders] [rounds, 20]
 * With BENCH_DATABASE_URL the rows stay in that database, and the next run measures at once; BENCH_ONLY is a pattern of the names.
 */
const [copies = 145, rounds = 20] = process.argv.slice(2).map(Number)
const only = new RegExp(process.env.BENCH_ONLY ?? '')
const LIMIT_MS = 50

const kept = process.env.BENCH_DATABASE_URL
const cluster = kept === undefined ? await startCluster({ durable: false }) : { url: kept, stop: () => {} }
const db = openPostgres(cluster.url, { poolSize: 4 })
const { ctx } = await openServices(db)
const count = async () => (await db.one<{ n: number }>(sql`select count(*) as n from orders`)).n
if ((await count()) < 5000) {
  // As in a laboratory that runs this version since the life began: each month has its partition.
  for (const month of monthsBefore(new Date(), 15))
    for (const table of monthlyTables) await keepPartitions(db, table, month)
  await loadLife(ctx)
  await multiply(db, copies)
  for (const table of monthlyTables) await keepPartitions(db, table, new Date())
}
console.log(`${await count()} orders, ${cpus().length} cores, load ${loadavg()[0]?.toFixed(1)}`)

function monthsBefore(now: Date, count: number): Date[] {
  return Array.from({ length: count }, (_, i) => new Date(Date.UTC(now.getFullYear(), now.getMonth() - count + i, 15)))
}

const people = new Map<Role, Ctx<Staff>>()
async function reader(action: string): Promise<Ctx<Staff>> {
  const role = actionRoles[action as StaffAction][0] as Role
  const known = people.get(role)
  if (known) return known
  const id = await createStaff(ctx, { account: `bench-${role}-${Date.now()}`, name: '压测', role, passwordHash: '' })
  const actor: Staff = { kind: 'staff', id, sessionId: 0, role, actions: null, name: '压测' }
  const made = { ...ctx, actor, request: noRequest }
  people.set(role, made)
  return made
}

interface Question {
  name: string
  query: IndexQuery
}

function questionsOf({ index }: AnyListed): Question[] {
  const tabs = Object.keys(index.tabs)
  const [first = 'all'] = tabs
  const ask = (name: string, change: Partial<IndexQuery>) => ({
    name,
    query: { tab: first, kw: '', filters: {}, sort: index.tabs[first]?.sort ?? index.sort, ...change } as IndexQuery,
  })
  const sorted = Object.entries(index.fields).filter(([, field]) => field.sorts)
  return [
    ...tabs.map((tab) => ask(`tab ${tab}`, { tab, sort: index.tabs[tab]?.sort ?? index.sort })),
    ...sorted.flatMap(([name]) => [ask(`sort ${name}`, { sort: name }), ask(`sort -${name}`, { sort: `-${name}` })]),
    ...(index.search ? ['李', '13800000002', 'MX2510', '没有这个词'].map((kw) => ask(`find ${kw}`, { kw })) : []),
  ]
}

for (const list of lists.filter(({ index }) => only.test(index.name))) {
  const as = await reader(list.index.action)
  const slow: string[] = []
  let worst = { name: '', p50: 0, p99: 0 }
  let total = 0
  for (const { name, query } of questionsOf(list)) {
    const times: number[] = []
    for (let round = 0; round < rounds + 2; round++) {
      const start = performance.now()
      const page = await listPage(as, list, query)
      times.push(performance.now() - start)
      total = Math.max(total, page.total)
    }
    // The first questions fill caches of PostgreSQL.
    const [p50 = 0, p99 = 0] = [0.5, 0.99].map((share) => percentile(times.slice(2), share))
    if (p50 > worst.p50) worst = { name, p50, p99 }
    if (p99 > LIMIT_MS)
      slow.push(`  ${name.padEnd(24)} p50/p99 ms ${p50.toFixed(1).padStart(8)}${p99.toFixed(1).padStart(8)}`)
  }
  console.log(
    `${list.index.name.padEnd(20)} ${String(total).padStart(6)} rows, slowest ${worst.name.padEnd(18)} p50/p99 ms ${worst.p50.toFixed(1).padStart(8)}${worst.p99.toFixed(1).padStart(8)}`,
  )
  for (const line of slow) console.log(line)
}
await db.close()
await cluster.stop()
