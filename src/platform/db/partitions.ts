import { addDays, fromShanghai, shanghaiDate } from '../time.ts'
import type { Db } from './db.ts'
import { identifier, Sql, sql } from './sql.ts'

// Tables with a partition for each month in Shanghai (`sign_ins_2026_12`), so that old rows are removed by dropping a table (decision 0102).
// The default partition `sign_ins_rest` has what was there when the table was divided, and whatever no month takes: nothing is ever refused.

export interface MonthlyTable {
  name: string
  /** A month is dropped when it ended so long ago; undefined: never. */
  keptDays?: number
  /** Rows are never changed. What keeps rows from being changed is handed on to partitions, what keeps them from being emptied is not. */
  record?: boolean
  /**
   * Indexes beside those of the table, by the suffix of their name. A month gets them before it begins, an older one when it has ended, so
   * that none is built while others write (decision 0142).
   */
  monthIndexes?: Record<string, Sql>
}

export const monthlyTables: readonly MonthlyTable[] = [
  // So a sign-in is kept for a year and up to a month more.
  { name: 'sign_ins', keptDays: 370 },
  {
    name: 'audit_log',
    record: true,
    monthIndexes: {
      action: sql`(action text_pattern_ops, at desc)`,
      reason: sql`using gin (grams(folded(reason))) with (gin_pending_list_limit = 256) where reason is not null`,
    },
  },
]

/** How many months are there before they begin: a worker may be away for so long. */
const MONTHS_AHEAD = 3
/** The default partition is no longer written when it has no row so young. */
const REST_DAYS = 31
/** A lock that is not granted at once would hold up whoever comes behind; the next hour tries again. */
const LOCK_TIMEOUT = sql`set local lock_timeout = '1500ms'`

export interface KeptPartitions {
  made: string[]
  dropped: string[]
  indexed: string[]
}

/** Makes the partitions of this month and the coming ones, drops those that are not kept any longer, and indexes those that nobody writes. Run by one job at a time. */
export async function keepPartitions(db: Db, table: MonthlyTable, now: Date): Promise<KeptPartitions> {
  const { name, keptDays } = table
  const there = await monthsOf(db, name)
  const done: KeptPartitions = { made: [], dropped: [], indexed: [] }
  let month = shanghaiDate(now).slice(0, 7)
  for (let ahead = 0; ahead <= MONTHS_AHEAD; ahead++, month = monthAfter(month))
    if (!there.includes(month) && (await addMonth(db, table, month))) done.made.push(partitionName(name, month))
  if (table.record) await guardMonths(db, name)
  const isOld = (each: string) => keptDays !== undefined && addDays(beginOf(monthAfter(each)), keptDays) <= now
  for (const old of there.filter(isOld)) {
    await briefly(db, sql`drop table ${identifier(partitionName(name, old))}`)
    done.dropped.push(partitionName(name, old))
  }
  const recent = await hasRows(db, name, addDays(now, -REST_DAYS))
  const ended = there
    .filter((each) => beginOf(monthAfter(each)) <= now && !isOld(each))
    .map((each) => partitionName(name, each))
  const coming = (await monthsOf(db, name))
    .filter((each) => beginOf(each) > now)
    .map((each) => partitionName(name, each))
  const unwritten = new Set([...(recent ? [] : [restOf(name)]), ...ended, ...done.made, ...coming])
  for (const partition of unwritten) done.indexed.push(...(await addIndexes(db, table, partition)))
  return done
}

export interface PartitionState {
  thisMonth: boolean
  nextMonth: boolean
  /** Rows of a time that is more than a day ahead, which only a wrong clock writes. */
  ahead: boolean
}

export async function partitionState(db: Db, { name }: MonthlyTable, now: Date): Promise<PartitionState> {
  const there = await monthsOf(db, name)
  const month = shanghaiDate(now).slice(0, 7)
  // A table that was divided this month has its rows in the default partition until the month ends.
  const thisMonth = there.includes(month) || there.every((each) => each > month)
  return {
    thisMonth,
    nextMonth: there.includes(monthAfter(month)),
    ahead: await hasRows(db, name, addDays(now, 1)),
  }
}

export function restOf(table: string): string {
  return `${table}_rest`
}

