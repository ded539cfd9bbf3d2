/** Bands of the lowest price per unit. Every project is in exactly one band, so that a filter is one indexed list. */
export const priceBands = ['100', '300', '1000', 'more', 'quote'] as const
export type PriceBand = (typeof priceBands)[number]
export const priceBandLabels: Record<PriceBand, string> = {
  '100': '¥100 以内',
  '300': '¥100–300',
  '1000': '¥300–1000',
  more: '¥1000 以上',
  quote: '需报价',
}

/** Turnaround of at most this many working days; the lists overlap, because ten days include three. */
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

/** The price and turnaround lists that contain a project. */
export function filterScopes(project: { priceFromFen: number | null; daysTo: number }): string[] {
  return [
    priceScope(priceBandOf(project.priceFromFen)),
    ...daysWithin.filter((within) => project.daysTo <= Number(within)).map(daysScope),
  ]
}
