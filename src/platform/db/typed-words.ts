import { type Sql, sql } from './sql.ts'

/**
 * Rows whose folded text contains what was typed, by the GIN index on `grams(words)` (migration 0210, decision 0045). `words` is a column or an
 * expression of this source code; what was typed is a parameter, so that a wildcard in it is none.
 */
export function containsTyped(words: Sql, typed: string): Sql {
  return sql`(grams(${words}) @> wanted_grams(folded(${typed})) and strpos(${words}, folded(${typed})) > 0)`
}

/** Hits of a search of staff are counted so far: beyond it nobody pages on, and counting must not cost more than the page. */
export const MOST_COUNTED = 1000

/** A total that was counted as far as `most`, which is one more than is told. */
export function cappedTotal(counted: number, most: number | null): { total: number; totalIsCapped: boolean } {
  const totalIsCapped = most !== null && counted >= most
  return { total: totalIsCapped ? most - 1 : counted, totalIsCapped }
}