/** The months that have a partition, as `2026-12`, the oldest first. */
export async function monthsOf(db: Db, table: string): Promise<string[]> {
  const rows = await db.rows<{ name: string }>(sql`
    select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = to_regclass(${table}) order by c.relname`)
  return rows.flatMap(({ name }) => {
    const [, year, month] = /_(\d{4})_(\d{2})$/.exec(name) ?? []
    return year ? [`${year}-${month}`] : []
  })
}

/**
 * False when the default partition has rows of this month, which it then keeps. PostgreSQL would read all of the default partition under a
 * lock to see that it has none; a validated check says so instead, and its validation stops nobody.
 */
async function addMonth(db: Db, { name: table }: MonthlyTable, month: string): Promise<boolean> {
  const [from, until] = [beginOf(month), beginOf(monthAfter(month))]
  const rest = identifier(restOf(table))
  const check = identifier(`${restOf(table)}_without_month`)
  if (await hasRows(db, table, from, until)) return false
  await briefly(
    db,
    sql`alter table ${rest} drop constraint if exists ${check},
    add constraint ${check} check (at < ${moment(from)} or at >= ${moment(until)}) not valid`,
  )
  try {
    await db.tx((tx) => tx.run(sql`alter table ${rest} validate constraint ${check}`), { unlimited: true })
    const partition = identifier(partitionName(table, month))
    const made = sql`create table ${partition} partition of ${identifier(table)} for values from (${moment(from)}) to (${moment(until)})`
    await briefly(db, made)
  } finally {
    await briefly(db, sql`alter table ${rest} drop constraint if exists ${check}`)
  }
  return true
}

/** Also for months that a restore has made. */
async function guardMonths(db: Db, table: string): Promise<void> {
  const open = await db.rows<{ name: string }>(sql`
    select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = to_regclass(${table}) and not exists (select 1 from pg_trigger t where t.tgrelid = c.oid and t.tgname like '%no_truncate')`)
  for (const { name } of open)
    await briefly(
      db,
      sql`create trigger ${identifier(`${name}_no_truncate`)} before truncate on ${identifier(name)} for each statement execute function refuse_change()`,
    )
}

/** The statements of the indexes that a restore builds after its rows; none for the default partition. */
export function monthIndexesOf(parent: string, partition: string): string[] {
  const { monthIndexes = {} } = monthlyTables.find(({ name }) => name === parent) ?? {}
  if (partition === restOf(parent)) return []
  return Object.entries(monthIndexes).map(
    ([end, { text }]) => `create index ${partition}_${end} on ${partition} ${text}`,
  )
}

/** Not concurrently: nobody writes to a month that has ended or has not begun, and readers go on. */
async function addIndexes(db: Db, { monthIndexes = {} }: MonthlyTable, partition: string): Promise<string[]> {
  const made: string[] = []
  for (const [end, columns] of Object.entries(monthIndexes)) {
    const index = `${partition}_${end}`
    const { there } = await db.one<{ there: boolean }>(sql`select to_regclass(${index}) is not null as there`)
    if (there) continue
    const create = sql`create index ${identifier(index)} on ${identifier(partition)} ${columns}`
    await db.tx(
      async (tx) => {
        await tx.run(LOCK_TIMEOUT)
        await tx.run(create)
      },
      { unlimited: true },
    )
    made.push(index)
  }
  return made
}

function briefly(db: Db, ...statements: Sql[]): Promise<void> {
  return db.tx(async (tx) => {
    await tx.run(LOCK_TIMEOUT)
    for (const statement of statements) await tx.run(statement)
  })
}

async function hasRows(db: Db, table: string, from: Date, until?: Date): Promise<boolean> {
  const { found } = await db.one<{ found: boolean }>(sql`
    select exists (select 1 from ${identifier(restOf(table))} where at >= ${from} and at < coalesce(${until ?? null}::timestamptz, 'infinity')) as found`)
  return found
}

/** A statement that changes tables takes no parameters. */
function moment(at: Date): Sql {
  return new Sql(`'${at.toISOString()}'`, [])
}

function partitionName(table: string, month: string): string {
  return `${table}_${month.replace('-', '_')}`
}

function beginOf(month: string): Date {
  return fromShanghai(`${month}-01`)
}

function monthAfter(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return number === 12 ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, '0')}`
}
