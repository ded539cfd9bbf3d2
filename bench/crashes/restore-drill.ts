// The drill of docs/operations/backup.md on a cluster of its own: base backup, WAL archive and WAL stream by deploy/postgres/, orders through
// the product, kill -9, loss of the data folder, and two restores: to a moment and to the end. Proves what is there afterwards.
//   node bench/crashes/restore-drill.ts [--gigabytes 10]
// The check runs it small (restore-drill.race.test.ts). With gigabytes it needs three times as much disk for its time.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chownSync, cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { findPostgres, startCluster } from '../../scripts/postgres/postgres-cluster.mjs'
import { type Findings, inspect } from '../../src/app/backup/restore-installation.ts'
import { orderScene } from '../../src/app/testing/scenes/order-scene.ts'
import { type TestApp, testApp } from '../../src/app/testing/test-app.ts'
import { attachFile } from '../../src/core/files/actions.ts'
import { fileUpload } from '../../src/core/files/contract.ts'
import { sweepFiles } from '../../src/core/files/sweep-actions.ts'
import { openSession } from '../../src/platform/auth/sessions.ts'
import { orderAdd } from '../../src/lab/ordering/contract.ts'
import { sql } from '../../src/platform/db/sql.ts'

const programs = findPostgres() ?? ''
const SCRIPTS = resolve(import.meta.dirname, '../../deploy/postgres')
const GIGABYTE = 1024 ** 3
const BALLAST_ROW = 8 * 1024 ** 2

interface Acknowledged {
  at: number
  orderNo: string
  fileId: number
}

interface Restored {
  /** From the empty place to a server that answers. */
  seconds: number
  findings: Findings
  /** Acknowledged orders that are not there. */
  missing: Acknowledged[]
}

export interface DrillResult {
  gigabytes: number
  acknowledged: number
  baseBackupSeconds: number
  /** Between the last acknowledged order that was restored and the loss. */
  lostSeconds: number
  toEnd: Restored
  /** `missing` has what was acknowledged before the moment, `later` what was after it and is there all the same. */
  toMoment: Restored & { later: number }
}

