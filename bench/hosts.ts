import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { serverFlags } from '../scripts/server-flags.mjs'
import { type Databases, missing, poolerUrl, startDatabases, startWatcher } from './hosts/database.ts'
import { cpuMs, Network, type Started } from './hosts/network.ts'
import type { Seen, Traffic } from './hosts/traffic.ts'
import type { Buyer } from './services.ts'

/**
 * Four web hosts, two workers, a primary with its synchronous standby, PgBouncer and an S3 store, each in a network namespace of its own. First
 * what an order costs on one, two and four web hosts (all on the cores of this machine, so the processor time per order counts, not the
 * rate). Then the primary is lost under mixed load, and the scripts of deploy/postgres promote the standby.
 * Run as root: node bench/hosts.ts [seconds per measurement] [kill|cut]. Ends with 1 when an acknowledged order is lost or double.
 */
const [secondsText = '10', loss = 'kill'] = process.argv.slice(2)
const seconds = Number(secondsText)
const PEOPLE = 8
const LINES_EACH = 4000
const FAILOVER_SECONDS = 30
const LOSS_AFTER_SECONDS = 8

const webs = ['web1', 'web2', 'web3', 'web4']
const workers = ['work1', 'work2']
const reason = missing()
if (reason !== undefined) {
  console.error(`not run: ${reason}`)
  process.exit(process.env.CI === 'true' ? 1 : 0)
}

const folder = mkdtempSync(join(tmpdir(), 'mingxi-hosts-'))
const network = new Network(['load', 'db1', 'db2', 'pool', 'store', ...webs, ...workers])
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void network.remove().then(() => process.exit(1)))
const urlOf = (host: string) => `http://${network.address(host)}:3000`
const direct = (host: string) => `postgres://postgres@${network.address(host)}:5432/mingxi`
let usedLines = 0
try {
  await measure()
} catch (error) {
  console.error(error)
  process.exitCode = 1
} finally {
  await network.remove()
  if (process.env.KEEP === '1') console.log(folder)
  else rmSync(folder, { recursive: true, force: true })
}

async function measure(): Promise<void> {
  const databases = await startDatabases(network, folder)
  const people = JSON.parse(await fill('people', direct('db1'), String(PEOPLE))) as Buyer[]
  const peopleFile = join(folder, 'people.json')
  writeFileSync(peopleFile, JSON.stringify(people))
  network.start('store', node('bench/hosts/store.ts', network.address('store'), '9000', 'mingxi'), {
    log: join(folder, 'store.log'),
  })
  const running = new Map(webs.map((host) => [host, startProduct(host, 'web')]))
  for (const host of workers) startProduct(host, 'worker')
  await Promise.all(webs.map((host) => ready(host)))
  const lines = JSON.parse(
    await fill('plans', direct('db1'), urlOf('web1'), String(LINES_EACH), peopleFile),
  ) as Traffic['lines']
  await traffic({ webs: webs.map(urlOf), people, lines, from: 0, seconds: 3, mixed: true })
  for (const count of [1, 2, 4]) await cost(count, { databases, running, people, lines })
  await failover(databases, people, lines)
}

/** What orders and a mix of pages, searches, sign-ins and orders take of the processor, on the first `count` web hosts. */
async function cost(
  count: number,
  {
    databases,
    running,
    people,
    lines,
  }: { databases: Databases; running: Map<string, Started>; people: Buyer[]; lines: Traffic['lines'] },
): Promise<void> {
  const used = webs.slice(0, count)
  const now = () => ({
    web: used.reduce((sum, host) => sum + cpuMs(running.get(host)?.pid ?? 0), 0),
    database: cpuMs(databases.primary.pid),
    standby: cpuMs(databases.standby.pid),
    pooler: cpuMs(databases.pooler.pid),
  })
  for (const mixed of [false, true]) {
    const before = now()
    const seen = await traffic({ webs: used.map(urlOf), people, lines, from: usedLines, seconds, mixed })
    const after = now()
    const each = (name: keyof typeof before) =>
      ((after[name] - before[name]) / Math.max(1, mixed ? seen.requests : seen.orders.length)).toFixed(1)
    const unit = mixed ? 'request' : 'order'
    console.log(
      `${count} web, ${mixed ? 'mixed' : 'orders'}: ${(seen.requests / seconds).toFixed(0)} requests/s, ${(seen.orders.length / seconds).toFixed(1)} orders/s, ` +
        `ms of processor per ${unit}: web ${each('web')}, PostgreSQL ${each('database')}, standby ${each('standby')}, PgBouncer ${each('pooler')}; ` +
        `median ${at(seen.ms, 0.5)} ms, p99 ${at(seen.ms, 0.99)} ms, failed ${seen.failures.length}`,
    )
    tellFailures(seen)
  }
}

