import { expect, test } from 'vitest'
import { expiryAfterReturn, lastValidDay } from './rules.ts'

test('[Q-106] a coupon that is given back keeps its time, or lasts to the end of the seventh day when that is over', () => {
  const now = new Date('2026-03-02T02:00:00Z')
  const soon = new Date('2026-03-02T02:00:01Z')
  expect(expiryAfterReturn(soon, now)).toEqual(soon)
  expect(expiryAfterReturn(now, now)).toEqual(new Date('2026-03-09T16:00:00Z'))
})

test('[Q-95] a coupon that expires at midnight lasts to the day before', () => {
  expect(lastValidDay(new Date('2026-12-29T16:00:00Z'))).toBe('2026-12-29')
  expect(lastValidDay(new Date('2026-12-29T16:00:01Z'))).toBe('2026-12-30')
})
