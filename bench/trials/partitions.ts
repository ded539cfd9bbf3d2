import { startCluster } from '../../scripts/postgres/postgres-cluster.mjs'
import { migrationsFolder } from '../../src/app/start/services.ts'
import { migrate, readMigrations } from '../../src/platform/db/migrations/migrate.ts'
import { openPostgres } from '../../src/platform/db/postgres/postgres.ts'
import { Sql } from '../../src/platform/db/sql.ts'
import { systemClock } from '../../src/platform/clock.ts'
import { show, spread } from '../measure.ts'

/**
 * What range partitions by month give and cost (decision 0102), on PostgreSQL: five years of audit rows, of stage history and of sign-ins, each
 * once in one table and once in 60 partitions with the same indexes. Measured alternately in one run: writing, reading by record and by time,
 * and taking the oldest year away.
 * Run: node bench/trials/partitions.ts [rows of each table] [rounds]
 */
const [rows = 5_000_000, rounds = 7] = process.argv.slice(2).map(Number)
const MONTHS = 60
const WRITTEN = 2000
const UNLIMITED = 'set statement_timeout = 0'

interface Kind {
  name: string
  columns: string
  /** A row from its number `i` and its time `at`. */
  row: string
  indexes: readonly string[]
  /** Statements that pages and jobs use; `i` is any row. */
  reads: Readonly<Record<string, (table: string, i: number) => string>>
}

const audit: Kind = {
  name: 'audit_log',
  columns: `id bigint generated always as identity, at timestamptz not null, actor_kind text not null, actor_id bigint, action text not null, subject text not null,
    before jsonb, after jsonb, reason text, ip text not null default '', request_id text not null default '',
    named_no text generated always as (after ->> 'orderNo') stored`,
  row: `(at, actor_kind, actor_id, action, subject, before, after, ip, request_id)
    select at, 'staff', i % 40, 'order.' || i % 30, 'order:' || (i * 7919) % ${rows}, '{"stage":"paid"}'::jsonb,
      jsonb_build_object('stage', 'approved', 'orderNo', 'MX' || (i * 7919) % ${rows}), '10.0.0.1', 'r' || i`,
  indexes: [
    '(subject, id)',
    '(at desc, id desc)',
    '(actor_kind, actor_id, action, at desc)',
    '(named_no, id) where named_no is not null',
  ],
  reads: {
    'newest fifty': (table) => `select id from ${table} order by at desc, id desc limit 50`,
    'fifty of one record': (table, i) =>
      `select id from ${table} where subject = 'order:${i}' order by id desc limit 50`,
    'fifty by id': (table, i) => `select id, action from ${table} where id between ${i} and ${i + 49}`,
  },
}

const history: Kind = {
  name: 'stage_history',
  columns: `id bigint generated always as identity, entity text not null, entity_id bigint not null, version integer not null, from_stage text, to_stage text not null,
    action text not null, actor_kind text not null, actor_id bigint, reason text, at timestamptz not null`,
  row: `(entity, entity_id, version, from_stage, to_stage, action, actor_kind, actor_id, at)
    select 'order', i / 5, (1 + i % 5)::int, 'paid', 'approved', 'approve', 'staff', i % 40, at`,
  indexes: [],
  reads: {
    'history of one record': (table, i) =>
      `select action from ${table} where entity = 'order' and entity_id = ${Math.floor(i / 5)} order by version`,
  },
}

const signIns: Kind = {
  name: 'sign_ins',
  columns: `id bigint generated always as identity, at timestamptz not null, kind text not null, subject_id bigint, typed text not null default '',
    method text not null, outcome text not null, ip text not null default '', user_agent text not null default ''`,
  row: `(at, kind, subject_id, method, outcome, ip, user_agent)
    select at, 'customer', (i * 7919) % 50000, 'code', 'done', '10.0.0.1', 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)'`,
  indexes: ['(at desc, id desc)', '(kind, subject_id, at desc)'],
  reads: {
    'newest fifty': (table) => `select id from ${table} order by at desc, id desc limit 50`,
    'twenty of one customer': (table, i) =>
      `select id from ${table} where kind = 'customer' and subject_id = ${i % 50000} order by at desc, id desc limit 20`,
  },
}

const cluster = await startCluster({ durable: true, settings: { max_wal_size: '4GB' } })
const database = openPostgres(cluster.url, { poolSize: 2 })
const run = (text: string) => database.script(text)
try {
  await migrate(database, await readMigrations(migrationsFolder), systemClock.now())
  for (const kind of [audit, history, signIns]) await compare(kind)
} finally {
  await database.close()
  await cluster.stop()
}

