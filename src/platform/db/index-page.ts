import { type AnyIndex, type IndexQuery, sumNames } from '../contract/index-list.ts'
import { countedOf, countedRows } from './bounded-count.ts'
import type { Db } from './db.ts'
import {
  type Beside,
  columnOf,
  filterConditions,
  type IndexSource,
  type KeyRow,
  keysBeside,
  type Order,
  orderOf,
  ofTab,
  sharedConditions,
  sqlOf,
} from './index-query.ts'
import { type Hits, hitsOf } from './index-search.ts'
import { joined, nothing, type Sql, sql } from './sql.ts'

export interface KeyPage {
  keys: number[]
  total: number
  /** There are more than `total`. */
  totalIsCapped: boolean
  sums: Record<string, number>
  /** By tab, when the index counts its tabs. */
  counts: Record<string, number>
  /** The tabs that have more rows than their count. */
  cappedCounts: Record<string, boolean>
  next: string | null
  previous: string | null
}

/** The keys of one page, with the number and sums of the rows that match; one statement, so that they are of one moment. */
export async function keyPage(db: Db, index: AnyIndex, source: IndexSource, query: IndexQuery): Promise<KeyPage> {
  const order = orderOf(index, source, query.sort)
  const size = query.size ?? 20
  const cursor = query.before ?? query.after
  const backwards = query.before !== undefined
  const { where, counts, most } = await wantedOf(db, index, source, query)
  const read = (beside: Beside) => keysBeside(source, where, order, beside)
  const { found, ...counted } = await db.one<{ found: [number, string | null][] } & Counts>(sql`
    select (select coalesce(json_agg(json_build_array(page.key, page.sort_value)), '[]') from (${read({ cursor, backwards, limit: size + 1 })}) page) as found,
      ${counts}`)
  const totals = totalsOf(index, query, counted, counted.lookedAt >= most)
  let rows = found.map(([key, sortValue]) => ({ key, sortValue }))
  if (backwards && rows.length > size) {
    rows = rows.slice(0, size).reverse()
    return { ...totals, ...ends(rows, order), keys: rows.map(({ key }) => key) }
  }
  // Fewer rows than a page in front of it: that is the first page, which is shown whole.
  if (backwards) rows = await db.rows<KeyRow>(read({ cursor: undefined, backwards: false, limit: size + 1 }))
  const isLonger = rows.length > size
  rows = rows.slice(0, size)
  const { next, previous } = ends(rows, order)
  return {
    ...totals,
    keys: rows.map(({ key }) => key),
    next: isLonger ? next : null,
    previous: backwards || cursor === undefined ? null : previous,
  }
}

interface Wanted {
  where: Sql
  /** Columns `total`, `sums`, `counts` and `looked_at`, with a `from` of their own. */
  counts: Sql
  /** When so many rows were looked at, more may match. */
  most: number
}

async function wantedOf(db: Db, index: AnyIndex, source: IndexSource, query: IndexQuery): Promise<Wanted> {
  const wide = query.kw === '' ? undefined : await source.wideSearch?.(query.kw)
  if (wide === undefined) {
    const shared = await sharedConditions(index, source, query)
    const where = await ofTab(index, source, query.tab, shared)
    if (query.kw === '') return { where, counts: await boundedCounts(index, source, where, shared), most: Infinity }
    // A search may read the whole table, so all tabs are counted among the rows that it finds once.
    const rows = sql`where ${joined([...(source.where ? [source.where] : []), ...shared], ' and ')} offset 0`
    const counts = await countsAmong(index, source, { rows, hit: sql`true` }, { tab: query.tab, filters: [] })
    return { where, counts, most: Infinity }
  }
  const hits = await hitsOf(db, index, source, wide)
  const filters = await filterConditions(index, source, query.filters)
  const where = await ofTab(index, source, query.tab, [...filters, hits.match])
  return { where, counts: await countsAmong(index, source, hits, { tab: query.tab, filters }), most: hits.most }
}

interface Counts {
  /** Null: it is the count of the tab that is shown. */
  total: number | null
  sums: number[]
  counts: number[]
  /** Among so many rows of a search. */
  lookedAt: number
}

