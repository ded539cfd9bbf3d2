// How the lists and counters of the catalogue are called: 'all', 'n31', 'g高分辨', 'n31+g高分辨', and 'n31|p300|d5' for a counter. For the server;
// what the pages need of filters is in filter-rules.ts.
import type { PriceBand } from './filter-rules.ts'
import { normaliseText } from '../search/search-rules.ts'

/** The band in fen, both ends inside. Projects that are quoted stand behind every price. */
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

/** Sorts behind every price. */
export const quotePriceFen = 9_000_000_000_000

export function tagScope(tag: string): string {
  return `g${normaliseText(tag)}`
}

/** A category with a tag is a list of its own: neither alone says how far to walk until the other is met. */
export function pairScope(nodeScope: string, tag: string): string {
  return `${nodeScope}+${tag}`
}

/** The counter of a list narrowed by price and turnaround: 「n31|p300|d5」. */
export function filterKey(parts: readonly (string | undefined)[]): string {
  return parts.filter((part) => part !== undefined).join('|')
}

/** The counters of every combination that a project of these lists is found by; lists alone have counters of their own. Migration 0105 says the same in SQL. */
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
