import { commonErrors, refuse } from '../contract/refusal.ts'
import {
  type AnyIndex,
  fieldsOf,
  type Filters,
  type FilterValue,
  type IndexField,
  type IndexQuery,
  sumNames,
} from '../contract/index-list.ts'
import { addDays, fromShanghai } from '../time.ts'
import { type Counted, countedOf, countedRows } from './bounded-count.ts'
import type { Db } from './db.ts'
import { joined, nothing, type Sql, sql } from './sql.ts'

/** What a field is in SQL. Names come from the declaration and values are parameters, so nothing of a request becomes text of a statement. */
export interface IndexColumn {
  /** Of type text, bigint, timestamptz or date, by the kind of the field. */
  sql?: Sql
  nullable?: boolean
  /** The condition for a typed text, instead of "contains"; may ask another slice first. */
  match?: (typed: string) => Sql | Promise<Sql>
  /** The condition for chosen options, instead of "is one of them"; for a field that can have several at once. */
  among?: (options: readonly string[]) => Sql | Promise<Sql>
}

export interface IndexSource {
  /** `from settlements`, with the keyword. */
  from: Sql
  /** A unique bigint; orders rows that are equal in the chosen field. */
  key: Sql
  /** Always applies. */
  where?: Sql
  columns: Partial<Record<string, IndexColumn>>
  search?: (typed: string) => Sql | Promise<Sql>
  /**
   * The search among the newest few thousand rows, for lists whose order is newest first. When these fill a short answer, the whole search
   * is not needed: for a word that most of a million rows have, it takes seconds.
   */
  searchNewest?: (typed: string) => Sql | Promise<Sql>
}

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
  const shared = await sharedConditions(index, source, query)
  const where = await ofTab(index, source, query.tab, shared)
  const order = orderOf(index, source, query.sort)
  const size = query.size ?? 20
  const cursor = query.before ?? query.after
  const backwards = query.before !== undefined
  const parts = await partsOf(index, source, where, await tabCounts(index, source, shared))
  const read = (beside: Beside) => keysBeside(source, where, order, beside)
  const { found, ...counted } = await db.one<{ found: [number, string | null][] } & CountedParts>(sql`
    select (select coalesce(json_agg(json_build_array(page.key, page.sort_value)), '[]') from (${read({ cursor, backwards, limit: size + 1 })}) page) as found,
      ${parts}`)
  const totals = totalsOf(index, counted)
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

/** How many rows match each query, in one statement. */
export async function countRows(
  db: Db,
  wanted: readonly { index: AnyIndex; source: IndexSource; query: IndexQuery }[],
): Promise<Counted[]> {
  if (wanted.length === 0) return []
  const each = await Promise.all(
    wanted.map(async ({ index, source, query }) =>
      countedRows(sql`select ${source.from} where ${await conditionsOf(index, source, query)}`),
    ),
  )
  const { counts } = await db.one<{ counts: number[] }>(sql`select array[${joined(each, ', ')}]::bigint[] as counts`)
  return counts.map((count) => countedOf(Number(count)))
}

interface Wanted {
  most: number
  /** These rows instead of those that match the query; `where` of the source applies to them as well. */
  chosen: readonly number[] | null
}

/** The keys of all rows that match, in their order; one statement, so that it is the list of one moment. */
export async function allKeys(
  db: Db,
  index: AnyIndex,
  source: IndexSource,
  query: IndexQuery,
  { most, chosen }: Wanted,
): Promise<number[]> {
  const where = chosen
    ? sql`${source.where ?? sql`true`} and ${source.key} = any(${[...chosen]}::bigint[])`
    : await conditionsOf(index, source, query)
  const order = orderOf(index, source, query.sort)
  const beside = { cursor: undefined, backwards: false, limit: most }
  return (await db.rows<KeyRow>(keysBeside(source, where, order, beside))).map(({ key }) => key)
}

export async function conditionsOf(index: AnyIndex, source: IndexSource, query: IndexQuery): Promise<Sql> {
  return ofTab(index, source, query.tab, await sharedConditions(index, source, query))
}

/** The conditions of a query apart from its tab. What other slices are asked for them is asked once. */
async function sharedConditions(index: AnyIndex, source: IndexSource, query: IndexQuery): Promise<Sql[]> {
  const conditions = await filterConditions(index, source, query.filters)
  if (query.kw !== '') {
    if (!source.search) throw refuse(commonErrors.malformed, '此列表不支持搜索')
    conditions.push(await source.search(query.kw))
  }
  return conditions
}

async function ofTab(index: AnyIndex, source: IndexSource, tab: string, shared: readonly Sql[]): Promise<Sql> {
  const own = await filterConditions(index, source, index.tabs[tab]?.filters ?? {})
  const conditions = [...(source.where ? [source.where] : []), ...own, ...shared]
  return conditions.length === 0 ? sql`true` : joined(conditions, ' and ')
}

