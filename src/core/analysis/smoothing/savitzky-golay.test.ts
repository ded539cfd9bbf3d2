import { expect, test } from 'vitest'
import { smoothed, smoothedWithSlope } from './savitzky-golay-rules.ts'

const seven = [0, 1, 2, 3, 4, 5, 6]
/** The weights of a filter are what it makes of a single one among zeros. */
const weights = (kind: 'value' | 'slope') =>
  [1, 2, 3, 4, 5].map((place) => {
    const y = seven.map((i) => (i === place ? 1 : 0))
    return smoothedWithSlope({ x: seven, y }, 4)[kind][3] ?? NaN
  })

test('on equal spacing the weights are those of Savitzky and Golay (1964): (−3, 12, 17, 12, −3)/35 and (−2, −1, 0, 1, 2)/10', () => {
  for (const [i, weight] of [-3, 12, 17, 12, -3].entries()) expect(weights('value')[i]).toBeCloseTo(weight / 35, 12)
  for (const [i, weight] of [-2, -1, 0, 1, 2].entries()) expect(weights('slope')[i]).toBeCloseTo(weight / 10, 12)
})

test('a parabola on uneven spacing keeps its values and slopes, also at the ends', () => {
  const x = [0, 0.3, 1, 1.1, 2.5, 2.6, 4, 7, 7.2, 9]
  const { value, slope } = smoothedWithSlope({ x, y: x.map((t) => 2 - 3 * t + t ** 2) }, 3)
  for (const [i, t] of x.entries()) {
    expect(value[i]).toBeCloseTo(2 - 3 * t + t ** 2, 9)
    expect(slope[i]).toBeCloseTo(-3 + 2 * t, 9)
  }
})

test('a cubic keeps its values in a window of points, on even and on uneven spacing and at both ends', () => {
  const cubic = (at: number) => 2 - 3 * at + at ** 2 - 0.1 * at ** 3
  const even = Array.from({ length: 21 }, (_, i) => i)
  for (const x of [even, even.map((i) => i + 0.3 * Math.sin(i))]) {
    for (const [i, value] of smoothed({ x, y: x.map(cubic) }, 7).entries()) expect(value).toBeCloseTo(cubic(x[i]!), 8)
  }
})
