import { z } from 'zod'
import { formatFen } from '../money.ts'
import { cappedFields, dateField, fenField, MAX_INTEGER, pageFields } from './fields.ts'

// A list of the console is declared once, as an index: its fields with their kinds. From that come the input of its call, its conditions
// and order in SQL (platform/db/index-query.ts), its columns, filters and address in the browser, and the columns of its export.

export type FieldKind = 'text' | 'choice' | 'fen' | 'time' | 'day' | 'count'
export type CellValue = string | number | null

export interface IndexField<Row> {
  label: string
  kind: FieldKind
  /** Fen for amounts, `YYYY-MM-DD HH:mm:ss` for times, `YYYY-MM-DD` for days, the key of an option for choices. */
  value: (row: Row) => CellValue
  /** Of a choice: key → label. Several can be chosen in a filter. */
  options?: Readonly<Record<string, string>>
  /** No condition can be set on this field. */
  noFilter?: boolean
  /** The list can be sorted by it. */
  sorts?: boolean
  /** The sum over all rows that match is shown; for amounts. */
  sums?: boolean
  /** Shown only when it is chosen as a column. */
  aside?: boolean
}

/** A condition: a text it contains, some options, or a range. */
export type FilterValue = string | string[] | Range
export interface Range {
  from?: number | string | undefined
  to?: number | string | undefined
  fromFen?: number | undefined
  toFen?: number | undefined
}
export type Filters = Partial<Record<string, FilterValue>>

export interface IndexTab {
  label: string
  filters?: Filters
  /** Its own order, for example the oldest first where somebody has to act. */
  sort?: string
}

export interface Index<Row = never, F extends string = string, T extends string = string> {
  /** Names the index in saved views, exports and files of the server. */
  name: string
  label: string
  /** The action that reading the list needs. */
  action: string
  /** Identifies a row in the browser, and names it for people. */
  key: (row: Row) => string
  fields: Readonly<Record<F, IndexField<Row>>>
  /** What the search box finds, as its placeholder; without it there is none. */
  search?: string
  /** By a field that sorts; `-` in front: largest first. */
  sort: NoInfer<F> | `-${NoInfer<F>}`
  /** Fixed parts of the list, each with its conditions. The first is the default. */
  tabs: Readonly<Record<T, IndexTab>>
  /** The tabs say how many rows they have with the chosen conditions. */
  countsTabs?: boolean
}

const reserved = ['tab', 'kw', 'sort', 'after', 'before', 'columns', 'page', 'size']

/** `defineIndex<Row>()({…})`: twice called, because TypeScript infers either all type arguments or none. */
export function defineIndex<Row>() {
  return <const F extends string, const T extends string>(index: Index<Row, F, T>): Index<Row, F, T> => {
    for (const [name, field] of fieldsOf(index)) {
      if (reserved.includes(name) || !/^[a-z][a-zA-Z0-9]*$/.test(name))
        throw new Error(`not the name of a field: ${name}`)
      if ((field.kind === 'choice') !== (field.options !== undefined)) throw new Error(`options of ${name}`)
      if (Object.keys(field.options ?? {}).some((key) => key.includes(','))) throw new Error(`a comma in ${name}`)
    }
    const tabs: IndexTab[] = Object.values(index.tabs)
    for (const sort of [index.sort, ...tabs.flatMap((tab) => tab.sort ?? [])])
      if (!sortNames(index).includes(sort)) throw new Error(`${index.name} does not sort by ${sort}`)
    return index
  }
}

// oxlint-disable-next-line typescript/no-explicit-any -- the rows of an index are of no interest where only its fields are read
export type AnyIndex = Index<any>

export function fieldsOf<Row>(index: Index<Row>): [string, IndexField<Row>][] {
  return Object.entries(index.fields)
}

export function sortNames(index: AnyIndex): string[] {
  return fieldsOf(index)
    .filter(([, field]) => field.sorts)
    .flatMap(([name]) => [name, `-${name}`])
}

export function sumNames(index: AnyIndex): string[] {
  return fieldsOf(index)
    .filter(([, field]) => field.sums)
    .map(([name]) => name)
}

const rangeWrong = { error: '起始值不能大于结束值' }
const ordered = (from: unknown, to: unknown) =>
  from === undefined || to === undefined || (from as number) <= (to as number)
const count = z
  .number({ error: '数量格式不正确' })
  .int('数量格式不正确')
  .min(0, '数量不能为负')
  .max(MAX_INTEGER, '数量过大')

