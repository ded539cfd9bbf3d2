import { describe, expect, it } from 'vitest'
import {
  differenceText,
  monthsUpTo,
  percentileOf,
  rangeBefore,
  rangeOf,
  type RangeKind,
  shareOf,
  shortText,
  textOf,
} from './rules.ts'

const today = '2026-03-31'
const own = { from: '2026-02-10', to: '2026-02-19' }

describe('the range of the figures', () => {
  it.each<[RangeKind, string, string, string, string]>([
    // The last day of March has no equal in February.
    ['month', '2026-03-01', '2026-03-31', '2026-02-01', '2026-02-28'],
    ['days30', '2026-03-02', '2026-03-31', '2026-01-31', '2026-03-01'],
    ['quarter', '2026-01-01', '2026-03-31', '2025-10-01', '2025-12-31'],
    ['year', '2026-01-01', '2026-03-31', '2025-01-01', '2025-03-31'],
    ['own', '2026-02-10', '2026-02-19', '2026-01-31', '2026-02-09'],
  ])('%s is compared with as much of the time before', (kind, from, to, beforeFrom, beforeTo) => {
    const range = rangeOf(kind, today, own)
    expect([range, rangeBefore(kind, range)]).toEqual([
      { from, to },
      { from: beforeFrom, to: beforeTo },
    ])
  })

  it('the first days of a month are compared with the first days of the last one', () => {
    const range = rangeOf('month', '2026-01-03', own)
    expect(rangeBefore('month', range)).toEqual({ from: '2025-12-01', to: '2025-12-03' })
  })

  it('the months of a year end with the month of the day, which is not over', () => {
    const months = monthsUpTo('2026-03-15')
    expect(months).toHaveLength(12)
    expect(months[0]).toEqual({
      month: '2025-04',
      range: { from: '2025-04-01', to: '2025-04-30' },
      yearBefore: '2024-04',
    })
    expect(months.at(-1)?.range).toEqual({ from: '2026-03-01', to: '2026-03-15' })
  })
})

describe('numbers of the figures', () => {
  it('the median and the ninetieth percentile are values that occur', () => {
    const counts = [
      { value: 90, count: 1 },
      { value: 10, count: 5 },
      { value: 30, count: 4 },
    ]
    expect([percentileOf(counts, 0.5), percentileOf(counts, 0.9), percentileOf(counts, 0.91)]).toEqual([10, 30, 90])
    expect(percentileOf([], 0.5)).toBeNull()
  })

  it('a share of nothing is unknown', () => {
    expect([shareOf(1, 3), shareOf(0, 0)]).toEqual([333, null])
  })

  it('are written with their unit, and negative amounts with a minus sign', () => {
    expect([textOf(1234, 'count'), textOf(-123456, 'fen'), textOf(35, 'tenths'), textOf(955, 'permille')]).toEqual([
      '1,234 单',
      '−¥1,234.56',
      '3.5 天',
      '95.5%',
    ])
    expect([textOf(90, 'minutes'), textOf(null, 'fen'), shortText(123_456_789)]).toEqual(['1.5 小时', '—', '123万'])
  })

  it('the difference is said in words, so that no colour is needed', () => {
    expect(differenceText(12, 10, 'count')).toBe('比上期多 2 单（20%）')
    expect(differenceText(30, 35, 'tenths')).toBe('比上期短 0.5 天（14%）')
    expect(differenceText(955, 970, 'permille')).toBe('比上期低 1.5 个百分点')
    expect(differenceText(5, 0, 'count')).toBe('比上期多 5 单')
    expect([differenceText(7, 7, 'fen', '上年同月'), differenceText(7, null, 'fen')]).toEqual(['与上年同月持平', ''])
  })
})