/** For rows whose column contains the text in any case. Not LIKE, so that `%` and `_` are letters. */
export function contains(column: Sql, typed: string): Sql {
  return sql`strpos(lower(${column}), lower(${typed})) > 0`
}

/** For rows that meet one of the conditions. */
export function eitherOf(conditions: readonly Sql[]): Sql {
  return sql`(${joined([...conditions], ' or ')})`
}

async function filterConditions(index: AnyIndex, source: IndexSource, filters: Filters): Promise<Sql[]> {
  const conditions: Sql[] = []
  for (const [name, value] of Object.entries(filters)) {
    if (value === undefined) continue
    const field = Object.hasOwn(index.fields, name) ? index.fields[name] : undefined
    if (!field || field.noFilter) throw refuse(commonErrors.malformed, '不能按此字段筛选')
    conditions.push(...(await conditionOf(field, columnOf(source, name), value)))
  }
  return conditions
}

async function conditionOf(field: IndexField<never>, column: IndexColumn, value: FilterValue): Promise<Sql[]> {
  if (typeof value === 'string') return [await (column.match ?? ((typed) => contains(sqlOf(column), typed)))(value)]
  if (Array.isArray(value) && column.among) return [await column.among(value)]
  const target = sqlOf(column)
  if (Array.isArray(value)) return [sql`${target} = any(${value}::text[])`]
  const { from, to, fromFen, toFen } = value
  const found: Sql[] = []
  if (field.kind === 'time') {
    if (from !== undefined) found.push(sql`${target} >= ${fromShanghai(String(from))}`)
    if (to !== undefined) found.push(sql`${target} < ${addDays(fromShanghai(String(to)), 1)}`)
    return found
  }
  const least = fromFen ?? from
  const most = toFen ?? to
  if (field.kind === 'day') {
    if (least !== undefined) found.push(sql`${target} >= ${least}::date`)
    if (most !== undefined) found.push(sql`${target} <= ${most}::date`)
    return found
  }
  if (least !== undefined) found.push(sql`${target} >= ${least}::bigint`)
  if (most !== undefined) found.push(sql`${target} <= ${most}::bigint`)
  return found
}

interface CountedParts {
  total: number
  sums: number[]
  counts: number[]
}

/**
 * Total, sums and the counts of tabs as values of the statement that reads the page. Sums are of all rows, and then the total is too; without
 * sums every count stops early, each by its own scan.
 */
async function partsOf(index: AnyIndex, source: IndexSource, where: Sql, tabs: readonly Sql[]): Promise<Sql> {
  const sums = sumNames(index).map((name) => sql`coalesce(sum(${sqlOf(columnOf(source, name))}), 0)::bigint`)
  const counts = sql`array[${tabs.length > 0 ? joined([...tabs], ', ') : nothing}]::bigint[] as counts`
  if (sums.length === 0)
    return sql`${countedRows(sql`select ${source.from} where ${where}`)} as total, array[]::bigint[] as sums, ${counts}`
  return sql`whole.total, whole.sums, ${counts}
    from (select count(*) as total, array[${joined(sums, ', ')}]::bigint[] as sums ${source.from} where ${where}) whole`
}

function totalsOf(index: AnyIndex, { total, sums, counts }: CountedParts) {
  const names = sumNames(index)
  const { count, countIsCapped } = names.length > 0 ? { count: total, countIsCapped: false } : countedOf(total)
  const ofTabs = counts.map((each) => countedOf(Number(each)))
  const tabs = index.countsTabs ? Object.keys(index.tabs) : []
  return {
    total: count,
    totalIsCapped: countIsCapped,
    sums: Object.fromEntries(names.map((name, i) => [name, Number(sums[i])])),
    counts: Object.fromEntries(tabs.map((tab, i) => [tab, ofTabs[i]?.count ?? 0])),
    cappedCounts: Object.fromEntries(tabs.flatMap((tab, i) => (ofTabs[i]?.countIsCapped ? [[tab, true]] : []))),
  }
}

/** How many rows each tab has with the other conditions of the query. */
async function tabCounts(index: AnyIndex, source: IndexSource, shared: readonly Sql[]): Promise<Sql[]> {
  const tabs = index.countsTabs ? Object.keys(index.tabs) : []
  return Promise.all(
    tabs.map(async (tab) => countedRows(sql`select ${source.from} where ${await ofTab(index, source, tab, shared)}`)),
  )
}

interface Order {
  /** As in the query, so that a position of another order is not used. */
  name: string
  column: Sql
  /** The column as text that compares equal when it is read back. */
  text: Sql
  /** A position's text as a value of the column. */
  value: (text: string) => Sql
  nullable: boolean
  descending: boolean
}

function orderOf(index: AnyIndex, source: IndexSource, name: string): Order {
  const plain = name.replace(/^-/, '')
  const field = Object.hasOwn(index.fields, plain) ? index.fields[plain] : undefined
  if (!field?.sorts) throw refuse(commonErrors.malformed, '不能按此排序')
  const column = columnOf(source, plain)
  return {
    name,
    column: sqlOf(column),
    ...codecs[field.kind](sqlOf(column)),
    nullable: column.nullable ?? false,
    descending: name !== plain,
  }
}

