import type { Db } from '../../platform/db/db.ts'
import { type Sql, sql } from '../../platform/db/sql.ts'

interface Plan {
  'Node Type': string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  Plans?: Plan[]
}

/** The number of statements of `work`, and the largest number of rows that one of them reads from tables and indexes, from `explain analyze`. */
export async function rowsRead(
  db: Db,
  work: (db: Db) => Promise<unknown>,
): Promise<{ statements: number; most: number }> {
  const seen: Sql[] = []
  const recording =
    <T>(ask: (statement: Sql) => Promise<T>) =>
    (statement: Sql) => {
      seen.push(statement)
      return ask(statement)
    }
  return db.tx(async (tx) => {
    await work({
      ...tx,
      rows: recording(tx.rows),
      row: recording(tx.row),
      one: recording(tx.one),
      run: recording(tx.run),
    } as Db)
    // The planner prefers sequential scans for the small tables of a test, but the test asks what an index has to read.
    await tx.run(sql`set local enable_seqscan = off`)
    await tx.run(sql`set local enable_bitmapscan = off`)
    let most = 0
    for (const statement of seen) {
      const [answer] = await tx.rows<Record<string, [{ Plan: Plan }]>>(
        sql`explain (analyze, timing off, format json) ${statement}`,
      )
      most = Math.max(most, rowsOf((Object.values(answer ?? {})[0] as [{ Plan: Plan }])[0].Plan))
    }
    return { statements: seen.length, most }
  })
}

function rowsOf(plan: Plan): number {
  const isTable = /Seq Scan|Index/.test(plan['Node Type'])
  const removed = (plan['Rows Removed by Filter'] ?? 0) + (plan['Rows Removed by Index Recheck'] ?? 0)
  const own = isTable ? (plan['Actual Rows'] + removed) * plan['Actual Loops'] : 0
  return own + (plan.Plans ?? []).reduce((sum, part) => sum + rowsOf(part), 0)
}