async function compare(kind: Kind): Promise<void> {
  const tables = { one: `bench_${kind.name}_one`, parts: `bench_${kind.name}_parts` }
  const made: Record<string, number> = {}
  for (const [way, table] of Object.entries(tables)) {
    await create(kind, table, way === 'parts')
    made[way] = await milliseconds(() => fill(kind, table))
  }
  console.log(`${kind.name}, ${rows} rows in ${MONTHS} months; one table / ${MONTHS} partitions`)
  const all = new Map<string, { one: number[]; parts: number[] }>()
  const note = (what: string, way: keyof typeof tables, value: number) => {
    const found = all.get(what) ?? { one: [], parts: [] }
    found[way].push(value)
    all.set(what, found)
  }
  for (let round = 0; round < rounds; round++)
    for (const way of ['one', 'parts'] as const) {
      note('µs to write one row', way, (await milliseconds(() => write(kind, tables[way], round))) * (1000 / WRITTEN))
      for (const [what, read] of Object.entries(kind.reads))
        note(`µs to read ${what}`, way, await microsecondsOf(tables[way], read))
    }
  for (const [what, { one, parts }] of all) console.log(`  ${what}: ${show(spread(one))} / ${show(spread(parts))}`)
  await sizes(tables)
  await takeYear(kind, tables)
  for (const table of Object.values(tables)) await run(`drop table ${table}`)
}

async function create(kind: Kind, table: string, parts: boolean): Promise<void> {
  const unique =
    kind === history
      ? `unique (entity, entity_id, version${parts ? ', at' : ''})`
      : `primary key (id${parts ? ', at' : ''})`
  const key = kind === history ? `primary key (id${parts ? ', at' : ''}), ${unique}` : unique
  await run(`create table ${table} (${kind.columns}, ${key}) ${parts ? 'partition by range (at)' : ''}`)
  for (const index of kind.indexes) await run(`create index on ${table} ${index}`)
  if (!parts) return
  for (let month = 0; month < MONTHS; month++)
    await run(
      `create table ${table}_${month} partition of ${table} for values from ('${monthStart(month)}') to ('${monthStart(month + 1)}')`,
    )
  await run(`create table ${table}_default partition of ${table} default`)
}

function monthStart(month: number): string {
  return new Date(Date.UTC(2022, month, 1)).toISOString()
}

async function fill(kind: Kind, table: string): Promise<void> {
  const part = 250_000
  const seconds = (Date.parse(monthStart(MONTHS)) - Date.parse(monthStart(0))) / 1000
  for (let from = 0; from < rows; from += part)
    await database.script(
      UNLIMITED,
      `insert into ${table} ${kind.row}
      from (select i, '${monthStart(0)}'::timestamptz + i * interval '1 second' * ${seconds / rows} as at from generate_series(${from}::bigint, ${Math.min(from + part, rows) - 1}) as i) as made`,
    )
  await database.script(UNLIMITED, `vacuum analyze ${table}`)
}

/** Row by row in one transaction: what a statement costs without its commit. */
function write(kind: Kind, table: string, round: number): Promise<void> {
  const last = `'${monthStart(MONTHS)}'::timestamptz - interval '1 hour'`
  const text = `insert into ${table} ${kind.row} from (select $1::bigint as i, ${last} as at) as made`
  return database.tx(async (tx) => {
    for (let n = 0; n < WRITTEN; n++) await tx.run(new Sql(text, [rows + round * WRITTEN + n]))
  })
}

async function microsecondsOf(table: string, read: (table: string, i: number) => string): Promise<number> {
  const times = 100
  const each = Array.from({ length: times }, (_, n) => new Sql(read(table, Math.floor((rows / times) * n)), []))
  const spent = await milliseconds(async () => {
    for (const one of each) await database.rows(one)
  })
  return (spent * 1000) / times
}

async function sizes(tables: { one: string; parts: string }): Promise<void> {
  const mb = async (text: string) => (await database.one<{ mb: number }>(new Sql(text, []))).mb
  const one = await mb(`select pg_indexes_size('${tables.one}') / 1048576 as mb`)
  const hot = await mb(`select pg_indexes_size('${tables.parts}_${MONTHS - 1}') / 1048576 as mb`)
  console.log(`  MB of indexes that a new row goes to: ${one} / ${hot}`)
}

/** In batches of a thousand rows, as periodic work does, and the vacuum after it; or twelve partitions dropped. */
async function takeYear(kind: Kind, tables: { one: string; parts: string }): Promise<void> {
  const until = monthStart(12)
  let slowest = 0
  const deleted = await milliseconds(async () => {
    for (;;) {
      let removed = 0
      const spent = await milliseconds(async () => {
        removed = await database.run(
          new Sql(
            `delete from ${tables.one} where id in (select id from ${tables.one} where at < '${until}' order by ${kind === history ? 'id' : 'at'} limit 1000)`,
            [],
          ),
        )
      })
      slowest = Math.max(slowest, spent)
      if (removed < 1000) break
    }
  })
  const vacuumed = await milliseconds(() => database.script(UNLIMITED, `vacuum ${tables.one}`))
  const dropped = await milliseconds(async () => {
    for (let month = 0; month < 12; month++) await run(`drop table ${tables.parts}_${month}`)
  })
  const text = (ms: number) => `${(ms / 1000).toFixed(1)} s`
  console.log(
    `  a year away: ${text(deleted)} of deletes (slowest ${text(slowest)}) and ${text(vacuumed)} of vacuum / ${Math.round(dropped)} ms`,
  )
}

async function milliseconds(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}
