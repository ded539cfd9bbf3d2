import { normaliseText } from './search-rules.ts'

/** Bands of the cheapest price per unit. Every project is in exactly one, so that a filter is one more list to look a project up in. */
export const priceBands = ['100', '300', '1000', 'more', 'quote'] as const
export type PriceBand = (typeof priceBands)[number]
export const priceBandLabels: Record<PriceBand, string> = {
  '100': '¥100 以内',
  '300': '¥100–300',
  '1000': '¥300–1000',
  more: '¥1000 以上',
  quote: '需报价',
}

/** Within so many working days; whoever can wait ten also wants what comes in three. */
export const daysWithin = ['3', '5', '10'] as const
export type DaysWithin = (typeof daysWithin)[number]
export const daysWithinLabels: Record<DaysWithin, string> = {
  '3': '3 个工作日内',
  '5': '5 个工作日内',
  '10': '10 个工作日内',
}

export function priceBandOf(priceFromFen: number | null): PriceBand {
  if (priceFromFen === null) return 'quote'
  return priceFromFen <= 100_00 ? '100' : priceFromFen <= 300_00 ? '300' : priceFromFen <= 1000_00 ? '1000' : 'more'
}

export function priceScope(band: PriceBand): string {
  return `p${band}`
}

export function daysScope(within: DaysWithin): string {
  return `d${within}`
}

/** The lists of price and turnaround a project stands in. Migration 0065 says the same in SQL for what was listed before. */
export function filterScopes(project: { priceFromFen: number | null; daysTo: number }): string[] {
  return [
    priceScope(priceBandOf(project.priceFromFen)),
    ...daysWithin.filter((within) => project.daysTo <= Number(within)).map(daysScope),
  ]
}

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
