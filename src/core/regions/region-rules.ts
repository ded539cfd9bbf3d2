/** Administrative regions: names by six-digit code, and retired codes with their successors. */
export interface Regions {
  names: Record<string, string>
  retired: Record<string, { name: string; successor: string; since: string }>
}

/** A county with the names of its city and province. The names always come from this table, so they match the code. */
export interface Region {
  code: string
  province: string
  city: string
  area: string
}

/** Placeholders in the lists between a province and its county where there is no city. Addresses leave them out. */
export const PLACEHOLDER_CITIES: ReadonlySet<string> = new Set(['县', '省直辖县', '自治区直辖县级行政区划'])

/** The county of a code, or of the successor of a retired code; undefined for an unknown code, a province or a city. */
export function regionOfCode(regions: Regions, given: string): Region | undefined {
  const code = regions.retired[given]?.successor ?? given
  const area = regions.names[code]
  if (!/^\d{6}$/.test(code) || area === undefined || code.endsWith('00')) return undefined
  const province = regions.names[provinceCode(code)]
  const city = regions.names[cityCode(code)]
  if (province === undefined || city === undefined) return undefined
  return { code, province, city: PLACEHOLDER_CITIES.has(city) ? '' : city, area }
}

export function provinceCode(code: string): string {
  return `${code.slice(0, 2)}0000`
}

export function cityCode(code: string): string {
  return `${code.slice(0, 4)}00`
}

export interface RegionOption {
  value: string
  label: string
}

export function provincesOf(regions: Regions): RegionOption[] {
  return optionsOf(regions, (code) => code.endsWith('0000'))
}

export function citiesOf(regions: Regions, province: string): RegionOption[] {
  return optionsOf(
    regions,
    (code) => code.endsWith('00') && !code.endsWith('0000') && code.startsWith(province.slice(0, 2)),
  )
}

export function countiesOf(regions: Regions, city: string): RegionOption[] {
  return optionsOf(regions, (code) => !code.endsWith('00') && code.startsWith(city.slice(0, 4)))
}

function optionsOf(regions: Regions, wanted: (code: string) => boolean): RegionOption[] {
  return Object.entries(regions.names)
    .filter(([code]) => wanted(code))
    .map(([value, label]) => ({ value, label }))
}

/** A region is allowed when it, its city or its province is listed. */
export function isAllowedRegion(code: string, allowed: readonly string[]): boolean {
  return [code, cityCode(code), provinceCode(code)].some((level) => allowed.includes(level))
}

/** Whether samples can be fetched somewhere in this province, city or county. */
export function hasAllowedRegion(code: string, allowed: readonly string[]): boolean {
  const own = code.replace(/(00){1,2}$/, '')
  return isAllowedRegion(code, allowed) || allowed.some((each) => each.startsWith(own))
}

/** 江苏省南京市玄武区; the city is left out where it repeats the province. */
export function regionText(region: { province: string; city: string; area: string }): string {
  return [...new Set([region.province, region.city, region.area])].join('')
}
