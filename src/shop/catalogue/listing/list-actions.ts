import type { InputOf } from '../../../platform/contract/call.ts'
import type { Ctx } from '../../../platform/http/ctx.ts'
import type { deviceSearch } from '../contract.ts'
import { daysScope, type PriceBand, priceScope } from './filter-rules.ts'
import { filterKey, pairScope, priceRange, quotePriceFen, tagScope } from './scope-rules.ts'
import { type ListedCard, listCounts, listNarrowed, listScope, type Way, type Window } from './listing-store.ts'
import { normaliseText } from '../../search/search-rules.ts'

type DbCtx = Pick<Ctx, 'db'>
type Filters = Pick<InputOf<typeof deviceSearch>, 'typeId' | 'childId' | 'tag' | 'price' | 'days'>
/** Sorting this many index entries takes less than a millisecond. */
const ALWAYS_PICKED = 1000
const MOST_DAYS = 32_767

type Listed = { total: number; cards: ListedCard[]; pagedByKey: boolean }

/** Lists projects by category, tag, price and turnaround, with at most two statements for any number of projects. */
export async function listProjects(ctx: DbCtx, filters: Filters, window: Window): Promise<Listed> {
  const [scope = 'all', ...others] = scopesOf(filters)
  if (others.length > 0) return { ...(await narrowed(ctx, filters, partsOf(filters), window)), pagedByKey: false }
  const { after, offset } = window
  const found = await listScope(ctx.db, scope, { ...window, after, offset: after ? 0 : offset })
  return { ...found, pagedByKey: true }
}

/** The scopes of a request: the list that is read, and the filters inside it. */
type Parts = { list?: string | undefined; price?: string | undefined; days?: string | undefined }

async function narrowed(ctx: DbCtx, filters: Filters, { list, price, days }: Parts, window: Window) {
  // Price and turnaround are lists too: without another list, the price is the list and only the turnaround filters it.
  const scope = list ?? price ?? ''
  const keys = {
    all: filterKey([list, price, days]),
    scope,
    price: filterKey([list, price]),
    days: filterKey([list, days]),
  }
  const counts = await listCounts(ctx.db, Object.values(keys))
  const countOf = (key: string) => counts.get(key) ?? 0
  const total = countOf(keys.all)
  if (window.offset >= total) return { total, cards: [] }
  const byPrice = list !== undefined && filters.price !== ''
  const byDays = filters.days !== ''
  const withPrice = byPrice ? countOf(keys.price) : Infinity
  const withDays = !byDays ? Infinity : list === undefined ? total : countOf(keys.days)
  // When the list is sorted by a filtered column, reading begins at the start of the filter's range.
  const inOrder = { hot: Infinity, price: withPrice, days: withDays }[window.sort]
  const met = total / Math.min(countOf(scope), inOrder)
  const narrowing = {
    scope,
    price: byPrice ? priceRange(filters.price as PriceBand) : { from: 0, to: quotePriceFen },
    daysTo: byDays ? Number(filters.days) : MOST_DAYS,
  }
  const way = cheapestWay({ walked: (window.offset + window.limit) / met, price: withPrice, days: withDays })
  return { total, cards: await listNarrowed(ctx.db, narrowing, way, window) }
}

/** The cheapest way to read a filtered list. The length of a walk is an estimate, the size of a filter is known, so a small filter is always read whole. */
function cheapestWay({ walked, price, days }: { walked: number; price: number; days: number }): Way {
  if (Math.min(price, days) > Math.max(walked, ALWAYS_PICKED)) return 'walk'
  return price <= days ? 'price' : 'days'
}

/** The scopes of the list and of all filters, for a search inside them. */
export function scopesOf(filters: Filters): string[] {
  const { list, price, days } = partsOf(filters)
  return [list, price, days].filter((part) => part !== undefined)
}

/** The smallest list for the filters: of the tree node, of the tag, or of both together. */
function partsOf({ typeId, childId, tag: words, price, days }: Filters): Parts {
  const id = childId ?? typeId
  const node = id === undefined ? undefined : `n${id}`
  const tag = normaliseText(words) === '' ? undefined : tagScope(words)
  return {
    list: node !== undefined && tag !== undefined ? pairScope(node, tag) : (node ?? tag),
    price: price === '' ? undefined : priceScope(price),
    days: days === '' ? undefined : daysScope(days),
  }
}
