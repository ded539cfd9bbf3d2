import type { Db } from './db/db.ts'
import { joined, type Sql, sql } from './db/sql.ts'

// Personal data about a customer. Every slice with personal data declares it in its `held-data.ts`; src/app/held-data.ts collects these
// declarations. The data export and the closing of an account use the same list, so that they always agree.

/** A row of the data export, by column. */
export type HeldRow = Record<string, unknown>

/** The customer of a statement: an id, or a column of a statement about many. */
export type HeldOf = number | Sql

interface HeldTitle {
  table: string
  /** The title in the data export. */
  title: string
  /** What happens to the rows when the account is closed: `gone`, or which part is kept and why. */
  closing: 'gone' | 'kept by law' | 'kept without contact' | 'kept as proof'
}

/** Selects one JSON object as `row` for each row about a customer. */
export interface HeldTable extends HeldTitle {
  rows: (customer: HeldOf) => Sql
}

/** Needs statements of several slices. Its rows belong to rows of another table of the list, so that who has none there has none here. */
export interface HeldThrough extends HeldTitle {
  through: string
  read: (db: Db, customerId: number) => Promise<HeldRow[]>
}

export interface ClosedAccount {
  customerId: number
  phone: string
  now: Date
}

/** What has to be settled before an account is closed, in Chinese, and the page of the customer where that is done. */
export interface Obstacle {
  text: string
  to: string
}

export interface HeldData {
  tables: readonly (HeldTable | HeldThrough)[]
  /** Removes data that identifies the person when the account is closed, in the same transaction. */
  clear?: (db: Db, account: ClosedAccount) => Promise<void>
  /** Why the account cannot be closed yet; empty when this slice has none. */
  obstacles?: (db: Db, customerId: number) => Promise<Obstacle[]>
}

/** Replaces the name of a person who has closed the account. */
export const CLOSED_NAME = '已注销用户'

/** What stands against closing an account, from all slices. */
export async function obstaclesIn(held: readonly HeldData[], db: Db, customerId: number): Promise<Obstacle[]> {
  const found: Obstacle[] = []
  for (const { obstacles } of held) found.push(...((await obstacles?.(db, customerId)) ?? []))
  return found
}

/** What a table holds about a customer. */
export function heldBy(table: HeldTable | HeldThrough, db: Db, customerId: number): Promise<HeldRow[]> {
  return 'rows' in table ? heldRows(db, table.rows(customerId)) : table.read(db, customerId)
}

/** Runs a statement that selects one JSON object as `row`. */
export async function heldRows(db: Db, statement: Sql): Promise<HeldRow[]> {
  const rows = await db.rows<{ row: HeldRow }>(statement)
  return rows.map(({ row }) => row)
}

/** Those of the customers about whom one of these tables has rows, with the title of the first such table: one statement for all. */
export async function holdersAmong(
  db: Db,
  tables: readonly (HeldTable | HeldThrough)[],
  customerIds: readonly number[],
): Promise<Map<number, string>> {
  if (customerIds.length === 0) return new Map()
  const own = tables.filter((table) => 'rows' in table)
  const found = own.map(
    ({ rows }, place) => sql`
      select customer, ${place}::integer as place from asked where exists (${rows(sql`asked.customer`)})`,
  )
  const holders = await db.rows<{ id: number; place: number }>(sql`
    with asked as materialized (select customer from unnest(${[...customerIds]}::bigint[]) as a (customer))
    select customer as id, min(place) as place from (${joined(found, ' union all ')}) found group by customer`)
  return new Map(holders.map(({ id, place }) => [id, own[place]?.title ?? '']))
}
