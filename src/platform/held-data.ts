import type { Db } from './db/db.ts'
import type { Sql } from './db/sql.ts'

// Personal data about a customer. Every slice with personal data declares it in its `held-data.ts`; src/app/held-data.ts collects these
// declarations. The data export and the closing of an account use the same list, so that they always agree.

/** A row of the data export, by column. */
export type HeldRow = Record<string, unknown>

export interface HeldTable {
  table: string
  /** The title in the data export. */
  title: string
  /** What happens to the rows when the account is closed: `gone`, or which part is kept and why. */
  closing: 'gone' | 'kept by law' | 'kept without contact' | 'kept as proof'
  read: (db: Db, customerId: number) => Promise<HeldRow[]>
}

export interface ClosedAccount {
  customerId: number
  phone: string
  now: Date
}

export interface HeldData {
  tables: readonly HeldTable[]
  /** Removes data that identifies the person when the account is closed, in the same transaction. */
  clear?: (db: Db, account: ClosedAccount) => Promise<void>
  /** Reasons in Chinese why the account cannot be closed yet; empty when this slice has none. */
  obstacles?: (db: Db, customerId: number) => Promise<string[]>
}

/** Replaces the name of a person who has closed the account. */
export const CLOSED_NAME = '已注销用户'

/** Runs a statement that selects one JSON object as `row`. */
export async function heldRows(db: Db, statement: Sql): Promise<HeldRow[]> {
  const rows = await db.rows<{ row: HeldRow }>(statement)
  return rows.map(({ row }) => row)
}
