import type { AnyIndex } from '../contract/index-list.ts'
import { COUNTED_TO } from './bounded-count.ts'
import type { Db } from './db.ts'
import { type IndexSource, orderOf, type WideSearch } from './index-query.ts'
import { type Sql, sql } from './sql.ts'

/** Rows that match a search, as far as they were looked for. */
export interface Hits {
  /** The condition of the rows. */
  match: Sql
  /** The same of one of `rows`. */
  hit: Sql
  /** `where …`: the rows among which the matches are counted. With a limit or offset, so that `match` is computed once for each. */
  rows: Sql
  /** With so many of these rows there may be more that match. */
  most: number
}

/** From so many rows on, the index on words costs more than a page may. Smaller lists are counted as they are without a search. */
const LARGE = 50_000
/** When so many of the first rows of a list match, the word is common. */
const PROBED = 500
const COMMON = 5
/** The matches of a common word are counted among so many first rows. */
const LOOKED_AT = 2000
/** So many matches of a rare word are counted in a large list. */
const MOST_FOUND = 2000

/**
 * The index on words has to read all rows of a word before it answers the first, and not in the order of the list. That is right for a word
 * that few rows have. A common one is found by walking along the list, which ends when the page is full (decision 0104).
 */
export async function hitsOf(
  db: Db,
  index: AnyIndex,
  source: IndexSource,
  { table, found, here }: WideSearch,
): Promise<Hits> {
  const first = firstOf(index, source)
  const { keys, isLarge } = await db.one<{ keys: number[] | null; isLarge: boolean }>(sql`
    with list as materialized (
      select coalesce(sum(reltuples), 0) > ${LARGE} as is_large from pg_class
      where relkind = 'r' and (oid = ${table}::regclass or oid in (select relid from pg_partition_tree(${table}::regclass))))
    select is_large, case when not is_large or (select count(*) from (select ${here} as hit ${source.from} ${first(PROBED)}) probed where hit) < ${COMMON}
      then array(select * from (${found}) found limit (select case when is_large then ${MOST_FOUND + 1}::int else ${COUNTED_TO + 1}::int end from list)) end as keys
    from list`)
  if (keys === null) return { match: here, hit: here, rows: first(LOOKED_AT), most: LOOKED_AT }
  const match = sql`${source.key} = any(${[...new Set(keys.map(Number))]}::bigint[])`
  const looked = { hit: sql`true`, rows: sql`where ${match} offset 0` }
  if (keys.length <= (isLarge ? MOST_FOUND : COUNTED_TO)) return { match, ...looked, most: Infinity }
  // As an array, because a join with the statement is planned for a word of few rows, and reads them again for each row of the list.
  return { match: sql`${source.key} = any(array(${found}))`, ...looked, most: 0 }
}

/** The beginning of the list in its usual order. */
function firstOf(index: AnyIndex, source: IndexSource): (count: number) => Sql {
  const { column, descending, nullable } = orderOf(index, source, index.sort)
  const direction = descending ? sql`desc` : sql`asc`
  const empty = nullable ? sql`(${column}) is null asc, ` : sql``
  return (count) =>
    sql`where ${source.where ?? sql`true`} order by ${empty}${column} ${direction}, ${source.key} ${direction} limit ${count}`
}
