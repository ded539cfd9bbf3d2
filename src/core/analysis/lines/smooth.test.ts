import { expect, test } from 'vitest'
import { prominent } from './top-rules.ts'
import { segmentsOf } from './segment-rules.ts'
import { smoothed } from './smooth-rules.ts'
import { inverse, solve } from './solve-rules.ts'

const seven = [0, 1, 2, 3, 4, 5, 6]
/** The weights of a filter are what it makes of a single one among zeros. */
const weights = (kind: 'value' | 'slope') =>
  [1, 2, 3, 4, 5].map((place) => smoothed({ x: seven, y: seven.map((i) => (i === place ? 1 : 0)) }, 4)[kind][3] ?? NaN)

test('on equal spacing the weights are those of Savitzky and Golay (1964): (−3, 12, 17, 12, −3)/35 and (−2, −1, 0, 1, 2)/10', () => {
  for (const [i, weight] of [-3, 12, 17, 12, -3].entries()) expect(weights('value')[i]).toBeCloseTo(weight / 35, 12)
  for (const [i, weight] of [-2, -1, 0, 1, 2].entries()) expect(weights('slope')[i]).toBeCloseTo(weight / 10, 12)
})

test('a parabola on uneven spacing keeps its values and slopes, also at the ends', () => {
  const x = [0, 0.3, 1, 1.1, 2.5, 2.6, 4, 7, 7.2, 9]
  const { value, slope } = smoothed({ x, y: x.map((t) => 2 - 3 * t + t ** 2) }, 3)
  for (const [i, t] of x.entries()) {
    expect(value[i]).toBeCloseTo(2 - 3 * t + t ** 2, 9)
    expect(slope[i]).toBeCloseTo(-3 + 2 * t, 9)
  }
})

test('turns are found, jitter is none', () => {
  const x = [0, 1, 2, 1.95, 3, 2, 1, 0, 0.02, -1, 0, 1]
  expect(segmentsOf(x, 0.1)).toEqual([
    { first: 0, last: 4, rising: true },
    { first: 4, last: 9, rising: false },
    { first: 9, last: 11, rising: true },
  ])
  expect(segmentsOf([1, 1, 1], 0.1)).toEqual([])
})

test('peaks count by what they rise over their valleys', () => {
  expect(prominent([0, 5, 4.5, 5.2, 0, 1, 0.5], 1)).toEqual([3])
  expect(prominent([0, 5, 1, 5.2, 0, 1, 0.5], 1)).toEqual([1, 3])
})

test('a singular system has no solution', () => {
  expect(
    solve(
      [
        [2, 1],
        [1, 3],
      ],
      [3, 5],
    )?.map((v) => Math.round(v * 1e9) / 1e9),
  ).toEqual([0.8, 1.4])
  expect(
    solve(
      [
        [1, 2],
        [2, 4],
      ],
      [1, 2],
    ),
  ).toBeUndefined()
  expect(
    inverse([
      [4, 7],
      [2, 6],
    ])
      ?.flat()
      .map((v) => Math.round(v * 10) / 10),
  ).toEqual([0.6, -0.7, -0.2, 0.4])
})
