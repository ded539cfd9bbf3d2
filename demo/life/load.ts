import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { constants, zstdDecompressSync } from 'node:zlib'
import type { Db } from '../../src/platform/db/db.ts'
import { identifier, joined, type Sql, sql } from '../../src/platform/db/sql.ts'
import type { Ctx } from '../../src/platform/http/ctx.ts'
import { dateShifter } from './shift.ts'
import { type LifeHeader, type LifeLine, lifeFile, WINDOW_LOG } from './tables.ts'

const ROWS_AT_ONCE = 2000
const DAY = 86_400_000

/**
 * Fills an empty database with the life of the demo, moved so that its last moment lies on today or, before that hour, on yesterday.
 * Answers the number of rows.
 * @throws when a table or a column of the life no longer exists: then it must be made again (`demo/life/make.ts`)
 */
export async function loadLife(ctx: Pick<Ctx, 'db' | 'clock' | 'config'>): Promise<number> {
  const text = zstdDecompressSync(await readFile(lifeFile), {
    params: { [constants.ZSTD_d_windowLogMax]: WINDOW_LOG },
  }).toString()
  const firstEnd = text.indexOf('\n')
  const header = JSON.parse(text.slice(0, firstEnd)) as LifeHeader
  const days = Math.floor((ctx.clock.now().getTime() - Date.parse(header.ends)) / DAY)
  const lines = dateShifter(header.lastDay, days)(text.slice(firstEnd + 1)).split('\n')
  let loaded = 0
  await ctx.db.tx(async (tx) => {
    await tx.run(sql`set local statement_timeout = 0`)
    // Tables refer to each other in circles, so references and triggers are not followed row by row.
    await tx.run(sql`set local session_replication_role = replica`)
    for (let at = 0; at < lines.length && lines[at] !== '';) {
      const line = JSON.parse(lines[at] ?? '') as LifeLine
      at += 1
      if ('file' in line) await keepFile(ctx, line)
      else {
        await insertRows(tx, line.table, lines.slice(at, at + line.rows))
        at += line.rows
        loaded += line.rows
      }
    }
    await setCounters(tx)
    await postponeJobs(tx, ctx.clock.now().getTime() - Date.parse(header.ends) - days * DAY)
    await leaveSignedOut(tx, ctx.clock.now())
  })
  return loaded
}

async function insertRows(tx: Db, table: string, rows: readonly string[]): Promise<void> {
  const columns = await tx.rows<{ name: string }>(sql`
    select column_name as name from information_schema.columns
    where table_schema = 'public' and table_name = ${table} and is_generated = 'NEVER' order by ordinal_position`)
  const used = new Set(rows.flatMap((row) => Object.keys(JSON.parse(row) as object)))
  const unknown = [...used].find((column) => !columns.some(({ name }) => name === column))
  if (unknown !== undefined)
    throw new Error(`${table}.${unknown} no longer exists: make the life of the demo again with demo/life/make.ts`)
  const names = joined(
    [...used].map((name) => identifier(name)),
    ', ',
  )
  // Migrations bring rows of their own, such as the accounts of the laboratory; the life has them with their balances.
  await tx.run(sql`delete from ${identifier(table)}`)
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) {
    const json = `[${rows.slice(at, at + ROWS_AT_ONCE).join(',')}]`
    await tx.run(sql`
      insert into ${identifier(table)} (${names}) overriding system value
      select ${names} from jsonb_populate_recordset(null::${identifier(table)}, ${json}::jsonb)`)
  }
}

/** The life ends up to a day before it is loaded. What would have been done since is due after the loading, or the new installation would be late at once. */
async function postponeJobs(tx: Db, ms: number): Promise<void> {
  await tx.run(sql`update jobs set run_at = run_at + ${ms / 1000} * interval '1 second' where state = 'waiting'`)
}

/** The digits after the day in the number of a document. */
const numbered = (table: string, column: string, from: number, digits = 9) =>
  sql`select max(substring(${identifier(column)} from ${from}::int for ${digits}::int)::bigint) from ${identifier(table)}`

/** Counters that no column owns, each with the largest number that rows took from it. */
export const takenBy: Record<string, Sql> = {
  content_ids: sql`select greatest((select max(id) from articles), (select max(id) from cases))`,
  category_ids: sql`select max(id) from categories`,
  order_numbers: numbered('orders', 'order_no', 9),
  contract_numbers: numbered('contracts', 'contract_no', 9),
  demand_numbers: numbered('demands', 'receipt_no', 9),
  group_numbers: numbered('groups', 'group_no', 9),
  invoice_numbers: numbered('invoice_applications', 'application_no', 9),
  pickup_numbers: numbered('pickups', 'pickup_no', 9),
  point_exchange_numbers: numbered('point_exchanges', 'exchange_no', 9),
  settlement_numbers: numbered('settlements', 'settlement_no', 9),
  withdrawal_numbers: numbered('withdrawals', 'withdrawal_no', 9),
  // Random letters follow.
  payment_numbers: numbered('payments', 'payment_no', 8, 6),
  refund_numbers: numbered('refunds', 'refund_no', 9, 6),
}

/** New rows get numbers after the loaded ones. */
async function setCounters(tx: Db): Promise<void> {
  for (const [name, taken] of Object.entries(takenBy))
    await tx.run(sql`select setval(${name}, number) from (${taken}) as taken (number) where number is not null`)

  const columns = await tx.rows<{ table: string; column: string }>(sql`
    select table_name as table, column_name as column from information_schema.columns
    where table_schema = 'public' and is_identity = 'YES'`)
  for (const { table, column } of columns)
    await tx.run(sql`
      select setval(pg_get_serial_sequence(${table}, ${column}), greatest(1, (select max(${identifier(column)}) from ${identifier(table)})))`)
}

/** Everybody was here lately: after a long absence the product would ask the visitors of the demo to prove who they are. */
async function leaveSignedOut(tx: Db, now: Date): Promise<void> {
  await tx.run(sql`
    insert into sessions (kind, subject_id, access_hash, access_expires_at, refresh_hash, refresh_expires_at, created_at, last_seen_at, revoked_at)
    select 'customer', id, 'life-' || id, ${now}::timestamptz, 'life-refresh-' || id, ${now}::timestamptz, ${now}::timestamptz,
      ${now}::timestamptz, ${now}::timestamptz
    from customers where closed_at is null`)
}

async function keepFile(
  { config }: Pick<Ctx, 'config'>,
  { keys, bytes }: { keys: string[]; bytes: string },
): Promise<void> {
  const content = Buffer.from(bytes, 'base64')
  await Promise.all(
    keys.map(async (key) => {
      const path = join(config.DATA_DIR, 'files', key)
      await mkdir(dirname(path), { recursive: true })
      await writeFile(path, content)
    }),
  )
}
