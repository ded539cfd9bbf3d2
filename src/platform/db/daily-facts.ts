import type { Sql } from './sql.ts'

// What happened on each day in Shanghai, counted by the slice that has the records. workspace/figures keeps the counts by day.

/** Midnights in Shanghai; the last one is not part of it. */
export interface Days {
  from: Date
  to: Date
}

export interface DailyFacts {
  /** Names the fact, unique in the product. */
  measure: string
  /** A relation with the columns day, key, count and amount: one row for each day and key with a count. What is late depends on `now`. */
  relation: (days: Days, now: Date) => Sql
  /** The rows of a day that is over never change, so that the books can check them. */
  fixed: boolean
}

export function dailyFacts(measure: string, relation: DailyFacts['relation'], fixed = false): DailyFacts {
  return { measure, relation, fixed }
}