type Codec = (column: Sql) => Pick<Order, 'text' | 'value'>

const asText: Codec = (column) => ({ text: sql`${column}::text`, value: (text) => sql`${text}::text` })
const asNumber: Codec = (column) => ({ text: sql`${column}::text`, value: (text) => sql`${whole(text)}::bigint` })
const codecs: Record<IndexField<never>['kind'], Codec> = {
  text: asText,
  choice: asText,
  fen: asNumber,
  count: asNumber,
  // Microseconds, because a Date keeps milliseconds only.
  time: (column) => ({
    text: sql`(extract(epoch from ${column}) * 1000000)::bigint::text`,
    value: (text) => sql`(timestamptz 'epoch' + ${whole(text)}::bigint * interval '1 microsecond')`,
  }),
  day: (column) => ({
    text: sql`(${column} - date '2000-01-01')::text`,
    value: (text) => sql`(date '2000-01-01' + ${whole(text, 6)}::integer)`,
  }),
}

interface Beside {
  cursor: string | undefined
  backwards: boolean
  limit: number
}

interface KeyRow {
  key: number
  /** The value that the rows are sorted by, as text. */
  sortValue: string | null
}

function keysBeside(source: IndexSource, where: Sql, order: Order, beside: Beside): Sql {
  const { column, text, nullable } = order
  const position = beside.cursor === undefined ? undefined : positionOf(beside.cursor, order)
  const turned = order.descending !== beside.backwards
  const direction = turned ? sql`desc` : sql`asc`
  const nullsFirst = beside.backwards ? sql`desc` : sql`asc`
  const by = nullable
    ? sql`(${column}) is null ${nullsFirst}, ${column} ${direction}, ${source.key} ${direction}`
    : sql`${column} ${direction}, ${source.key} ${direction}`
  const from = position ? sql` and ${past(source.key, order, position, beside.backwards)}` : nothing
  // `order by` takes a name of the output before a column, so no column may be called like these two.
  return sql`select ${source.key} as key, ${text} as sort_value ${source.from} where ${where}${from} order by ${by} limit ${beside.limit}`
}

/** The rows past a position. Empty values stand at the end in both directions. */
function past(key: Sql, order: Order, { key: id, sortValue }: KeyRow, backwards: boolean): Sql {
  const { column, nullable } = order
  const beyond = order.descending !== backwards ? sql`<` : sql`>`
  if (!nullable) return sql`(${column}, ${key}) ${beyond} (${order.value(sortValue ?? '')}, ${id}::bigint)`
  if (sortValue === null) {
    const among = sql`((${column}) is null and ${key} ${beyond} ${id}::bigint)`
    return backwards ? sql`((${column}) is not null or ${among})` : among
  }
  const among = sql`(${column}, ${key}) ${beyond} (${order.value(sortValue)}, ${id}::bigint)`
  return backwards ? among : sql`(${among} or (${column}) is null)`
}

/** The positions of the first and the last row, opaque to the browser. */
function ends(rows: KeyRow[], order: Order): { next: string | null; previous: string | null } {
  const text = (row: KeyRow | undefined) =>
    row ? Buffer.from(JSON.stringify([order.name, row.key, row.sortValue])).toString('base64url') : null
  return { next: text(rows.at(-1)), previous: text(rows[0]) }
}

function positionOf(cursor: string, order: Order): KeyRow {
  try {
    const [name, key, at] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as unknown[]
    const valid =
      name === order.name && Number.isSafeInteger(key) && (typeof at === 'string' || (at === null && order.nullable))
    if (valid && !String(at).includes('\0')) return { key: key as number, sortValue: at as string | null }
  } catch {
    // Not written by us.
  }
  throw refuse(commonErrors.malformed, '分页位置无效，请回到第一页')
}

function whole(text: string, digits = 16): string {
  if (!/^-?\d+$/.test(text) || text.length > digits) throw refuse(commonErrors.malformed, '分页位置无效，请回到第一页')
  return text
}

function columnOf(source: IndexSource, name: string): IndexColumn {
  const column = Object.hasOwn(source.columns, name) ? source.columns[name] : undefined
  if (!column) throw new Error(`no column for ${name}`)
  return column
}

function sqlOf({ sql: column }: IndexColumn): Sql {
  if (!column) throw new Error('the column has no expression')
  return column
}

/** Fields that can be filtered, sorted or summed but have nothing in SQL: a mistake in the declaration. */
export function fieldsWithoutSql(index: AnyIndex, source: IndexSource): string[] {
  return fieldsOf(index)
    .filter(([name, field]) => {
      const column = source.columns[name]
      if ((field.sorts || field.sums) && !column?.sql) return true
      return !field.noFilter && !column?.sql && !column?.match && !column?.among
    })
    .map(([name]) => name)
}
