import { setTimeout as pause } from 'node:timers/promises'
import { startCluster } from '../../scripts/postgres/postgres-cluster.mjs'
import { migrationsFolder } from '../../src/app/start/services.ts'
import { systemClock } from '../../src/platform/clock.ts'
import { migrate, readMigrations } from '../../src/platform/db/migrations/migrate.ts'
import { keepPartitions, monthlyTables, monthsOf, restOf } from '../../src/platform/db/partitions.ts'
import { openPostgres } from '../../src/platform/db/postgres/postgres.ts'
import { identifier, Sql, sql } from '../../src/platform/db/sql.ts'

/**
 * The upgrade that divides the audit log and the sign-ins by month (0150–0153, decision 0102), with many old rows and while the former release
 * writes and reads on open connections, by its own statements. Prints how long each step took and the slowest statement of the former release
 * meanwhile. Ends with 1 when one failed or a row is missing.
 * Run: node bench/releases/divided-tables.ts [old rows of each table]
 */
const [rows = 5_000_000] = process.argv.slice(2).map(Number)
const WRITERS = 4
const FORMER = {
  sign_ins: {
    fill: `insert into sign_ins (at, kind, subject_id, method, outcome, ip) select now() - i * interval '6 seconds', 'customer', i % 50000, 'code', 'done', '10.0.0.1'`,
    write: `insert into sign_ins (at, kind, subject_id, typed, method, outcome, ip, user_agent) values (now(), 'customer', 7, '', 'code', 'done', '', '')`,
    read: 'select id, at, kind, outcome from sign_ins where kind = $1 and subject_id = 7 order by at desc, id desc limit 20',
    value: 'customer',
  },
  audit_log: {
    fill: `insert into audit_log (at, actor_kind, actor_id, action, subject, after) select now() - i * interval '6 seconds', 'staff', i % 40, 'file.download', 'file:' || i,
      jsonb_build_object('orderNo', 'MX' || i)`,
    write: `insert into audit_log (at, actor_kind, actor_id, action, subject, before, after, reason, ip, request_id)
      values (now(), 'staff', 1, 'file.download', 'file:7', null, '{"orderNo":"MX7"}'::jsonb, null, '', '')`,
    read: 'select id, at, action, named_no from audit_log where subject = $1 order by id desc limit 20',
    value: 'file:7',
  },
}
type Table = keyof typeof FORMER

const cluster = await startCluster({ durable: true, settings: { max_wal_size: '4GB' } })
const database = openPostgres(cluster.url, { poolSize: 4 })
const former = openPostgres(cluster.url, { poolSize: WRITERS })
const faults: string[] = []
const written: Record<Table, number> = { sign_ins: 0, audit_log: 0 }
let slowest = 0
let stopped = false
try {
  const all = await readMigrations(migrationsFolder)
  const before = all.filter(({ name }) => name < '0150')
  await migrate(database, before, systemClock.now())
  for (const { fill } of Object.values(FORMER))
    for (let from = 0; from < rows; from += 500_000)
      await database.script(
        'set statement_timeout = 0',
        `${fill} from generate_series(${from}, ${Math.min(from + 500_000, rows) - 1}) as i`,
      )
  await database.script('set statement_timeout = 0', 'vacuum analyze sign_ins', 'vacuum analyze audit_log')
  const writers = Array.from({ length: WRITERS }, (_, n) => work(n % 2 ? 'sign_ins' : 'audit_log'))
  await step('nothing else', () => pause(3000))
  for (const migration of all.filter(({ name }) => name >= '0150' && name < '0154'))
    await step(migration.name, () =>
      migrate(database, [...all.filter(({ name }) => name < migration.name), migration], systemClock.now()),
    )
  for (const table of monthlyTables)
    await step(`months of ${table.name}`, () => keepPartitions(database.jobs, table, systemClock.now()))
  stopped = true
  await Promise.all(writers)
  for (const name of Object.keys(FORMER) as Table[]) await compare(name)
} finally {
  stopped = true
  await former.close()
  await database.close()
  await cluster.stop()
}
console.log(
  `${written.sign_ins + written.audit_log} rows written by the former release meanwhile, faults: ${faults.length}`,
)
for (const fault of faults.slice(0, 10)) console.error(fault)
process.exitCode = faults.length > 0 ? 1 : 0

async function work(table: Table): Promise<void> {
  const { write, read, value } = FORMER[table]
  while (!stopped) {
    const started = performance.now()
    try {
      const added = await former.run(new Sql(write, []))
      written[table] += added
      await former.rows(new Sql(read, [value]))
    } catch (error) {
      faults.push(`${table}: ${String(error)}`)
    }
    slowest = Math.max(slowest, performance.now() - started)
    await pause(5)
  }
}

async function step(name: string, run: () => Promise<unknown>): Promise<void> {
  slowest = 0
  const started = performance.now()
  await run()
  console.log(
    `${name}: ${Math.round(performance.now() - started)} ms, slowest write and read of the former release ${Math.round(slowest)} ms`,
  )
}

async function compare(name: Table): Promise<void> {
  const { count, twice } = await database.tx(
    (tx) =>
      tx.one<{ count: number; twice: number }>(
        sql`select count(*) as count, count(*) - count(distinct id) as twice from ${identifier(name)}`,
      ),
    { unlimited: true },
  )
  const months = await monthsOf(database, name)
  if (count !== rows + written[name] || twice > 0 || months.length !== 3)
    faults.push(
      `${name}: ${count} rows, ${rows + written[name]} wanted, ${twice} numbers twice, months ${months.join(' ')}`,
    )
  const { left } = await database.one<{ left: number }>(sql`
    select count(*) as left from pg_constraint where conrelid = ${restOf(name)}::regclass and conname like '%without%'`)
  if (left > 0) faults.push(`${name}: a check was left behind`)
}
