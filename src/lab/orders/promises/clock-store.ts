import type { DailyFacts } from '../../../platform/db/daily-facts.ts'
import type { Db } from '../../../platform/db/db.ts'
import { sql } from '../../../platform/db/sql.ts'

export interface MonthRow {
  month: string
  due: number
  kept: number
}

/** What was due since and until now, by month: done in time, done late, or late now. */
export function promisesByMonth(db: Db, facts: DailyFacts, since: Date, now: Date): Promise<MonthRow[]> {
  return db.rows(sql`
    select to_char(day, 'YYYY-MM') as month, sum(count)::bigint as due, coalesce(sum(count) filter (where key = 'kept'), 0)::bigint as kept
    from ${facts.relation({ from: since, to: now }, now)} as days group by 1`)
}
