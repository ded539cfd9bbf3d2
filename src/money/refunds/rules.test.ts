import { expect, test } from 'vitest'
import { isTooOld, refundNo, sendTime } from './rules.ts'

const now = new Date('2026-03-02T02:00:00Z')

test('a payment can be refunded through its channel for a year', () => {
  expect(isTooOld(new Date('2025-03-02T02:00:00Z'), now)).toBe(false)
  expect(isTooOld(new Date('2025-03-02T01:59:59Z'), now)).toBe(true)
})

test('refunds of one payment leave a minute apart, and never in the past', () => {
  expect(sendTime(null, now)).toEqual(now)
  expect(sendTime(new Date('2026-03-02T01:59:30Z'), now)).toEqual(new Date('2026-03-02T02:00:30Z'))
  expect(sendTime(new Date('2026-03-02T01:58:00Z'), now)).toEqual(now)
})

test('the number of a refund has its day, six digits and its letters', () => {
  expect(refundNo('2026-03-02', 7, 'abcd')).toBe('TK260302000007abcd')
})
