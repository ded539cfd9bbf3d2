import { expect, test } from 'vitest'
import { fromShanghai, shanghaiTime } from '../time.ts'
import { daily, monthly, nextDue, type Schedule, weekly } from './schedule.ts'

const next = (schedule: Schedule, after: string) => shanghaiTime(nextDue(schedule, fromShanghai(after))).slice(0, 16)

// 2026-03-02 is a Monday.
test.each([
  [{ everyHours: 6 }, '2026-03-02 10:00', '2026-03-02 16:00'],
  [daily('03:30'), '2026-03-02 03:29', '2026-03-02 03:30'],
  [daily('03:30'), '2026-03-02 03:30', '2026-03-03 03:30'],
  [daily('03:30'), '2026-12-31 23:59', '2027-01-01 03:30'],
  [weekly(1, '09:00'), '2026-03-02 08:59', '2026-03-02 09:00'],
  [weekly(1, '09:00'), '2026-03-02 09:00', '2026-03-09 09:00'],
  [weekly(7, '00:00'), '2026-03-02 09:00', '2026-03-08 00:00'],
  [monthly(1, '06:00'), '2026-03-01 06:00', '2026-04-01 06:00'],
  [monthly(28, '06:00'), '2026-01-29 00:00', '2026-02-28 06:00'],
])('%o after %s is due at %s', (schedule, after, due) => {
  expect(next(schedule, after)).toBe(due)
})

test('a time that some days or months do not have is refused in the declaration', () => {
  for (const declare of [
    () => daily('24:00'),
    () => daily('3:30'),
    () => monthly(29, '06:00'),
    () => monthly(0, '06:00'),
  ])
    expect(declare).toThrow('not a time')
})
