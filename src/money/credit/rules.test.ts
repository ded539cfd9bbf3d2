import { expect, test } from 'vitest'
import { openingLimitFen } from './rules.ts'

test('each type of customer begins with the limit of its type, and a person without a type with none', () => {
  const limits = { student: 1, individual: 2, enterprise: 3, teacher: 4 }
  expect([0, 1, 2, 3, null].map((type) => openingLimitFen(type, limits))).toEqual([1, 2, 3, 4, 0])
})
