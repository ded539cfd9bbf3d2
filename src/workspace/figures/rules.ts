import { addDays, fromShanghai, shanghaiDate } from '../../platform/time.ts'

// The range of days that the figures are for, and the range before it that they are compared with.

export const rangeKinds = {
  month: '本月',
  days30: '近 30 天',
  quarter: '本季度',
  year: '今年',
  own: '自选',
} as const
export type RangeKind = keyof typeof rangeKinds
export const rangeKindKeys = Object.keys(rangeKinds) as [RangeKind, ...RangeKind[]]

/** Days in Shanghai, both inclusive. */
export interface DayRange {
  from: string
  to: string
}

/** A range longer than this is refused. */
export const MOST_DAYS = 1100

export function dayPlus(day: string, days: number): string {
  return shanghaiDate(addDays(fromShanghai(day), days))
}

export function daysBetween({ from, to }: DayRange): number {
  return Math.round((fromShanghai(to).getTime() - fromShanghai(from).getTime()) / 86_400_000) + 1
}

/** The range up to today; `own` is what was asked, and nothing after today has happened. */
export function rangeOf(kind: RangeKind, today: string, own: DayRange): DayRange {
  const [year = '', month = ''] = today.split('-')
  switch (kind) {
    case 'month':
      return { from: `${year}-${month}-01`, to: today }
    case 'days30':
      return { from: dayPlus(today, -29), to: today }
    case 'quarter':
      return { from: `${year}-${String(Math.floor((Number(month) - 1) / 3) * 3 + 1).padStart(2, '0')}-01`, to: today }
    case 'year':
      return { from: `${year}-01-01`, to: today }
    default:
      return own
  }
}

const monthsBack = { month: 1, quarter: 3, year: 12 } as const

/**
 * The same part of the month, quarter or year before, so that a month that has just begun is compared with the beginning of the last one;
 * otherwise as many days before.
 */
export function rangeBefore(kind: RangeKind, range: DayRange): DayRange {
  if (kind === 'month' || kind === 'quarter' || kind === 'year') {
    const back = monthsBack[kind]
    const from = monthsEarlier(range.from, back)
    const last = dayPlus(range.from, -1)
    const same = monthsEarlier(range.to, back)
    return { from, to: same > last ? last : same }
  }
  return { from: dayPlus(range.from, -daysBetween(range)), to: dayPlus(range.from, -1) }
}

/** The same day so many months before, or the last day of that month when it is shorter. */
function monthsEarlier(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const first = new Date(Date.UTC(year, month - 1 - months, 1))
  const lastDate = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate()
  return `${first.toISOString().slice(0, 8)}${String(Math.min(date, lastDate)).padStart(2, '0')}`
}

/** The twelve months up to that of the day, the first first, as days. */
export function monthsUpTo(day: string): { month: string; range: DayRange; yearBefore: string }[] {
  return Array.from({ length: 12 }, (_, i) => {
    const from = monthsEarlier(`${day.slice(0, 7)}-01`, 11 - i)
    const last = dayPlus(monthsEarlier(from, -1), -1)
    return {
      month: from.slice(0, 7),
      range: { from, to: last > day ? day : last },
      yearBefore: monthsEarlier(from, 12).slice(0, 7),
    }
  })
}

/** The smallest value that at least this share of the counts reaches; null without counts. `counts` may be in any order. */
export function percentileOf(counts: readonly { value: number; count: number }[], share: number): number | null {
  const total = counts.reduce((sum, { count }) => sum + count, 0)
  if (total === 0) return null
  let seen = 0
  for (const { value, count } of counts.toSorted((a, b) => a.value - b.value)) {
    seen += count
    if (seen >= total * share) return value
  }
  return null
}

/** Tenths of a percent; null without a whole. */
export function shareOf(part: number, whole: number): number | null {
  return whole === 0 ? null : Math.round((part * 1000) / whole)
}

export const units = {
  count: '单',
  people: '位',
  fen: '元',
  tenths: '天',
  permille: '%',
  minutes: '小时',
} as const
export type Unit = keyof typeof units

/** A number as text with its unit. Whole yuan are enough for comparing. */
export function textOf(value: number | null, unit: Unit): string {
  if (value === null) return '—'
  const grouped = (number: number, digits: number) =>
    number.toLocaleString('zh-CN', { minimumFractionDigits: digits, maximumFractionDigits: digits })
  switch (unit) {
    case 'fen':
      return `${value < 0 ? '−' : ''}¥${grouped(Math.abs(value) / 100, 2)}`
    case 'tenths':
      return `${grouped(value / 10, 1)} 天`
    case 'permille':
      return `${grouped(value / 10, 1)}%`
    case 'minutes':
      return `${grouped(value / 60, 1)} 小时`
    default:
      return `${grouped(value, 0)} ${units[unit]}`
  }
}

/** Fen in ten thousand yuan, for a narrow place. */
export function shortText(fen: number): string {
  const wan = fen / 1_000_000
  return `${wan >= 100 || wan <= -100 ? Math.round(wan) : wan.toFixed(1)}万`
}

/** The difference in words: 增加, 减少 or 持平 with the number; empty when one of them is unknown. */
export function differenceText(value: number | null, before: number | null, unit: Unit, than = '上期'): string {
  if (value === null || before === null) return ''
  if (value === before) return `与${than}持平`
  const more = value > before
  if (unit === 'permille')
    return `比${than}${more ? '高' : '低'} ${(Math.abs(value - before) / 10).toFixed(1)} 个百分点`
  const percents = Math.round((Math.abs(value - before) * 100) / before)
  // Of a small number before, a share says nothing.
  const percent = before > 0 && percents < 1000 ? `（${percents}%）` : ''
  const verb = unit === 'tenths' ? (more ? '长' : '短') : more ? '多' : '少'
  return `比${than}${verb} ${textOf(Math.abs(value - before), unit)}${percent}`
}
