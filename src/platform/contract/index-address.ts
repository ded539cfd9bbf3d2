import {
  type AnyIndex,
  fieldsOf,
  type Filters,
  type FilterValue,
  filterSchema,
  firstTab,
  type IndexField,
  type IndexQuery,
  sortNames,
  sortOf,
} from './index-list.ts'

// An index in the address: `?tab=unpaid&total=10000..&sort=-due&columns=no,total`. A saved view and an export keep such an address, and the
// server reads it by the same function as the page, so that all three are the same list.

export interface IndexAddress extends IndexQuery {
  /** Names of the shown columns in their order; undefined: those that the index shows by itself. */
  columns?: string[] | undefined
}

/** Reads an address. What the index does not know is left out, as after a field was removed. */
export function queryOfAddress(index: AnyIndex, address: URLSearchParams): IndexAddress {
  const filters: Filters = {}
  for (const [name, field] of fieldsOf(index)) {
    const text = address.get(name)
    const value = text === null || field.noFilter ? undefined : filterOfText(field, text)
    if (value !== undefined) filters[name] = value
  }
  const columns = (address.get('columns') ?? '').split(',').filter((name) => Object.hasOwn(index.fields, name))
  const asked = address.get('tab') ?? ''
  const tab = Object.hasOwn(index.tabs, asked) ? asked : firstTab(index)
  const sort = address.get('sort') ?? ''
  return {
    tab,
    kw: (address.get('kw') ?? '')
      .replace(/[\u0000-\u001f\u007f]/g, '')
      .trim()
      .slice(0, 60),
    filters,
    sort: sortNames(index).includes(sort) ? sort : sortOf(index, tab),
    after: address.get('after')?.slice(0, 600) || undefined,
    before: address.get('before')?.slice(0, 600) || undefined,
    columns: columns.length > 0 ? [...new Set(columns)] : undefined,
  }
}

/**
 * Writes an address: without `?`, and without what is so by default. The tab is always written, because the page may have other tabs
 * beside those of the index.
 */
export function addressOf(index: AnyIndex, query: IndexAddress): string {
  const address = new URLSearchParams()
  const set = (name: string, value: string | undefined) => value && address.set(name, value)
  set('tab', Object.keys(index.tabs).length > 1 ? query.tab : '')
  set('kw', query.kw)
  for (const [name, value] of Object.entries(query.filters)) if (value !== undefined) set(name, textOfFilter(value))
  set('sort', query.sort === sortOf(index, query.tab) ? '' : query.sort)
  set('columns', query.columns?.join(','))
  set('after', query.after)
  set('before', query.before)
  return address.toString().replaceAll('%2C', ',')
}

/** The address without the position: what a view and an export mean. */
export function wholeList(index: AnyIndex, query: IndexAddress): string {
  return addressOf(index, { ...query, after: undefined, before: undefined })
}

function textOfFilter(value: FilterValue): string {
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return value.join(',')
  return `${value.fromFen ?? value.from ?? ''}..${value.toFen ?? value.to ?? ''}`
}

function filterOfText(field: IndexField<never>, text: string): FilterValue | undefined {
  const { data } = filterSchema(field).safeParse(valueOfText(field, text))
  return data !== undefined && isCondition(data) ? data : undefined
}

function valueOfText({ kind, options }: IndexField<never>, text: string): unknown {
  if (kind === 'text') return text.slice(0, 60)
  if (kind === 'choice') return [...new Set(text.split(','))].filter((key) => Object.hasOwn(options ?? {}, key))
  const [from, to] = text.split('..', 2).map((end) => (end === '' ? undefined : end))
  if (kind === 'fen') return { fromFen: from && Number(from), toFen: to && Number(to) }
  if (kind === 'count') return { from: from && Number(from), to: to && Number(to) }
  return { from, to }
}

/** A range without ends is no condition. */
export function isCondition(value: FilterValue): boolean {
  if (typeof value === 'string' || Array.isArray(value)) return value.length > 0
  return Object.values(value).some((end) => end !== undefined)
}
