import { expect, test } from 'vitest'
import { monthsUntil, periodOf, yearsUntil } from './rules.ts'

test('a month begins and ends at midnight in Shanghai, a year is twelve months', () => {
  const march = periodOf('2026-03')
  expect([march.from.toISOString(), march.until.toISOString()]).toEqual([
    '2026-02-28T16:00:00.000Z',
    '2026-03-31T16:00:00.000Z',
  ])
  expect([march.firstDay, march.lastDay, march.label]).toEqual(['2026-03-01', '2026-03-31', '2026 年 3 月'])
  const year = periodOf('2026')
  expect([year.firstDay, year.lastDay, year.months.length]).toEqual(['2026-01-01', '2026-12-31', 12])
  expect(periodOf('2026-12').until.toISOString()).toBe('2026-12-31T16:00:00.000Z')
})

test('the running month by Shanghai and two years before can be chosen', () => {
  // 17:00 UTC of the last day is the next month in Shanghai.
  const months = monthsUntil(new Date('2026-03-31T17:00:00Z'))
  expect([months[0], months.at(-1), months.length]).toEqual(['2026-04', '2024-04', 25])
  expect(yearsUntil(new Date('2026-01-01T00:00:00Z'))).toEqual(['2026', '2025', '2024'])
})

test('[Q-101] no month before the account was opened can be chosen', () => {
  const now = new Date('2026-03-10T00:00:00Z')
  // 17:00 UTC of the last day is the next month in Shanghai.
  const openedAt = new Date('2025-11-30T17:00:00Z')
  expect(monthsUntil(now, openedAt)).toEqual(['2026-03', '2026-02', '2026-01', '2025-12'])
  expect(yearsUntil(now, openedAt)).toEqual(['2026', '2025'])
  expect(monthsUntil(now, now)).toEqual(['2026-03'])
})
