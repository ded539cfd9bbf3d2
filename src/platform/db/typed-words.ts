import { type Sql, sql } from './sql.ts'

/**
 * A condition for rows whose normalised text contains the search input, through the GIN index on `grams(words)` (decision 0045).
 * `words` is a column or expression from our source code; the input is a parameter, so that it cannot contain wildcards.
 */
export function containsTyped(words: Sql, typed: string): Sql {
  return sql`(grams(${words}) @> wanted_grams(folded(${typed})) and strpos(${words}, folded(${typed})) > 0)`
}

/** The same condition on a row that is read anyway, without the index. */
export function hasTyped(words: Sql, typed: string): Sql {
  return sql`strpos(${words}, (select folded(${typed}))) > 0`
}

/** Maximum number of hits that are counted for a staff search. Nobody pages further, and counting must not cost more than the page. */
export const MOST_COUNTED = 1000

/** A total that was counted up to `most`, which is one more than the number that is shown. */
export function cappedTotal(counted: number, most: number | null): { total: number; totalIsCapped: boolean } {
  const totalIsCapped = most !== null && counted >= most
  return { total: totalIsCapped ? most - 1 : counted, totalIsCapped }
}