export async function restoreDrill({ gigabytes = 0, orders = 6 } = {}): Promise<DrillResult> {
  const cluster = await startCluster({ durable: true })
  const site = await prepareSite(cluster)
  const app = await appOn(cluster.url)
  let receiver: ChildProcess | undefined
  try {
    receiver = receiveWal(site)
    const world = await fillScene(app)
    if (gigabytes > 0) await fillBallast(app, gigabytes)
    const acknowledged: Acknowledged[] = []
    for (let n = 0; n < orders; n++) acknowledged.push(await world.order())
    const baseBackupSeconds = await timed(() => site.script('base-backup.sh'))
    for (let n = 0; n < orders; n++) acknowledged.push(await world.order())
    const unattached = await world.upload()
    const moment = await momentOf(app)
    for (let n = 0; n < orders; n++) acknowledged.push(await world.order())
    // A file that is removed after the moment: the database of the moment names it.
    app.clock.advance({ hours: 25 })
    await world.signInAgain()
    await sweepFiles(app.system)
    if (await app.db.row(sql`select 1 from files where id = ${unattached}`)) throw new Error('the file was not removed')
    for (let n = 0; n < orders; n++) acknowledged.push(await world.order())
    const lostAt = Date.now()
    await site.lose()
    await ended(receiver)

    const before = acknowledged.filter(({ at }) => at <= moment.at)
    const toMoment = await restored(app, site, before, moment.text)
    const there = await presentOf(app, acknowledged)
    await site.lose()
    const toEnd = await restored(app, site, acknowledged)
    const lastKept = Math.max(...acknowledged.filter((each) => !toEnd.missing.includes(each)).map(({ at }) => at))
    return {
      gigabytes,
      acknowledged: acknowledged.length,
      baseBackupSeconds,
      lostSeconds: toEnd.missing.length === 0 ? 0 : (lostAt - lastKept) / 1000,
      toEnd,
      toMoment: { ...toMoment, later: there.size - (before.length - toMoment.missing.length) },
    }
  } finally {
    receiver?.kill('SIGKILL')
    await app.close().catch(() => {})
    await cluster.stop()
    rmSync(site.folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

type Cluster = Awaited<ReturnType<typeof startCluster>>
type Site = Awaited<ReturnType<typeof prepareSite>>

/** The folders of the manual below one folder, and the settings of mingxi-archive.conf. */
async function prepareSite(cluster: Cluster) {
  const folder = mkdtempSync(join(tmpdir(), 'mingxi-drill-'))
  const { uid, gid } = statSync(cluster.folder)
  const owner = process.getuid?.() === 0 ? { uid, gid } : {}
  const own = (path: string) => chownSync(path, uid, gid)
  own(folder)
  for (const name of ['wal', 'wal-stream', 'base', 'scripts']) {
    mkdirSync(join(folder, name))
    own(join(folder, name))
  }
  // The user of PostgreSQL need not be able to read the checkout.
  for (const name of readdirSync(SCRIPTS)) {
    cpSync(join(SCRIPTS, name), join(folder, 'scripts', name))
    own(join(folder, 'scripts', name))
  }
  const { hostname, port, username, password } = new URL(cluster.url)
  const env = {
    PATH: `${programs}:${process.env.PATH}`,
    PGHOST: hostname,
    PGPORT: port,
    PGUSER: username,
    PGPASSWORD: password,
    BASE_FOLDER: join(folder, 'base'),
    WAL_ARCHIVE: join(folder, 'wal'),
    WAL_STREAM: join(folder, 'wal-stream'),
  }
  // The server was started without these folders in its environment, so its commands name them.
  const named = `env WAL_ARCHIVE=${env.WAL_ARCHIVE} WAL_STREAM=${env.WAL_STREAM} ${folder}/scripts`
  await asSuperuser(cluster.url, archiveSettings(named))
  await cluster.restart()
  const data = join(cluster.folder, 'data')
  const script = (name: string, ...args: string[]) => {
    const run = spawnSync(join(folder, 'scripts', name), args, { env, encoding: 'utf8', cwd: folder, ...owner })
    if (run.status !== 0) throw new Error(`${name} failed: ${run.stderr}${run.error?.message ?? ''}`)
  }
  return {
    folder,
    env,
    owner,
    script,
    /** kill -9, and the data folder is gone. */
    async lose() {
      const pid = Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0])
      process.kill(pid, 'SIGKILL')
      while (isAlive(pid)) await sleep(20)
      rmSync(data, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
    },
    async restore(moment?: string) {
      const newest = readdirSync(env.BASE_FOLDER).sort().at(-1) ?? ''
      script('restore-base.sh', join(env.BASE_FOLDER, newest), data, ...(moment ? [moment] : []))
      const file = join(data, 'postgresql.auto.conf')
      const command = `restore_command = '${named}/restore-wal.sh %f %p'\n`
      spawnSync('sh', ['-c', `printf %s "$1" >> "$2"`, 'sh', command, file], { ...owner })
      await cluster.restart()
      await untilPromoted(cluster.url)
    },
  }
}

/** The settings of the sample file, with the script of the drill's folder. */
function archiveSettings(named: string): string[] {
  const lines = readFileSync(join(SCRIPTS, 'mingxi-archive.conf'), 'utf8').split('\n')
  return lines
    .filter((line) => /^\w+ = /.test(line))
    .map((line) => line.replace('/opt/mingxi/current/deploy/postgres', named))
    .map((line) => line.replace(/ = ([^']\S*)$/, " = '$1'"))
    .map((line) => `alter system set ${line}`)
}

async function asSuperuser(url: string, statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  for (const statement of statements) await client.query(statement)
  await client.end()
}

async function untilPromoted(url: string): Promise<void> {
  for (;;) {
    const client = new pg.Client({ connectionString: url })
    client.on('error', () => {})
    try {
      await client.connect()
      const { rows } = await client.query('select pg_is_in_recovery() as recovering')
      if (!rows[0].recovering) return
    } catch {
      // Still starting.
    } finally {
      await client.end().catch(() => {})
    }
    await sleep(100)
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return !/^\S+ \S+ Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/\(.*\)/, '()'))
  } catch {
    return false
  }
}

function receiveWal({ env, owner, folder }: Site): ChildProcess {
  const slot = ['--slot=mingxi_stream', '--create-slot', '--if-not-exists']
  spawnSync(join(programs, 'pg_receivewal'), slot, { env, cwd: folder, ...owner })
  const options = ['--slot=mingxi_stream', `--directory=${env.WAL_STREAM}`, '--synchronous']
  return spawn(join(programs, 'pg_receivewal'), options, { env, cwd: folder, stdio: 'ignore', ...owner })
}

async function ended(child: ChildProcess): Promise<void> {
  child.kill('SIGINT')
  if (child.exitCode === null && child.signalCode === null) await new Promise((exited) => child.once('exit', exited))
}

/** The whole product on a database of the drill's cluster. */
async function appOn(url: string): Promise<TestApp> {
  const { TEST_DATABASE, TEST_DATABASE_URL } = process.env
  Object.assign(process.env, { TEST_DATABASE: 'postgres', TEST_DATABASE_URL: url })
  try {
    return await testApp()
  } finally {
    for (const [name, value] of Object.entries({ TEST_DATABASE, TEST_DATABASE_URL }))
      if (value === undefined) delete process.env[name]
      else process.env[name] = value
  }
}

async function fillScene(app: TestApp) {
  const scene = await orderScene(app)
  let buyer = await scene.buyer()
  const upload = async () => {
    const file = { name: '数据.txt', content: `data ${Math.random()}` }
    return (await app.call(fileUpload, { purpose: 'attachment' }, { as: buyer, file })).id
  }
  return {
    upload,
    /** The session of the day before has ended. */
    async signInAgain(): Promise<void> {
      buyer = { ...buyer, token: (await openSession(app.system, 'customer', buyer.id)).token }
    },
    /** An order and a file, both acknowledged by the product. */
    async order(): Promise<Acknowledged> {
      const { orderNo } = await app.call(orderAdd, scene.request([await scene.plan(buyer)]), { as: buyer })
      const fileId = await upload()
      await attachFile(app.customerCtx(buyer.id), fileId, `order:${orderNo}`, ['attachment'])
      return { at: Date.now(), orderNo, fileId }
    },
  }
}

/** Rows that nobody can compress, in a table that no part of the product reads: only their size matters here. */
async function fillBallast(app: TestApp, gigabytes: number): Promise<void> {
  const client = new pg.Client({ connectionString: app.databaseUrl })
  await client.connect()
  await client.query(
    'create table ballast (id bigint generated always as identity primary key, content bytea not null)',
  )
  await client.query('alter table ballast alter content set storage external')
  // Random, so that no compression makes the copies smaller than the data.
  for (let written = 0; written < gigabytes * GIGABYTE; written += BALLAST_ROW)
    await client.query('insert into ballast (content) values ($1)', [randomBytes(BALLAST_ROW)])
  await client.end()
}

/** A moment between two commits, by the clock of the database. */
async function momentOf(app: TestApp): Promise<{ at: number; text: string }> {
  await sleep(20)
  const { text } = await app.db.one<{ text: string }>(sql`select clock_timestamp()::text as text`)
  const at = Date.now()
  await sleep(20)
  return { at, text }
}

async function restored(app: TestApp, site: Site, expected: Acknowledged[], moment?: string): Promise<Restored> {
  const seconds = await timed(() => site.restore(moment))
  const present = await presentOf(app, expected)
  return {
    seconds,
    findings: await inspect(app.system, true),
    missing: expected.filter(({ orderNo }) => !present.has(orderNo)),
  }
}

/** The orders that are there with their file's row. */
async function presentOf(app: TestApp, expected: Acknowledged[]): Promise<Set<string>> {
  const numbers = expected.map(({ orderNo }) => orderNo)
  const rows = await insisted(() =>
    app.db.rows<{ orderNo: string }>(sql`
      select order_no from orders o where order_no = any(${numbers}::text[])
        and exists (select 1 from files f where f.attached_to = 'order:' || o.order_no)`),
  )
  return new Set(rows.map(({ orderNo }) => orderNo))
}

/** Connections of the pool are broken after a restore; each fails once. */
async function insisted<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (attempt === 30) throw error
      await sleep(100)
    }
  }
}

async function timed(work: () => unknown): Promise<number> {
  const began = performance.now()
  await work()
  return (performance.now() - began) / 1000
}

if (import.meta.main) {
  const at = process.argv.indexOf('--gigabytes')
  const result = await restoreDrill({ gigabytes: at < 0 ? 0 : Number(process.argv[at + 1]), orders: 20 })
  console.log(JSON.stringify(result, null, 2))
  const { toEnd, toMoment, lostSeconds } = result
  const sound = ({ findings: { books, audit, files } }: Restored) => books + audit + (files?.missing ?? 0) === 0
  const held = sound(toEnd) && sound(toMoment) && lostSeconds <= 300 && toMoment.missing.length + toMoment.later === 0
  process.exitCode = held && toEnd.seconds <= 900 ? 0 : 1
}
