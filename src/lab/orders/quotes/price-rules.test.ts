import { expect, test } from 'vitest'
import { agreedFen, agreedGrossFen } from './price-rules.ts'

const row = { quoteFen: null, estimateFen: 10_000, retestFeeFen: 0, reductionFen: 0, discountFen: 0 }

test('the quote stands before the estimate, and without both nothing is agreed', () => {
  expect(agreedFen(row)).toBe(10_000)
  expect(agreedFen({ ...row, quoteFen: 0 })).toBe(0)
  expect(agreedFen({ ...row, estimateFen: null, retestFeeFen: 500 })).toBeNull()
})

test('fees of retests are added, reductions and coupons taken off, and it is never below zero', () => {
  expect(agreedFen({ ...row, retestFeeFen: 500, reductionFen: 200, discountFen: 100 })).toBe(10_200)
  expect(agreedGrossFen({ ...row, retestFeeFen: 500, reductionFen: 200, discountFen: 100 })).toBe(10_300)
  expect(agreedFen({ ...row, reductionFen: 10_001 })).toBe(0)
  expect(agreedFen({ ...row, discountFen: 10_001 })).toBe(0)
})
