import { describe, expect, it } from 'vitest'
import { dateShifter } from './shift.ts'

describe('the dates of the demo', () => {
  const shifted = dateShifter('2026-11-23', 100)

  it('move by whole days in times, numbers of documents and sentences', () => {
    expect(shifted('{"at":"2026-11-23T02:40:00+00:00","day":"2026-02-28"}')).toBe(
      '{"at":"2027-03-03T02:40:00+00:00","day":"2026-06-08"}',
    )
    expect(shifted('MX26112300001 MX2611230000103 HT26022800002')).toBe('MX27030300001 MX2703030000103 HT26060800002')
    expect(shifted(String.raw`"LIFE-1\t2026-11-23 10:20\tMX26112300001"`)).toBe(
      String.raw`"LIFE-1\t2027-03-03 10:20\tMX27030300001"`,
    )
    expect(shifted('取样时间 11月24日（周二）09:00')).toBe('取样时间 3月4日（周四）09:00')
    // Before the end of the life, so a day of the year before.
    expect(shifted('12月1日')).toBe('3月11日')
  })

  it('of other times stay, and what only looks like a date too', () => {
    for (const text of [
      'GB/T 228.1-2021',
      '1999-01-01',
      '2026-13-45',
      'MX22222A',
      'SF1234567890',
      'ISO 2026-11',
      '91330100799655058B',
    ])
      expect(shifted(text)).toBe(text)
  })

  it('keep their order across leap days and years', () => {
    const far = dateShifter('2026-11-23', 465)
    const days = ['2026-11-20', '2026-11-21', '2026-11-22', '2026-11-23'].map((day) => far(day))
    expect(days).toEqual(['2028-02-28', '2028-02-29', '2028-03-01', '2028-03-02'])
    expect(dateShifter('2026-11-23', 0)('2026-11-23 MX26112300001 11月23日（周一）')).toBe(
      '2026-11-23 MX26112300001 11月23日（周一）',
    )
  })
})
