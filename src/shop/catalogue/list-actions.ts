import type { InputOf } from '../../platform/contract/call.ts'
import type { Ctx } from '../../platform/http/ctx.ts'
import type { deviceSearch } from './contract.ts'
import { daysScope, type PriceBand, priceScope } from './filter-rules.ts'
import { filterKey, pairScope, priceRange, quotePriceFen, tagScope } from './scope-rules.ts'
import { type ListedCard, listCounts, listNarrowed, listScope, type Way, type Window } from './listing-store.ts'
import { normaliseText } from '../search/search-rules.ts'

type DbCtx = Pick<Ctx, 'db'>
type Filters = Pick<InputOf<typeof deviceSearch>, 'typeId' | 'childId' | 'tag' | 'price' | 'days'>
/** Sorting so many index entries takes less than a millisecond. */
const ALWAYS_PICKED = 1000
const MOST_DAYS = 32_767

type Listed = { total: number; cards: ListedCard[]; pagedByKey: boolean }

/** The list of what is asked for by category, tag, price and turnaround; at most two statements, however many projects there are. */
export async function listProjects(ctx: DbCtx, filters: Filters, window: Window): Promise<Listed> {
  const [scope = 'all', ...others] = scopesOf(filters)
  if (others.length > 0) return { ...(await narrowed(ctx, filters, partsOf(filters), window)), pagedByKey: false }
  const { after, offset } = window
  const found = await listScope(ctx.db, scope, { ...window, after, offset: after ? 0 : offset })
  return { ...found, pagedByKey: true }
}

/** The list that is walked, and the filters inside it, as their scopes. */
type Parts = { list?: string | undefined; price?: string | undefined; days?: string | undefined }

async function narrowed(ctx: DbCtx, filters: Filters, { list, price, days }: Parts, window: Window) {
  // Price and turnaround are lists too: without another, the price is the list and only the turnaround narrows it.
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
  // A walk in the order of a filter begins where the filter does.
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

/** How far a walk goes is only expected, how many are picked out is known: so few are always picked out. */
function cheapestWay({ walked, price, days }: { walked: number; price: number; days: number }): Way {
  if (Math.min(price, days) > Math.max(walked, ALWAYS_PICKED)) return 'walk'
  return price <= days ? 'price' : 'days'
}

/** One list and every filter, for searches inside them. */
export function scopesOf(filters: Filters): string[] {
  const { list, price, days } = partsOf(filters)
  return [list, price, days].filter((part) => part !== undefined)
}

/** The narrowest list of the tree; with a tag, the list of both. */
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
