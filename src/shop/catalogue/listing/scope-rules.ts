// Names of the catalogue's lists and counters: 'all', 'n31', 'g高分辨', 'n31+g高分辨', and 'n31|p300|d5' for a counter. For the server only;
// the filters that pages need are in filter-rules.ts.
import type { PriceBand } from './filter-rules.ts'
import { normaliseText } from '../../search/search-rules.ts'

/** The range of a band in fen, both ends included. Projects that need a quote sort after all prices. */
export function priceRange(band: PriceBand): { from: number; to: number } {
  const ranges = {
    '100': [0, 100_00],
    '300': [100_01, 300_00],
    '1000': [300_01, 1000_00],
    more: [1000_01, quotePriceFen - 1],
    quote: [quotePriceFen, quotePriceFen],
  } as const
  const [from, to] = ranges[band]
  return { from, to }
}

/** Stands for 需报价; sorts after all prices. */
export const quotePriceFen = 9_000_000_000_000

export function tagScope(tag: string): string {
  return `g${normaliseText(tag)}`
}

/** A category with a tag has its own list, because the size of either list alone does not tell how many entries to read for both. */
export function pairScope(nodeScope: string, tag: string): string {
  return `${nodeScope}+${tag}`
}

/** The counter of a list filtered by price and turnaround: 「n31|p300|d5」. */
export function filterKey(parts: readonly (string | undefined)[]): string {
  return parts.filter((part) => part !== undefined).join('|')
}

/** The counters of all filter combinations that match a project in these lists; single lists have their own counters. */
export function filterKeys(scopes: readonly string[]): string[] {
  const beginning = (letters: string) => [undefined, ...scopes.filter((scope) => letters.includes(scope.charAt(0)))]
  return beginning('ng').flatMap((list) =>
    beginning('p').flatMap((price) =>
      beginning('d').flatMap((days) => {
        const parts = [list, price, days].filter((part) => part !== undefined)
        return parts.length > 1 ? [filterKey(parts)] : []
      }),
    ),
  )
}
