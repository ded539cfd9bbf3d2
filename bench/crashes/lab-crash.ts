import { setTimeout as sleep } from 'node:timers/promises'
import { startCluster } from '../../scripts/postgres/postgres-cluster.mjs'
import { sweepFiles } from '../../src/core/files/sweep-actions.ts'
import { staffOrderHandIn, staffOrderVerify } from '../../src/lab/orders/staff/staff-contract.ts'
import { openSession } from '../../src/platform/auth/sessions.ts'
import { systemClock } from '../../src/platform/clock.ts'
import { sql } from '../../src/platform/db/sql.ts'
import { addDays } from '../../src/platform/time.ts'
import { type Running, show, spread, startServer } from '../measure.ts'
import { post, Refused } from '../files/part-client.ts'

/**
 * Kills the server repeatedly (kill -9) while testers hand in results and reviewers publish reports, on PostgreSQL. Afterwards checks that every
 * acknowledged hand-in and publication is there, that no order is half published (delivered without a report, or a report without its
 * order), that every report was drawn, and that the sweeper leaves no bytes without a row. Run: node bench/crashes/lab-crash.ts [kills] [orders]
 */
const [kills = 100, count = 240] = process.argv.slice(2).map(Number)
const PEOPLE = 6

const cluster = await startCluster({ durable: true })
process.env.TEST_DATABASE = 'postgres'
process.env.TEST_DATABASE_URL = cluster.url
const { testApp } = await import('../../src/app/testing/test-app.ts')
const { labScene } = await import('../../src/app/testing/scenes/lab-scene.ts')
const app = await testApp()
const lab = await labScene(app)
const student = await lab.buyer(0)
const orders: string[] = []
for (let n = 0; n < count; n++) {
  const order = await lab.testing(student)
  await lab.record(order)
  await lab.upload(order, `${order.sampleNos[0]}.xy`, `10 1\n20 ${n % 100}\n30 2\n`)
  orders.push(order.orderNo)
}
const now = { ...app.system, clock: systemClock }
const tester = { token: (await openSession(now, 'staff', lab.staff.lab.id)).token }
const reviewer = { token: (await openSession(now, 'staff', lab.staff.reviewer.id)).token }
console.log(`${count} orders are under test`)

const handedIn = new Set<string>()
const published = new Set<string>()
const unexpected: string[] = []
const settings = {
  PORT: '0',
  LOG_LEVEL: 'silent',
  DATA_DIR: app.folder,
  DATABASE_URL: app.databaseUrl ?? '',
  DEMO: 'off',
  PUBLIC_URL: 'http://shop.test',
}
let server: Running = await startServer(['src/main.ts'], settings)
let stopping = false
const readyMs: number[] = []
const clients = Array.from({ length: PEOPLE }, (_, n) => work(orders.filter((_, at) => at % PEOPLE === n)))
let done = 0
for (; done < kills && handedIn.size < count; done++) {
  await sleep(100 + Math.random() * 300)
  await server.stop('SIGKILL')
  const started = performance.now()
  server = await startServer(['src/main.ts'], settings)
  readyMs.push(performance.now() - started)
}
const during = published.size
await Promise.all(clients)
stopping = true
await drawn()
await server.stop()
await judge()
await app.close()
await cluster.stop()

/** Each order in turn, a little apart, so that all kills meet work. */
async function work(mine: readonly string[]): Promise<void> {
  for (const orderNo of mine) {
    await insist(() => post(server.url, staffOrderHandIn, { orderNo }, tester), orderNo, 'verifying')
    handedIn.add(orderNo)
    await insist(() => post(server.url, staffOrderVerify, { orderNo }, reviewer), orderNo, 'delivered')
    published.add(orderNo)
    await sleep(Math.random() * ((kills * 2400) / count) * PEOPLE)
  }
}

/** Repeats a call whose answer was lost. It may have been done: then it is refused, and the stage says so. */
async function insist(call: () => Promise<unknown>, orderNo: string, stage: string): Promise<void> {
  for (let lost = false; ;) {
    try {
      await call()
      return
    } catch (error) {
      if (error instanceof Refused) {
        const row = await app.db.one<{ stage: string }>(sql`select stage from orders where order_no = ${orderNo}`)
        if (!lost || row.stage !== stage) unexpected.push(error.message)
        return
      }
      lost = true
      await sleep(20)
    }
  }
}

/** A job of a killed server runs again when its lease of 45 s has expired. */
async function drawn(): Promise<void> {
  const latest = Date.now() + 240_000
  while (Date.now() < latest) {
    const waiting = await app.db.one<{ n: number }>(
      sql`select count(*) as n from jobs where state in ('waiting', 'running') and run_at < now() + interval '1 minute'`,
    )
    if (waiting.n === 0) return
    await sleep(2000)
  }
}

async function judge(): Promise<void> {
  const one = async (text: ReturnType<typeof sql>) => (await app.db.one<{ n: number }>(text)).n
  const all = [...orders]
  const lostHandIns = await one(sql`
    select count(*) as n from orders where order_no = any(${[...handedIn]}::text[]) and stage not in ('verifying', 'delivered')`)
  const lostPublications = await one(sql`
    select count(*) as n from orders where order_no = any(${[...published]}::text[]) and stage <> 'delivered'`)
  const withoutReport = await one(sql`
    select count(*) as n from orders o where o.order_no = any(${all}::text[]) and o.stage = 'delivered'
      and (select count(*) from reports r where r.order_id = o.id) <> 1`)
  const early = await one(sql`
    select count(*) as n from reports r join orders o on o.id = r.order_id where o.stage <> 'delivered'`)
  const undrawn = await one(sql`select count(*) as n from reports where pdf_file_id is null`)
  const dead = await one(sql`select count(*) as n from jobs where state = 'dead'`)
  const swept = await sweepFiles({ ...now, clock: { now: () => addDays(new Date(), 2) } })
  console.log(
    `${done} kills, ready again after ${show(spread(readyMs))} ms; ${during} of ${count} published while killing`,
  )
  console.log(
    `acknowledged: ${handedIn.size} handed in (lost ${lostHandIns}), ${published.size} published (lost ${lostPublications})`,
  )
  console.log(
    `delivered without exactly one report ${withoutReport}; reports before delivery ${early}; reports not drawn ${undrawn}`,
  )
  console.log(
    `dead jobs ${dead}; unexpected refusals ${unexpected.length} ${unexpected[0] ?? ''}; swept ${JSON.stringify(swept)}`,
  )
  const faults = lostHandIns + lostPublications + withoutReport + early + undrawn + dead + unexpected.length
  console.log(faults === 0 ? 'nothing lost, nothing half done' : `${faults} faults`)
  if (stopping && faults > 0) process.exitCode = 1
}
