import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { verifyBooks } from '../../src/money/ledger/actions.ts'
import type { Database } from '../../src/platform/db/db.ts'
import { openPglite } from '../../src/platform/db/embedded/pglite.ts'
import { openPostgres } from '../../src/platform/db/postgres/postgres.ts'
import { sql } from '../../src/platform/db/sql.ts'
import { startCluster } from '../../scripts/postgres/postgres-cluster.mjs'
import { type Running, show, spread, startServer } from '../measure.ts'
import { AMOUNT_FEN, merchant, openTopUps, paymentOf } from '../notifies.ts'
import { buyers, openServices } from '../services.ts'

/**
 * Kills the server repeatedly (kill -9) while WeChat reports payments, each until it is accepted, one report in four twice. Afterwards checks that
 * every accepted payment was received exactly once, in the payment, in the ledger and in the balances.
 * Run: node bench/crashes/notify-crash.ts [pglite|postgres] [kills]
 */
const [engine = 'pglite', killsText = '50'] = process.argv.slice(2)
const kills = Number(killsText)
const SENDERS = 8
const PAYMENTS = kills * 200

const folder = mkdtempSync(join(tmpdir(), 'mingxi-notify-'))
const cluster = engine === 'postgres' ? await startCluster({ durable: true }) : undefined
const open = async (): Promise<Database> => (cluster ? openPostgres(cluster.url) : openPglite(join(folder, 'database')))
const { settings, notify } = merchant()
const first = await open()
const { ctx } = await openServices(first)
const people = await buyers(ctx, SENDERS)
await openTopUps(first, people, PAYMENTS)
await first.close()

const environment = {
  ...settings,
  PORT: '0',
  DEMO: 'on',
  LOG_LEVEL: 'silent',
  DATA_DIR: folder,
  ...(cluster ? { DATABASE_URL: cluster.url } : {}),
}
const accepted = new Set<string>()
let refused = 0
let lost = 0
let next = 0
let stopping = false
const readyMs: number[] = []
let server: Running = await startServer(['src/main.ts'], environment)
const senders = Array.from({ length: SENDERS }, () => report())
for (let n = 0; n < kills; n++) {
  // Kills in the middle of the work, however slow the machine is.
  const until = accepted.size + 5 + Math.random() * 40
  while (accepted.size < until) await sleep(5)
  await server.stop('SIGKILL')
  const started = performance.now()
  server = await startServer(['src/main.ts'], environment)
  readyMs.push(performance.now() - started)
}
await sleep(500)
stopping = true
await Promise.all(senders)
await server.stop()
await judge()
await cluster?.stop()

/** Reports one payment after the other. A lost answer says nothing, so the report comes again, signed anew. */
async function report(): Promise<void> {
  while (!stopping && next < PAYMENTS) {
    const n = next++
    const payment = paymentOf(n)
    if (!(await insist(payment))) return
    accepted.add(payment.tradeNo)
    if (n % 4 === 0) await insist(payment)
  }
}

/** False when the run ends before an answer came. */
async function insist(payment: ReturnType<typeof paymentOf>): Promise<boolean> {
  for (;;) {
    const { headers, body } = await notify(payment)
    try {
      const response = await fetch(`${server.url}/api/notify/wechatpay`, {
        method: 'POST',
        headers,
        body,
        signal: AbortSignal.timeout(5000),
      })
      await response.arrayBuffer()
      if (response.status === 200 || response.status === 204) return true
      if (response.status < 500) refused += 1
    } catch {
      lost += 1
      await sleep(100)
    }
    // After the last kill the server answers; what is under way is reported until it is accepted.
    if (refused > 100) return false
    await sleep(20)
  }
}

async function judge(): Promise<void> {
  const database = await open()
  const paid = await database.rows<{ paymentNo: string; receipts: number }>(sql`
    select payment_no, (select count(*) from ledger_transfers t where t.kind = 'payment' and t.business_id = p.id::text) as receipts
    from payments p where stage = 'paid'`)
  const received = new Map(paid.map((row) => [row.paymentNo, row.receipts]))
  const missing = [...accepted].filter((no) => !received.has(no))
  const twice = paid.filter(({ receipts }) => receipts !== 1)
  const { balanceFen } = await database.one<{ balanceFen: number }>(sql`
    select coalesce(sum(balance_fen), 0)::bigint as balance_fen from ledger_accounts
    where kind = 'prestore' and owner = any(${people.map(({ id }) => `customer:${id}`)}::text[])`)
  const differs = balanceFen - paid.length * AMOUNT_FEN
  const faults = await verifyBooks(database)
  console.log(
    `${engine}: ${kills} kills, ${accepted.size} payments accepted (${lost} answers lost, ${refused} refused); not received ${missing.length}, not received exactly once ${twice.length}, ` +
      `balances differ by ${differs} fen; ${paid.length - accepted.size} received whose answer never arrived; faults in the books ${faults.length}; ready again after ${show(spread(readyMs))} ms`,
  )
  await database.close()
  if (missing.length + twice.length + faults.length + Math.abs(differs) + refused > 0) process.exitCode = 1
}
