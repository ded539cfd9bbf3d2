// Addresses of the project list. Filters are in the address, so that each filter is a real link.

import { type DaysWithin, daysWithin, type PriceBand, priceBands } from './filter-rules.ts'

/** Most pages by number. Beyond them a list must be filtered, so that the cost of a page does not grow with the catalogue. */
export const mostPages = 50

export interface ListFilter {
  typeId?: number
  childId?: number
  tag?: string
  price?: PriceBand
  days?: DaysWithin
  sort?: 'hot' | 'price' | 'days'
  page?: number
}

const sortNames = ['hot', 'price', 'days'] as const

/** `/project?typeId=31&childId=3101&title=扫描电镜`: the title only names the link for people, the page shows the catalogue's own names. */
export function listPath(filter: ListFilter, title?: string): string {
  const parts: string[] = []
  if (filter.typeId !== undefined) parts.push(`typeId=${filter.typeId}`)
  if (filter.childId !== undefined) parts.push(`childId=${filter.childId}`)
  if (title) parts.push(`title=${readable(title)}`)
  if (filter.tag) parts.push(`tag=${readable(filter.tag)}`)
  if (filter.price) parts.push(`price=${filter.price}`)
  if (filter.days) parts.push(`days=${filter.days}`)
  if (filter.sort && filter.sort !== 'hot') parts.push(`sort=${filter.sort}`)
  if (filter.page && filter.page > 1) parts.push(`page=${filter.page}`)
  return parts.length > 0 ? `/project?${parts.join('&')}` : '/project'
}

/** The path form `/project/{typeId*}/{title*}`. */
export function listPathForm(typeId: number, title: string): string {
  return `/project/${typeId}/${readable(title)}`
}

/** How many projects are compared side by side. */
export const mostCompared = 3

export function comparePath(rids: readonly number[]): string {
  return ['/project/compare', rids.map((rid) => `rid=${rid}`).join('&')].filter((part) => part !== '').join('?')
}

/** The first three different project ids of an address; anything else is ignored. */
export function readCompared(query: URLSearchParams): number[] {
  return [...new Set(query.getAll('rid').flatMap((text) => idOf(text) ?? []))].slice(0, mostCompared)
}

/** Han characters may stand in an address as they are; the browser encodes them on the way. Encoded, thirty links cost a kilobyte of the home page. */
function readable(text: string): string {
  // A lone surrogate, which cutting a text can leave, cannot be encoded.
  return text.toWellFormed().replace(/[^\p{L}\p{N}]/gu, encodeURIComponent)
}

/**
 * The filter of an address, from its path segments and its query; the query wins. The first number is the type, the last of several
 * the child; texts are titles. Invalid parts are ignored, so that old links still show a list.
 */
export function readListFilter(segments: string, query: URLSearchParams): ListFilter {
  const inQuery = query.getAll('typeId').flatMap((text) => idOf(text) ?? [])
  const ids = inQuery.length > 0 ? inQuery : segments.split('/').flatMap((segment) => idOf(segment) ?? [])
  const filter: ListFilter = {
    typeId: ids[0],
    childId: idOf(query.get('childId')) ?? (ids.length > 1 ? ids.at(-1) : undefined),
    tag: query.get('tag')?.slice(0, 40) || undefined,
    price: priceBands.find((band) => band === query.get('price')),
    days: daysWithin.find((within) => within === query.get('days')),
    sort: sortNames.find((sort) => sort === query.get('sort')),
    page: idOf(query.get('page')),
  }
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined))
}

function idOf(text: string | null): number | undefined {
  return text !== null && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined
}
