import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Request } from 'autocannon'
import { orderAdd } from '../src/lab/ordering/contract.ts'
import { orderHistory } from '../src/lab/orders/contract.ts'
import { openPostgres } from '../src/platform/db/postgres/postgres.ts'
import { startCluster } from '../scripts/postgres/postgres-cluster.mjs'
import { load, processorMs, ratio, type Running, show, spread, startServer } from './measure.ts'
import { addFirstLine, orderBody } from './order-input.ts'
import { type Buyer, buyers, fillPlans, openServices } from './services.ts'

/**
 * What traces cost: orders and reads per second, and processor time of the server per request, without traces, with one in a hundred and with
 * all of them, alternately in one run, as ratios to the server without. Run: node bench/tracing.ts [rounds] [seconds]
 */
const [rounds = 5, seconds = 4] = process.argv.slice(2).map(Number)
const PEOPLE = 64
const LINES_EACH = 1500
const CONNECTIONS = 8

/** A collector that only answers, so that its own work does not count. */
const collector = createServer((request, response) => void request.resume().on('end', () => response.end('{}')))
collector.listen(0, '127.0.0.1')
const endpoint = () => `http://127.0.0.1:${(collector.address() as AddressInfo).port}`

const cluster = await startCluster()
const database = openPostgres(cluster.url)
const { ctx } = await openServices(database)
const people = await buyers(ctx, PEOPLE)
const shared = { PORT: '0', DATABASE_URL: cluster.url, DEMO: 'on', LOG_LEVEL: 'silent', SERVICES: 'web' }

async function start(name: string, env: Record<string, string>): Promise<Measured> {
  const server = await startServer(['src/main.ts'], { ...shared, DATA_DIR: `${ctx.config.DATA_DIR}/${name}`, ...env })
  return { name, server, orders: [], reads: [], orderMs: [], readMs: [] }
}

interface Measured {
  name: string
  server: Running
  orders: number[]
  reads: number[]
  /** Processor time of one request. */
  orderMs: number[]
  readMs: number[]
}

const share = { OTEL_TRACES_SAMPLER: 'parentbased_traceidratio' }
const off = await start('off', {})
const few = await start('1 %', { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint(), ...share, OTEL_TRACES_SAMPLER_ARG: '0.01' })
const all = await start('100 %', { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint() })
await addFirstLine(off.server.url, people[0] as Buyer)
const lines = await fillPlans(ctx, people, LINES_EACH)
let taken = 0

for (let round = 0; round < rounds + 1; round++)
  for (const measured of [off, few, all]) {
    const { url, pid } = measured.server
    const rate = async (path: string, request: Request) => {
      const before = processorMs(pid)
      const result = await load(url + path, { connections: CONNECTIONS, seconds, requests: [request] })
      if (result.errors > 0) console.log(`errors ${result.errors}`)
      return { perSecond: result.perSecond, ms: (processorMs(pid) - before) / (result.perSecond * seconds) }
    }
    const [orders, reads] = [await rate(orderAdd.path, orderRequest()), await rate(orderHistory.path, readRequest())]
    // The first round warms up.
    if (round === 0) continue
    measured.orders.push(orders.perSecond)
    measured.reads.push(reads.perSecond)
    measured.orderMs.push(orders.ms)
    measured.readMs.push(reads.ms)
  }

for (const each of [off, few, all])
  console.log(
    `${each.name}: orders ${show(spread(each.orders))}/s (${show(ratio(each.orders, off.orders), 2)} of off, processor ${show(ratio(each.orderMs, off.orderMs), 2)}), ` +
      `reads ${show(spread(each.reads))}/s (${show(ratio(each.reads, off.reads), 2)}, processor ${show(ratio(each.readMs, off.readMs), 2)})`,
  )
for (const { server } of [off, few, all]) await server.stop()
await database.close()
await cluster.stop()
collector.close()

function orderRequest(): Request {
  return {
    method: 'POST',
    path: orderAdd.path,
    setupRequest: (request) => {
      const buyer = people[taken % PEOPLE] as Buyer
      const line = lines.get(buyer.id)?.[Math.floor(taken++ / PEOPLE)]
      if (line === undefined) throw new Error('no plan lines left: raise LINES_EACH')
      const headers = { 'content-type': 'application/json', token: buyer.token, 'idempotency-key': randomUUID() }
      return { ...request, headers, body: JSON.stringify(orderBody(line)) }
    },
  }
}

function readRequest(): Request {
  const { token } = people[0] as Buyer
  const headers = { 'content-type': 'application/json', token }
  return { method: orderHistory.method, path: orderHistory.path, headers, body: '{}' }
}