async function failover(databases: Databases, people: Buyer[], lines: Traffic['lines']): Promise<void> {
  const before = JSON.parse(await fill('judge', direct('db1'))) as Judged
  startWatcher(network, folder, databases)
  await sleep(2000)
  const running = traffic({
    webs: webs.map(urlOf),
    people,
    lines,
    from: usedLines,
    seconds: FAILOVER_SECONDS,
    mixed: true,
  })
  await sleep(LOSS_AFTER_SECONDS * 1000)
  const lostAt = Date.now()
  if (loss === 'cut') network.cut('db1')
  else network.killHost('db1')
  const seen = await running
  const judged = JSON.parse(await fill('judge', direct('db2'))) as Judged
  const kept = new Set(judged.orders)
  const lost = seen.orders.filter(([no]) => !kept.has(no)).length
  // Each key is one order; what is more than acknowledged can only be a key whose answer never arrived.
  const unexplained = judged.orders.length - before.orders.length - seen.orders.length - seen.open
  const twice = seen.orders.length - new Set(seen.orders.map(([no]) => no)).size
  const double = Math.max(0, unexplained) + twice
  const backAt = seen.orders.find(([, time]) => time > lostAt + 500)?.[1]
  const lastFailure = Math.max(lostAt, ...seen.failures.map(([time]) => time))
  console.log(
    `primary ${loss === 'cut' ? 'cut off' : 'killed'}: first order after ${backAt ? ((backAt - lostAt) / 1000).toFixed(1) : '–'} s, last failed request after ${((lastFailure - lostAt) / 1000).toFixed(1)} s; ` +
      `${seen.orders.length} orders acknowledged, lost ${lost}, double ${double}, without an answer ${seen.open}; ` +
      `failed ${seen.failures.length} of ${seen.requests} requests; faults in the books ${judged.faults.length}; p99 ${at(seen.ms, 0.99)} ms, longest ${seen.ms.at(-1)} ms`,
  )
  tellFailures(seen)
  if (lost + double + judged.faults.length > 0 || backAt === undefined) process.exitCode = 1
}

interface Judged {
  orders: string[]
  faults: unknown[]
}

function fill(...args: string[]): Promise<string> {
  return network.run('load', node('bench/hosts/fill.ts', ...args), { env: { DEMO: 'on' } })
}

async function traffic(what: Traffic): Promise<Seen> {
  const file = join(folder, 'traffic.json')
  writeFileSync(file, JSON.stringify(what))
  const seen = JSON.parse(await network.run('load', node('bench/hosts/traffic.ts', file))) as Seen
  usedLines = seen.linesUsed
  return seen
}

function startProduct(host: string, services: 'web' | 'worker'): Started {
  const env = {
    NODE_ENV: 'production',
    DEMO: 'on',
    LOG_LEVEL: 'warn',
    SERVICES: services,
    HOST: network.address(host),
    PORT: '3000',
    HEALTH_PORT: '3001',
    PUBLIC_URL: 'http://shop.test',
    DATA_DIR: join(folder, host),
    DATABASE_URL: poolerUrl(network),
    DATABASE_POOLER: 'transaction',
    DATABASE_POOL: '8',
    DATABASE_REPLICA_URL: direct('db2'),
    S3_ENDPOINT: `http://${network.address('store')}:9000`,
    S3_BUCKET: 'mingxi',
    S3_ACCESS_KEY_ID: 'bench',
    S3_SECRET_ACCESS_KEY: 'bench-secret',
    // All traffic comes from one host.
    ADDRESS_CALLS_PER_MINUTE: '0',
  }
  return network.start(host, [process.execPath, ...serverFlags(env), 'src/main.ts'], {
    env,
    log: join(folder, `${host}.log`),
  })
}

async function ready(host: string): Promise<void> {
  const check = `const answer = await fetch('${urlOf(host)}/readyz'); if (!answer.ok) throw new Error(String(answer.status))`
  for (let tries = 0; ; tries++) {
    const fault = await network.run('load', [process.execPath, '--input-type=module', '-e', check]).then(
      () => undefined,
      (error: Error) => error,
    )
    if (fault === undefined) return
    if (tries > 60) throw fault
    await sleep(500)
  }
}

function node(script: string, ...args: string[]): string[] {
  return [process.execPath, script, ...args]
}

function at(sorted: number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

function tellFailures({ failures }: Seen): void {
  const counts = new Map<string, number>()
  for (const [, what] of failures) counts.set(what, (counts.get(what) ?? 0) + 1)
  for (const [what, count] of counts) console.log(`  ${count} × ${what}`)
}
