import { expect, test } from 'vitest'
import { expiryAfterReturn } from './rules.ts'

test('a coupon that is given back keeps its time, or has a week when that is over', () => {
  const now = new Date('2026-03-02T02:00:00Z')
  const soon = new Date('2026-03-02T02:00:01Z')
  expect(expiryAfterReturn(soon, now)).toEqual(soon)
  expect(expiryAfterReturn(now, now)).toEqual(new Date('2026-03-09T02:00:00Z'))
})