/**
 * Sums are of all rows, and then the total is too; without sums every count stops early, each by its own scan.
 */
async function boundedCounts(index: AnyIndex, source: IndexSource, where: Sql, shared: readonly Sql[]): Promise<Sql> {
  const each = await Promise.all(
    tabsOf(index).map(async (tab) =>
      countedRows(sql`select ${source.from} where ${await ofTab(index, source, tab, shared)}`),
    ),
  )
  const counts = sql`array[${each.length > 0 ? joined(each, ', ') : nothing}]::bigint[] as counts`
  const sums = sumNames(index).map((name) => sql`coalesce(sum(${sqlOf(columnOf(source, name))}), 0)::bigint`)
  if (sums.length > 0)
    return sql`whole.total, whole.sums, ${counts}, 0 as looked_at
      from (select count(*) as total, array[${joined(sums, ', ')}]::bigint[] as sums ${source.from} where ${where}) whole`
  const total = each.length > 0 ? sql`null::bigint` : countedRows(sql`select ${source.from} where ${where}`)
  return sql`${total} as total, array[]::bigint[] as sums, ${counts}, 0 as looked_at`
}

/** All counts and sums in one pass over the rows that the search has looked at. */
async function countsAmong(
  index: AnyIndex,
  source: IndexSource,
  { rows, hit }: Pick<Hits, 'rows' | 'hit'>,
  { tab, filters }: { tab: string; filters: readonly Sql[] },
): Promise<Sql> {
  const all = [tab, ...tabsOf(index)]
  const holds = await Promise.all(
    all.map(async (each) => sql`coalesce(${await ofTab(index, source, each, filters)}, false)`),
  )
  const [total = nothing, ...counts] = all.map((_, i) => sql`count(*) filter (where hit and holds[${i + 1}::int])`)
  const added = sumNames(index).map((name) => sql`${sqlOf(columnOf(source, name))}`)
  const sums = added.map((_, i) => sql`coalesce(sum(added[${i + 1}::int]) filter (where hit and holds[1]), 0)::bigint`)
  const listOf = (each: readonly Sql[]) => (each.length > 0 ? joined([...each], ', ') : nothing)
  return sql`seen.* from (
      select ${total} as total, array[${listOf(sums)}]::bigint[] as sums, array[${listOf(counts)}]::bigint[] as counts, count(*) as looked_at
      from (select ${hit} as hit, array[${listOf(holds)}] as holds, array[${listOf(added)}]::bigint[] as added ${source.from} ${rows}) looked) seen`
}

function totalsOf(
  index: AnyIndex,
  query: IndexQuery,
  { total, sums, counts }: Omit<Counts, 'lookedAt'>,
  isCapped: boolean,
) {
  const names = sumNames(index)
  const tabs = tabsOf(index)
  const ofTabs = counts.map((each) => countedOf(Number(each), isCapped))
  const whole = total ?? Number(counts[tabs.indexOf(query.tab)] ?? 0)
  const { count, countIsCapped } =
    names.length > 0 ? { count: whole, countIsCapped: false } : countedOf(whole, isCapped)
  return {
    total: count,
    totalIsCapped: countIsCapped,
    sums: Object.fromEntries(names.map((name, i) => [name, Number(sums[i])])),
    counts: Object.fromEntries(tabs.map((tab, i) => [tab, ofTabs[i]?.count ?? 0])),
    cappedCounts: Object.fromEntries(tabs.flatMap((tab, i) => (ofTabs[i]?.countIsCapped ? [[tab, true]] : []))),
  }
}

function tabsOf(index: AnyIndex): string[] {
  return index.countsTabs ? Object.keys(index.tabs) : []
}

/** The positions of the first and the last row, opaque to the browser. */
function ends(rows: KeyRow[], order: Order): { next: string | null; previous: string | null } {
  const text = (row: KeyRow | undefined) =>
    row ? Buffer.from(JSON.stringify([order.name, row.key, row.sortValue])).toString('base64url') : null
  return { next: text(rows.at(-1)), previous: text(rows[0]) }
}
