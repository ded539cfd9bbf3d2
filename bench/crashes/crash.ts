import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { verifyBooks } from '../../src/money/ledger/actions.ts'
import { orderAdd } from '../../src/lab/ordering/contract.ts'
import type { Call, SentTo } from '../../src/platform/contract/call.ts'
import type { Database } from '../../src/platform/db/db.ts'
import { openPglite } from '../../src/platform/db/embedded/pglite.ts'
import { openPostgres } from '../../src/platform/db/postgres/postgres.ts'
import { sql } from '../../src/platform/db/sql.ts'
import { creditPrestore } from '../../src/money/prestore/actions.ts'
import { payCreate } from '../../src/money/payments/contract.ts'
import { startCluster } from '../../scripts/postgres/postgres-cluster.mjs'
import { addFirstLine, orderBody } from '../order-input.ts'
import { type Running, show, spread, startServer } from '../measure.ts'
import { type Buyer, buyers, fillPlans, openServices } from '../services.ts'

/**
 * Kills the server repeatedly (kill -9) while eight individuals order and pay from their balance. Afterwards checks that the database contains
 * every acknowledged order and payment exactly once, and that the ledger obeys its rules.
 * Run: node bench/crashes/crash.ts [pglite|postgres] [kills]
 */
const [engine = 'pglite', killsText = '50'] = process.argv.slice(2)
const kills = Number(killsText)
const PEOPLE = 8
const BALANCE_FEN = 1_000_000_000

interface Acknowledged {
  orders: Set<string>
  paid: Set<string>
}

const cluster = engine === 'postgres' ? await startCluster({ durable: true }) : undefined
const firstFolder = { current: '' }
const open = async (): Promise<Database> =>
  cluster ? openPostgres(cluster.url) : openPglite(join(firstFolder.current, 'database'))
const { people, lines, settings } = await prepare()
const seen: Acknowledged = { orders: new Set(), paid: new Set() }
const readyMs: number[] = []
let server: Running = await startServer(['src/main.ts'], settings)
let stopping = false
let refused = 0
const clients = people.map((buyer) => buy(buyer, lines.get(buyer.id) ?? []))
for (let n = 0; n < kills; n++) {
  await sleep(300 + Math.random() * 500)
  await server.stop('SIGKILL')
  const started = performance.now()
  server = await startServer(['src/main.ts'], settings)
  readyMs.push(performance.now() - started)
}
await sleep(500)
stopping = true
await Promise.all(clients)
await server.stop()
await judge()
await cluster?.stop()

/** Orders and pays without pause. A lost answer says nothing about the result, so the next attempt uses the same key, like the browser. */
async function buy(buyer: Buyer, planLines: number[]): Promise<void> {
  for (const line of planLines) {
    const order = await insist(orderAdd, orderBody(line), buyer)
    if (!order) return
    seen.orders.add(order.orderNo)
    const payment = await insist(payCreate, { kind: 'order', no: order.orderNo, method: 'prestore' }, buyer)
    if (!payment) return
    seen.paid.add(order.orderNo)
  }
}

async function insist<C extends Call>(
  call: C,
  input: SentTo<C>,
  buyer: Buyer,
): Promise<{ orderNo: string } | undefined> {
  const key = randomUUID()
  while (!stopping) {
    try {
      const response = await fetch(server.url + call.path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', token: buyer.token, 'idempotency-key': key },
        body: JSON.stringify(input),
        signal: AbortSignal.timeout(5000),
      })
      const envelope = (await response.json()) as {
        code: number
        msg: string
        error?: string
        data: { orderNo: string }
      }
      if (envelope.code === 1) return envelope.data
      if (response.status < 500) {
        refused += 1
        throw new Error(`${call.path} refused: ${envelope.error} ${envelope.msg}`)
      }
    } catch (error) {
      if ((error as Error).message.includes('refused:')) throw error
      await sleep(20)
    }
  }
  return undefined
}

async function judge(): Promise<void> {
  const database = await open()
  const orders = await database.rows<{ orderNo: string; stage: string }>(sql`select order_no, stage from orders`)
  const stages = new Map(orders.map((order) => [order.orderNo, order.stage]))
  const lostOrders = [...seen.orders].filter((orderNo) => !stages.has(orderNo))
  const lostPayments = [...seen.paid].filter((orderNo) => stages.get(orderNo) === 'prepay' || !stages.has(orderNo))
  const faults = await verifyBooks(database)
  console.log(
    `${engine}: ${kills} kills, ${seen.orders.size} orders and ${seen.paid.size} payments acknowledged; lost ${lostOrders.length} orders, ${lostPayments.length} payments; ` +
      `${orders.length - seen.orders.size} orders whose answer never arrived; faults in the books ${faults.length}; refused ${refused}; ready again after ${show(spread(readyMs))} ms`,
  )
  await database.close()
  if (lostOrders.length + lostPayments.length + faults.length > 0) process.exitCode = 1
}

async function prepare() {
  const folder = await freshFolder()
  firstFolder.current = folder
  const database = await open()
  const { ctx } = await openServices(database)
  const individuals = await buyers(ctx, PEOPLE)
  for (const { id } of individuals) {
    await database.run(sql`update customers set user_type = 1 where id = ${id}`)
    await creditPrestore(ctx, {
      customerId: id,
      amountFen: BALANCE_FEN,
      kind: 'bench',
      businessId: String(id),
      operation: 'fund',
      memo: '压测',
    })
  }
  const common = {
    PORT: '0',
    DEMO: 'on',
    LOG_LEVEL: 'silent',
    DATA_DIR: folder,
    ...(cluster ? { DATABASE_URL: cluster.url } : {}),
  }
  if (!cluster) await database.close()
  const starter = await startServer(['src/main.ts'], common)
  await addFirstLine(starter.url, individuals[0] as Buyer)
  await starter.stop()
  const again = cluster ? database : await open()
  const plans = await fillPlans({ ...ctx, db: again }, individuals, Math.ceil((kills * 400) / PEOPLE))
  await again.close()
  return { people: individuals, lines: plans, settings: common }
}

async function freshFolder(): Promise<string> {
  const { mkdtemp } = await import('node:fs/promises')
  const { tmpdir } = await import('node:os')
  return mkdtemp(join(tmpdir(), 'mingxi-crash-'))
}
