import { commonErrors, refuse } from '../contract/refusal.ts'
import {
  type AnyIndex,
  fieldsOf,
  type Filters,
  type FilterValue,
  type IndexField,
  type IndexQuery,
} from '../contract/index-list.ts'
import { addDays, fromShanghai } from '../time.ts'
import { type Counted, countedOf, countedRows } from './bounded-count.ts'
import type { Db } from './db.ts'
import { joined, literals, nothing, type Sql, sql } from './sql.ts'

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
  /** The search of a list with very many rows, whose pages do not read all rows that match; undefined: `search` is quick for this text. */
  wideSearch?: (typed: string) => Promise<WideSearch | undefined>
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

/** A search in two forms; both mean the same rows. */
export interface WideSearch {
  /** Of the list; its size decides which form is used. */
  table: string
  /** A statement of the keys by indexes; a key may come twice. */
  found: Sql
  /** A condition on one row, for walking along the list while most rows match. */
  here: Sql
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
export async function sharedConditions(index: AnyIndex, source: IndexSource, query: IndexQuery): Promise<Sql[]> {
  const conditions = await filterConditions(index, source, query.filters)
  if (query.kw !== '') {
    if (!source.search) throw refuse(commonErrors.malformed, '此列表不支持搜索')
    conditions.push(await source.search(query.kw))
  }
  return conditions
}

export async function ofTab(index: AnyIndex, source: IndexSource, tab: string, shared: readonly Sql[]): Promise<Sql> {
  const own = await filterConditions(index, source, index.tabs[tab]?.filters ?? {}, true)
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

/** `isDeclared`: the values are those of a tab, from our source code. */
export async function filterConditions(
  index: AnyIndex,
  source: IndexSource,
  filters: Filters,
  isDeclared = false,
): Promise<Sql[]> {
  const conditions: Sql[] = []
  for (const [name, value] of Object.entries(filters)) {
    if (value === undefined) continue
    const field = Object.hasOwn(index.fields, name) ? index.fields[name] : undefined
    if (!field || field.noFilter) throw refuse(commonErrors.malformed, '不能按此字段筛选')
    const column = columnOf(source, name)
    if (isDeclared && Array.isArray(value) && column.sql && !column.among)
      conditions.push(sql`${column.sql} in (${literals(value)})`)
    else conditions.push(...(await conditionOf(field, column, value)))
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

export interface Order {
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

export function orderOf(index: AnyIndex, source: IndexSource, name: string): Order {
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

export interface Beside {
  cursor: string | undefined
  backwards: boolean
  limit: number
}

export interface KeyRow {
  key: number
  /** The value that the rows are sorted by, as text. */
  sortValue: string | null
}

export function keysBeside(source: IndexSource, where: Sql, order: Order, beside: Beside): Sql {
  const { column, text, nullable } = order
  const { backwards, limit } = beside
  const position = beside.cursor === undefined ? undefined : positionOf(beside.cursor, order)
  const direction = order.descending !== backwards ? sql`desc` : sql`asc`
  const selected = sql`select ${source.key} as key, ${text} as sort_value`
  if (!nullable) {
    const from = position ? sql` and ${past(source.key, order, position, backwards)}` : nothing
    return sql`${selected} ${source.from} where ${where}${from} order by ${column} ${direction}, ${source.key} ${direction} limit ${limit}`
  }
  // Empty values stand at the end in both directions. Two parts, because an index has only one of them in its order.
  const [first, second] = [backwards, !backwards].flatMap((isEmpty) => {
    const condition = partOf(source.key, order, position, { isEmpty, backwards })
    const by = isEmpty ? sql`${source.key} ${direction}` : sql`${column} ${direction}, ${source.key} ${direction}`
    return condition ? { rows: sql`${source.from} where ${where} and ${condition}`, by } : []
  })
  if (!first) throw new Error('a position has rows on at least one side')
  if (!second) return sql`${selected} ${first.rows} order by ${first.by} limit ${limit}`
  // The second part is not read when the first fills the page. `order by` takes a name of the output before a column, so no column of a source
  // may be called `key`, `sort_value` or `sorted_by`.
  const kept = sql`${selected}, ${column} as sorted_by`
  return sql`
    with first_part as materialized (${kept} ${first.rows} order by ${first.by} limit ${limit}),
      second_part as (${kept} ${second.rows} and (select count(*) from first_part) < ${limit} order by ${second.by} limit ${limit})
    select key, sort_value from (select 1 as part, * from first_part union all select 2, * from second_part) parts
    order by part, sorted_by ${direction}, key ${direction} limit ${limit}`
}

/** The rows past a position, among those with a value or among those without one. */
function past(key: Sql, order: Order, { key: id, sortValue }: KeyRow, backwards: boolean): Sql {
  const beyond = order.descending !== backwards ? sql`<` : sql`>`
  if (sortValue === null) return sql`${key} ${beyond} ${id}::bigint`
  return sql`(${order.column}, ${key}) ${beyond} (${order.value(sortValue)}, ${id}::bigint)`
}

/** The condition of the rows with or without a value that stand past a position; undefined when all of them stand before it. */
function partOf(
  key: Sql,
  order: Order,
  position: KeyRow | undefined,
  { isEmpty, backwards }: { isEmpty: boolean; backwards: boolean },
): Sql | undefined {
  const ofPart = isEmpty ? sql`(${order.column}) is null` : sql`(${order.column}) is not null`
  if (!position) return ofPart
  if ((position.sortValue === null) === isEmpty) return sql`${ofPart} and ${past(key, order, position, backwards)}`
  // Forwards the empty ones follow, backwards those with a value.
  return isEmpty === backwards ? undefined : ofPart
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

export function columnOf(source: IndexSource, name: string): IndexColumn {
  const column = Object.hasOwn(source.columns, name) ? source.columns[name] : undefined
  if (!column) throw new Error(`no column for ${name}`)
  return column
}

export function sqlOf({ sql: column }: IndexColumn): Sql {
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
