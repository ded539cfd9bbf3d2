import type { Db } from './db/db.ts'
import { type Sql, sql } from './db/sql.ts'

// What must hold in the books at any time (the invariants of docs/ATTACKS.md). Every slice that keeps money or records of it names its
// checks in its `book-checks.ts`; src/app/book-checks.ts collects them, and money/books runs them.

export interface BookCheck {
  key: string
  /** What holds, for finance. */
  title: string
  /** Row of docs/ATTACKS.md. */
  invariant: `I-${number}`
  /** Selects one column `fault`: a sentence for everything that does not tie; no row when all is well. */
  faults: (now: Date) => Sql
}

export interface Checked {
  key: string
  /** How many faults there are. */
  found: number
  /** The first of them. */
  faults: string[]
  ms: number
}

const SHOWN = 50

/** Runs one check as one statement, so that it sees one moment and work that goes on meanwhile is no fault. */
export async function runCheck(db: Db, check: BookCheck, now: Date): Promise<Checked> {
  const started = performance.now()
  const rows = await db.rows<{ fault: string; found: number }>(
    sql`select fault, count(*) over () as found from (${check.faults(now)}) as checked limit ${SHOWN}`,
  )
  return {
    key: check.key,
    found: rows[0]?.found ?? 0,
    faults: rows.map(({ fault }) => fault),
    ms: Math.round(performance.now() - started),
  }
}
