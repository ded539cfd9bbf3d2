import type { Db } from './db/db.ts'
import type { Sql } from './db/sql.ts'

// Personal data that the product holds about a customer. Every slice that holds some declares it in its `held-data.ts`; src/app/held-data.ts
// collects the list. A copy for the person and the closing of an account read the same list, so that they never disagree.

/** A row as the person gets it, by column. */
export type HeldRow = Record<string, unknown>

export interface HeldTable {
  table: string
  /** What a person calls it. */
  title: string
  /** What closing an account does: `gone`, or what of it stays and why. */
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
  /** Removes what tells who the person was, when the account is closed; in the transaction of the closing. */
  clear?: (db: Db, account: ClosedAccount) => Promise<void>
  /** Why the account cannot be closed yet, in Chinese; empty when nothing of this slice stands against it. */
  obstacles?: (db: Db, customerId: number) => Promise<string[]>
}

/** Takes the place of the name of a person who has closed the account. */
export const CLOSED_NAME = '已注销用户'

/** Runs a statement that selects one JSON object as `row`. */
export async function heldRows(db: Db, statement: Sql): Promise<HeldRow[]> {
  const rows = await db.rows<{ row: HeldRow }>(statement)
  return rows.map(({ row }) => row)
}
