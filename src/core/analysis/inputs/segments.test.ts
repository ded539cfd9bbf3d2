import { expect, test } from 'vitest'
import { segmentsOf } from './segment-rules.ts'

test('turns are found, jitter is none', () => {
  const x = [0, 1, 2, 1.95, 3, 2, 1, 0, 0.02, -1, 0, 1]
  expect(segmentsOf(x, 0.1)).toEqual([
    { first: 0, last: 4, rising: true },
    { first: 4, last: 9, rising: false },
    { first: 9, last: 11, rising: true },
  ])
  expect(segmentsOf([1, 1, 1], 0.1)).toEqual([])
})
