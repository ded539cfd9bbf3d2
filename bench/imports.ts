import { cpus, loadavg } from 'node:os'
import { Readable } from 'node:stream'
import { startCluster } from '../scripts/postgres/postgres-cluster.mjs'
import { importKinds } from '../src/app/import-kinds.ts'
import { startImport, commitRun, importFor, undoRun } from '../src/core/imports/actions.ts'
import { checkImport } from '../src/core/imports/check-actions.ts'
import { commitImport, undoImport } from '../src/core/imports/step-actions.ts'
import { createStaff } from '../src/core/staff/actions.ts'
import { openPostgres } from '../src/platform/db/postgres/postgres.ts'
import { sql } from '../src/platform/db/sql.ts'
import type { Ctx, Staff } from '../src/platform/http/ctx.ts'
import { inTx } from '../src/platform/http/ctx.ts'
import { processorMs } from './measure.ts'
import { openServices } from './services.ts'

/**
 * A file of customers with every kind of fault on PostgreSQL: seconds and memory of checking it, of writing the correct rows, and of taking
 * some of them back; processor time and the dearest statements of a row; and how long the server's thread stands still at most meanwhile.
 * Run: node bench/imports.ts [rows, 100000] [rows taken back, 2000]
 */
const [rows = 100_000, back = 2000] = process.argv.slice(2).map(Number)

const cluster = await startCluster({
  durable: true,
  settings: { shared_preload_libraries: 'pg_stat_statements', 'pg_stat_statements.track_planning': 'on' },
})
const db = openPostgres(cluster.url, { poolSize: 4 })
const { services, ctx } = await openServices(db)
await db.script('create extension pg_stat_statements')
const id = await createStaff(ctx, { account: 'bench-manager', name: '压测', role: 'manager', passwordHash: '' })
const manager: Ctx<Staff> = {
  ...ctx,
  actor: { kind: 'staff', id, role: 'manager', actions: null, name: '压测', sessionId: 0 },
}

/** Two of a hundred rows are faulty in one of these ways. */
const faults = [
  '13x,坏号',
  '13900000001,重复',
  ',没有手机号',
  '=1+1,公式',
  `139,${'长'.repeat(10_000)}`,
  '13900000002,控\u0007制',
  '',
]

function fileOf(count: number): Buffer {
  const lines = Array.from({ length: count }, (_, n) =>
    n % 50 === 7
      ? `${faults[((n / 50) % faults.length) | 0]},,,,`
      : `13${String(800_000_000 + n)},客户${n},老师,示例大学${n % 300}学院,person${n}@example.com,`,
  )
  return Buffer.from(['手机号,姓名,用户类型,单位,邮箱,备注', ...lines].join('\r\n'))
}

async function start(count: number): Promise<number> {
  const bytes = fileOf(count)
  const stored = await services.files.put(Readable.from([bytes]), bytes.length)
  const upload = { ...stored, name: '客户.csv', mime: 'text/plain' }
  const run = await startImport(manager, importKinds, 'customers', upload)
  console.log(`${count} rows, ${(bytes.length / 2 ** 20).toFixed(1)} MB`)
  return run.id
}

async function timed(name: string, rows: number, work: () => Promise<unknown>): Promise<void> {
  await db.script('select pg_stat_statements_reset()')
  const sessions = await db.rows<{ pid: number }>(
    sql`select pid from pg_stat_activity where backend_type = 'client backend'`,
  )
  const databaseMs = () => sessions.reduce((sum, { pid }) => sum + processorMs(pid), 0)
  const before = { server: processorMs(process.pid), database: databaseMs() }
  let stood = 0
  let most = 0
  let last = performance.now()
  const beat = setInterval(() => {
    const now = performance.now()
    stood = Math.max(stood, now - last - 10)
    last = now
    most = Math.max(most, process.memoryUsage().rss)
  }, 10)
  const began = performance.now()
  await work()
  clearInterval(beat)
  const seconds = (performance.now() - began) / 1000
  console.log(
    `${name}: ${seconds.toFixed(1)} s, ${(rows / seconds).toFixed(0)} rows/s, thread stood still ${stood.toFixed(0)} ms at most, ${(most / 2 ** 20).toFixed(0)} MB resident at most`,
  )
  const [server, database] = [processorMs(process.pid) - before.server, databaseMs() - before.database]
  console.log(
    `processor time a row: server ${((server * 1000) / rows).toFixed(0)} µs, PostgreSQL ${((database * 1000) / rows).toFixed(0)} µs`,
  )
  await costs(rows)
}

async function costs(rows: number): Promise<void> {
  const dearest = await db.rows<{ text: string; calls: number; us: number; planUs: number }>(sql`
    select regexp_replace(query, '\\s+', ' ', 'g') as text, calls::float8 as calls, total_exec_time * 1000 as us, total_plan_time * 1000 as plan_us
    from pg_stat_statements order by total_exec_time + total_plan_time desc limit 8`)
  for (const { text, calls, us, planUs } of dearest)
    console.log(
      `${((us + planUs) / rows).toFixed(0).padStart(7)} µs a row, plan ${(planUs / rows).toFixed(0)}, ${calls} ×  ${text.slice(0, 110)}`,
    )
}

console.log(`${cpus().length} cores, load ${loadavg()[0]?.toFixed(1)}`)
const run = await start(rows)
await timed('check', rows, () => checkImport(ctx, importKinds, run))
const checked = await importFor(manager, importKinds, run)
console.log(
  `${checked.stage}: ${checked.newRows} new, ${checked.unchangedRows} unchanged, ${checked.faultyRows} faulty; ${
    (await db.one<{ count: number }>(sql`select count(*) as count from customers`)).count
  } customers`,
)
const { bytes } = await db.one<{ bytes: number }>(sql`select pg_total_relation_size('import_rows') as bytes`)
console.log(`import_rows: ${(bytes / 2 ** 20).toFixed(0)} MB`)
await inTx(manager, (inner) => commitRun(inner, importKinds, { id: run, version: checked.version, skipFaulty: true }))
await timed('commit', checked.newRows, () => commitImport(ctx, importKinds, run))
const after = await db.one<{ bytes: number }>(sql`select pg_total_relation_size('import_rows') as bytes`)
console.log(`import_rows: ${(after.bytes / 2 ** 20).toFixed(0)} MB`)
const written = await importFor(manager, importKinds, run)
console.log(`${written.stage}: ${written.writtenRows} written, ${written.refusedRows} refused`)
// Only some rows are taken back: the others are out of its reach as if they had been.
await db.run(sql`
  update import_rows set state = 'kept' where run_id = ${run} and state = 'written'
    and row_no > (select row_no from import_rows where run_id = ${run} and state = 'written' order by row_no offset ${back} limit 1)`)
await inTx(manager, (inner) => undoRun(inner, importKinds, { id: run, version: written.version }))
await timed(`undo of ${back}`, back, () => undoImport(ctx, importKinds, run))
console.log((await importFor(manager, importKinds, run)).stage)
await db.close()
await cluster.stop()
