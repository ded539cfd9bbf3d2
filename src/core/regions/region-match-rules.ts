import { cityCode, PLACEHOLDER_CITIES, provinceCode, type Regions, regionOfCode } from './region-rules.ts'

/** The position of a region in a text, and which region it is. */
export interface RegionMatch {
  /** Undefined when the names fit several counties or none. */
  code: string | undefined
  start: number
  end: number
}

interface Place {
  code: string
  full: string
  /** All spellings, longest first: 恩施州 and 恩施 for 恩施土家族苗族自治州. */
  short: string[]
}

interface Index {
  provinces: Place[]
  cities: Place[]
  countiesByCity: Map<string, Place[]>
  countiesByProvince: Map<string, Place[]>
  /** By their first two characters, because a line is searched from every position. */
  countiesByBeginning: Map<string, Place[]>
  beginnings: Set<string>
}

const PEOPLES =
  '壮|回|维吾尔|蒙古|藏|苗|彝|布依|朝鲜|满|侗|瑶|白|土家|哈尼|哈萨克|傣|黎|傈僳|佤|畲|高山|拉祜|水|东乡|纳西|景颇|柯尔克孜|土|达斡尔|仫佬|羌|布朗|撒拉|毛南|仡佬|锡伯|阿昌|普米|塔吉克|怒|乌孜别克|俄罗斯|鄂温克|德昂|保安|裕固|京|塔塔尔|独龙|鄂伦春|赫哲|门巴|珞巴|基诺|各'
const SELF_GOVERNED = new RegExp(`(?:(?:${PEOPLES})族?)+(?:联合)?自治[区州县旗]$|(?:自治[区州县旗])$`)
const KIND = /(?:特别行政区|地区|街道办事处|街道|新区|林区|矿区|省|市|区|县|盟|州|旗|镇|乡)$/
/** After a shortened name these mean a street or a village: 鼓楼大街 is not 鼓楼区. */
const GOES_ON = /^(?:大街|大道|新村|[街路巷道村镇乡里弄桥门园山湖河港站寺庙塔楼苑院店场])/
const BETWEEN = /^[\s,./·>-]*/

const indexes = new WeakMap<Regions, Index>()

/** The first region in a text; a more exact match wins. */
export function findRegionText(text: string, regions: Regions): RegionMatch | undefined {
  const index = indexOf(regions)
  let best: (RegionMatch & { worth: number }) | undefined
  for (let start = 0; start < text.length; start += 1) {
    const found = index.beginnings.has(text.slice(start, start + 2)) ? matchAt(text, start, index) : undefined
    if (found && (!best || found.worth > best.worth)) best = found
  }
  if (!best) return undefined
  const { code, start, end } = best
  return { code: code && regionOfCode(regions, code)?.code, start, end }
}

type Worth = RegionMatch & { worth: number }

/** From the largest to the smallest: province, city, county; the larger ones may be missing. */
function matchAt(text: string, start: number, index: Index): Worth | undefined {
  const from = (position: number) => position + (BETWEEN.exec(text.slice(position))?.[0].length ?? 0)
  const candidates: Worth[] = []
  const add = (code: string | undefined, end: number, levels: number) =>
    candidates.push({ code, start, end, worth: (code ? 100 : 0) + levels * 10 + (end - start) })
  for (const province of named(index.provinces, text, start)) {
    add(undefined, province.end, 1)
    const after = from(province.end)
    for (const city of named(citiesIn(index, province.place.code), text, after)) {
      addCounties(city, 3)
    }
    const inside = index.countiesByProvince.get(province.place.code) ?? []
    for (const county of only(named(inside, text, skipFiller(text, after)))) add(county.place.code, county.end, 2)
  }
  for (const city of named(index.cities, text, start)) addCounties(city, 2)
  for (const county of only(
    namedInFull(index.countiesByBeginning.get(text.slice(start, start + 2)) ?? [], text, start),
  ))
    add(county.place.code, county.end, 1)
  return candidates.sort((a, b) => b.worth - a.worth)[0]

  function addCounties(city: Named, levels: number): void {
    if (city.full) add(undefined, city.end, levels - 1)
    const inside = index.countiesByCity.get(cityCode(city.place.code)) ?? []
    const at = from(city.end)
    for (const position of new Set([at, skipFiller(text, at)]))
      for (const county of only(named(inside, text, position))) add(county.place.code, county.end, levels)
  }
}

interface Named {
  place: Place
  end: number
  full: boolean
}

/** Two places with the same name at one position are ambiguous. The longest name wins: 南沙群岛 before 南沙. */
function only(found: Named[]): Named[] {
  const longest = Math.max(...found.map(({ end }) => end))
  const among = found.filter(({ end }) => end === longest)
  const codes = new Set(among.map(({ place }) => place.code))
  return codes.size === 1 ? among.slice(0, 1) : []
}

function named(places: readonly Place[], text: string, at: number): Named[] {
  return places.flatMap((place): Named[] => {
    if (text.startsWith(place.full, at)) return [{ place, end: at + place.full.length, full: true }]
    const short = place.short.find((each) => text.startsWith(each, at))
    if (short === undefined) return []
    const end = at + short.length
    return GOES_ON.test(text.slice(end)) ? [] : [{ place, end, full: false }]
  })
}

function namedInFull(places: readonly Place[], text: string, at: number): Named[] {
  return places
    .filter((place) => place.full.length > 2 && text.startsWith(place.full, at))
    .map((place) => ({ place, end: at + place.full.length, full: true }))
}

function citiesIn(index: Index, province: string): Place[] {
  return index.cities.filter((city) => provinceCode(city.code) === province)
}

function skipFiller(text: string, at: number): number {
  const filler = /^(?:市辖区|省直辖县级行政区划|省直辖县|自治区直辖县级行政区划|县(?=\p{sc=Han}+县))/u.exec(
    text.slice(at),
  )
  const after = at + (filler?.[0].length ?? 0)
  return after + (BETWEEN.exec(text.slice(after))?.[0].length ?? 0)
}

function indexOf(regions: Regions): Index {
  const known = indexes.get(regions)
  if (known) return known
  const retired = Object.entries(regions.retired).map(([code, { name }]) => [code, name] as const)
  const all = [...Object.entries(regions.names), ...retired]
    .filter(([code, name]) => !code.endsWith('00') || !PLACEHOLDER_CITIES.has(name))
    .map(([code, full]): Place => ({ code, full, short: shortNamesOf(full) }))
  const counties = all.filter(({ code }) => !code.endsWith('00'))
  const index: Index = {
    provinces: all.filter(({ code }) => code.endsWith('0000')),
    cities: all.filter(({ code }) => code.endsWith('00') && !code.endsWith('0000')),
    countiesByBeginning: Map.groupBy(counties, ({ full }) => full.slice(0, 2)),
    beginnings: new Set(all.map(({ full }) => full.slice(0, 2))),
    countiesByCity: Map.groupBy(counties, ({ code }) => cityCode(code)),
    countiesByProvince: Map.groupBy(counties, ({ code }) => provinceCode(code)),
  }
  indexes.set(regions, index)
  return index
}

/** 南京 of 南京市, 恩施 of 恩施土家族苗族自治州, 内蒙古 of 内蒙古自治区; a single character is not a name. */
function shortNamesOf(full: string): string[] {
  const candidates = [full.replace(SELF_GOVERNED, ''), full.replace(/自治[区州县旗]$/, ''), full.replace(KIND, '')]
  const short = candidates.find((each) => each.length >= 2 && each !== full)
  if (!short) return []
  return full.endsWith('自治州') ? [`${short}州`, short] : [short]
}
