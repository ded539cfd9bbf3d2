import { randomUUID } from 'node:crypto'
import type { Request } from 'autocannon'
import { orderAdd } from '../src/lab/ordering/contract.ts'
import { placeOrder } from '../src/lab/ordering/place-actions.ts'
import { openPostgres } from '../src/platform/db/postgres/postgres.ts'
import type { Customer } from '../src/platform/http/ctx.ts'
import { startCluster } from '../scripts/postgres/postgres-cluster.mjs'
import { load, ratio, show, spread, startServer } from './measure.ts'
import { addFirstLine, orderBody } from './order-input.ts'
import { record, replayRate } from './trials/replay.ts'
import { type Buyer, buyers, fillPlans, spreadSequences, openServices } from './services.ts'

/**
 * Compares order/add through the real server, with one and with sixteen parallel clients, with a bare loop of the same SQL statements on
 * the same PostgreSQL (fsync on), alternately in one run. bench/embedded-orders.ts does the same on the embedded database.
 * Run: node bench/orders.ts [rounds] [seconds]
 */
const [rounds = 3, seconds = 4] = process.argv.slice(2).map(Number)
const PEOPLE = 64
const LINES_EACH = 2500

const cluster = await startCluster({ durable: true })
const database = openPostgres(cluster.url)
const { ctx } = await openServices(database)
await spreadSequences(database)
const people = await buyers(ctx, PEOPLE)
const server = await startServer(['src/main.ts'], {
  PORT: '0',
  DATABASE_URL: cluster.url,
  DEMO: 'on',
  LOG_LEVEL: 'silent',
  DATA_DIR: ctx.config.DATA_DIR,
  SERVICES: 'web',
})
await addFirstLine(server.url, people[0] as Buyer)
const lines = await fillPlans(ctx, people, LINES_EACH)
let taken = 0
const next = (): { buyer: Buyer; line: number } => {
  const buyer = people[taken % PEOPLE] as Buyer
  const line = lines.get(buyer.id)?.[Math.floor(taken++ / PEOPLE)]
  if (line === undefined) throw new Error('no plan lines left: raise LINES_EACH')
  return { buyer, line }
}

const sample = next()
const customer: Customer = { kind: 'customer', id: sample.buyer.id, sessionId: 1 }
const statements = await record(cluster.url, (db) =>
  placeOrder({ ...ctx, actor: customer, db }, orderBody(sample.line) as never),
)
console.log(`one order is ${statements.length} statements besides begin and commit`)

const single: Series = { ours: [], bare: [], p99: [] }
const sixteen: Series = { ours: [], bare: [], p99: [] }
for (let round = 0; round < rounds; round++) {
  for (const [connections, series] of [
    [1, single],
    [16, sixteen],
  ] as const) {
    series.bare.push(await replayRate(cluster.url, statements, { connections, seconds, given: anotherOrder }))
    const result = await load(server.url + orderAdd.path, { connections, seconds, requests: [orderRequest()] })
    if (result.errors > 0) console.log(`errors ${result.errors}`)
    series.ours.push(result.perSecond)
    series.p99.push(result.p99Ms)
  }
}
report('one at a time', single)
report('sixteen at a time', sixteen)
await server.stop()
await database.close()
await cluster.stop()

interface Series {
  ours: number[]
  bare: number[]
  p99: number[]
}

function report(name: string, series: Series): void {
  console.log(
    `order/add ${name}: ${show(spread(series.ours))}/s, bare SQL ${show(spread(series.bare))}/s, ratio ${show(ratio(series.ours, series.bare), 2)}, p99 ${show(spread(series.p99))} ms`,
  )
}

/** Maps the buyer and plan line of the recorded order to those of the replayed order. */
function anotherOrder(): Map<string, string> {
  const { buyer, line } = next()
  return new Map([
    [String(sample.line), String(line)],
    [String(sample.buyer.id), String(buyer.id)],
  ])
}

function orderRequest(): Request {
  return {
    method: 'POST',
    setupRequest: (request) => {
      const { buyer, line } = next()
      return {
        ...request,
        path: orderAdd.path,
        headers: { 'content-type': 'application/json', token: buyer.token, 'idempotency-key': randomUUID() },
        body: JSON.stringify(orderBody(line)),
      }
    },
  }
}
