import { type Sql, sql } from './sql.ts'

/** Lists of staff are counted so far: the count must not cost more than the page, and nobody acts on its later digits (decision 0104). */
export const COUNTED_TO = 10_000

/** How many rows a statement without `limit` has, as a value of another statement; one more than is said means "or more". */
export function countedRows(rows: Sql): Sql {
  return sql`(select count(*) from (${rows} limit 10001) counted)`
}

export interface Counted {
  count: number
  countIsCapped: boolean
}

/** What `countedRows` answered; `isCapped`: it was not counted to the end. */
export function countedOf(counted: number, isCapped = false): Counted {
  return { count: Math.min(counted, COUNTED_TO), countIsCapped: isCapped || counted > COUNTED_TO }
}