/** The condition on one field, as a call takes it. */
export function filterSchema(field: Pick<IndexField<never>, 'kind' | 'label' | 'options'>): z.ZodType<FilterValue> {
  switch (field.kind) {
    case 'choice':
      return z
        .array(z.enum(Object.keys(field.options ?? {}), { error: `${field.label}的选项不存在` }), {
          error: `${field.label}的筛选格式不正确`,
        })
        .min(1, `请选择${field.label}`)
        .max(Object.keys(field.options ?? {}).length, `${field.label}的选项重复`)
    case 'fen':
      return z
        .strictObject({ fromFen: fenField.optional(), toFen: fenField.optional() })
        .refine(({ fromFen, toFen }) => ordered(fromFen, toFen), rangeWrong)
    case 'count':
      return z
        .strictObject({ from: count.optional(), to: count.optional() })
        .refine(({ from, to }) => ordered(from, to), rangeWrong)
    case 'time':
    case 'day':
      return z
        .strictObject({ from: dateField.optional(), to: dateField.optional() })
        .refine(({ from, to }) => ordered(from, to), rangeWrong)
    default:
      return z
        .string({ error: `${field.label}的筛选格式不正确` })
        .trim()
        .min(1, `请填写${field.label}`)
        .max(60, `${field.label}不能超过60个字`)
        .refine((text) => !/[\u0000-\u001f\u007f]/.test(text), `${field.label}包含无法识别的字符`)
  }
}

/** The input of a call that lists an index. Unknown fields, options and orders are refused. */
export function indexInput<I extends AnyIndex>(index: I) {
  const filters = fieldsOf(index)
    .filter(([, field]) => !field.noFilter)
    .map(([name, field]) => [name, filterSchema(field).optional()])
  type Chosen = Partial<Record<FieldName<I>, FilterValue>>
  const conditions = z.strictObject(Object.fromEntries(filters)) as unknown as z.ZodType<Chosen, Chosen>
  return z.strictObject({
    tab: z.enum(tabNames(index), { error: '没有这个分类' }).default(firstTab(index) as never),
    kw: z
      .string({ error: '搜索词格式不正确' })
      .trim()
      .max(60, '搜索词不能超过60个字')
      .refine((text) => !/[\u0000-\u001f\u007f]/.test(text), '搜索词包含无法识别的字符')
      .default(''),
    filters: conditions.default({} as never),
    sort: z.enum(sortNames(index) as [string, ...string[]], { error: '不能按此排序' }).default(index.sort),
    /** `next` or `previous` of an answer with the same conditions and order. */
    after: z.string({ error: '分页位置格式不正确' }).max(600, '分页位置过长').optional(),
    before: z.string({ error: '分页位置格式不正确' }).max(600, '分页位置过长').optional(),
    size: pageFields.size,
  })
}

export interface IndexQuery {
  tab: string
  kw: string
  filters: Filters
  sort: string
  after?: string | undefined
  before?: string | undefined
  size?: number
}

/** The answer of a call that lists an index. `sums` are over all rows that match. Counts stop at 10,000 and say so (decision 0104). */
export function pageOf<Item extends z.ZodType, I extends AnyIndex>(index: I, item: Item) {
  const sums = sumNames(index).map((name) => [name, z.number().int()])
  return z.object({
    list: z.array(item),
    /** The id of each row, for an export of chosen rows. */
    ids: z.array(z.number().int()),
    total: z.number().int(),
    ...cappedFields,
    size: z.number().int(),
    sums: z.object(Object.fromEntries(sums) as Record<string, z.ZodNumber>),
    /** Of each tab with the same conditions, when the index counts its tabs. */
    counts: z.partialRecord(z.enum(tabNames(index)), z.number().int()),
    /** True for each tab with more rows than its count. */
    cappedCounts: z.partialRecord(z.enum(tabNames(index)), z.boolean()),
    next: z.string().nullable(),
    previous: z.string().nullable(),
  })
}

type FieldName<I extends AnyIndex> = keyof I['fields'] & string
type TabName<I extends AnyIndex> = keyof I['tabs'] & string

function tabNames<I extends AnyIndex>(index: I): [TabName<I>, ...TabName<I>[]] {
  return Object.keys(index.tabs) as [TabName<I>, ...TabName<I>[]]
}

/** The order of a tab, unless another one is chosen. */
export function sortOf(index: AnyIndex, tab: string): string {
  return index.tabs[tab]?.sort ?? index.sort
}

export function firstTab(index: AnyIndex): string {
  return Object.keys(index.tabs)[0] ?? ''
}

/** The condition as a person reads it: `待付款、已付款`, `¥1.00 起`. */
export function filterText(field: Pick<IndexField<never>, 'kind' | 'options'>, value: FilterValue): string {
  if (typeof value === 'string') return `包含“${value}”`
  if (Array.isArray(value)) return value.map((key) => field.options?.[key] ?? key).join('、')
  const [from, to] =
    field.kind === 'fen'
      ? [value.fromFen, value.toFen].map((fen) => (fen === undefined ? undefined : formatFen(fen)))
      : [value.from, value.to]
  if (from === undefined) return `至 ${to}`
  return to === undefined ? `${from} 起` : `${from} – ${to}`
}
