import { paying } from '../src/app/paying.ts'
import { settlePayment } from '../src/money/payments/settle-actions.ts'
import { insertNotify } from '../src/money/payments/store.ts'
import { openPostgres } from '../src/platform/db/postgres/postgres.ts'
import { sql } from '../src/platform/db/sql.ts'
import { startCluster } from '../scripts/postgres/postgres-cluster.mjs'
import { load, ratio, show, spread, startServer } from './measure.ts'
import { merchant, openTopUps, paymentOf } from './notifies.ts'
import { record, replayRate } from './trials/replay.ts'
import { buyers, openServices, spreadSequences } from './services.ts'

/**
 * Compares notifies of WeChat Pay applied by the real server (signature, decryption, payment, ledger, outbox), with one and with sixteen in
 * parallel, with a bare loop of the same SQL statements on the same PostgreSQL (fsync on), alternately in one run.
 * Run: node bench/payments.ts [rounds] [seconds]
 */
const [rounds = 3, seconds = 4] = process.argv.slice(2).map(Number)
const PEOPLE = 64
const PAYMENTS = 200_000
/** Signed before each measurement, because signing is WeChat's work. */
const MOST_PER_SECOND = 1500

const cluster = await startCluster({ durable: true })
const database = openPostgres(cluster.url)
const { ctx } = await openServices(database)
await spreadSequences(database)
const people = await buyers(ctx, PEOPLE)
await openTopUps(database, people, PAYMENTS)
await database.script('analyze')
const { settings, notify } = merchant()
const server = await startServer(['src/main.ts'], {
  ...settings,
  PORT: '0',
  DATABASE_URL: cluster.url,
  DEMO: 'on',
  LOG_LEVEL: 'silent',
  DATA_DIR: ctx.config.DATA_DIR,
  SERVICES: 'web',
})

const first = paymentOf(0)
const at = new Date()
const statements = await record(cluster.url, (db) =>
  settlePayment(
    { ...ctx, db },
    paying,
    {
      channel: 'wechatpay',
      tradeNo: first.tradeNo,
      providerNo: first.providerNo,
      amountFen: first.amountFen,
      paidAt: at,
    },
    (inner, result) =>
      insertNotify(inner.db, {
        channel: 'wechatpay',
        notifyId: '3000000000',
        tradeNo: first.tradeNo,
        facts: { ...first, at },
        result,
        receivedAt: at,
      }),
  ),
)
console.log(`one notify is ${statements.length} statements besides begin and commit`)
const sample = await rowOf(0)
const rows = await database.rows<{ id: number; customerId: number }>(
  sql`select id, customer_id from payments order by id`,
)

let taken = 1
const series = [1, 16].map((connections) => ({
  connections,
  ours: [] as number[],
  bare: [] as number[],
  p99: [] as number[],
}))
for (let round = 0; round < rounds; round++) {
  for (const { connections, ours, bare, p99 } of series) {
    bare.push(await replayRate(cluster.url, statements, { connections, seconds, given: anotherPayment }))
    const ready = await Promise.all(
      Array.from({ length: Math.ceil(seconds * MOST_PER_SECOND) }, () => notify(paymentOf(taken++))),
    )
    const result = await load(`${server.url}/api/notify/wechatpay`, {
      connections,
      seconds,
      requests: [
        {
          method: 'POST',
          setupRequest: (request) => {
            const next = ready.pop()
            if (!next) throw new Error('no signed notifies left: raise MOST_PER_SECOND')
            return { ...request, path: '/api/notify/wechatpay', headers: next.headers, body: next.body }
          },
        },
      ],
    })
    if (result.errors > 0) console.log(`errors ${result.errors}`)
    ours.push(result.perSecond)
    p99.push(result.p99Ms)
  }
}
for (const { connections, ours, bare, p99 } of series)
  console.log(
    `notifies ${connections} at a time: ${show(spread(ours))}/s, bare SQL ${show(spread(bare))}/s, ratio ${show(ratio(ours, bare), 2)}, p99 ${show(spread(p99))} ms`,
  )
await server.stop()
await database.close()
await cluster.stop()

/** Maps the numbers of the recorded payment to those of the next one. */
function anotherPayment(): Map<string, string> {
  const n = taken++
  const row = rows[n]
  if (!row) throw new Error('no open payments left: raise PAYMENTS')
  return new Map([
    [String(1_000_000_000), String(1_000_000_000 + n)],
    [String(2_000_000_000), String(2_000_000_000 + n)],
    [String(3_000_000_000), String(3_000_000_000 + n)],
    [String(sample.id), String(row.id)],
    [String(sample.customerId), String(row.customerId)],
  ])
}

function rowOf(n: number): Promise<{ id: number; customerId: number }> {
  return database.one(sql`select id, customer_id from payments where payment_no = ${paymentOf(n).tradeNo}`)
}
