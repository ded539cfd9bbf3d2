import { dependent, solve } from '../fitting/linear-rules.ts'
import { at, type Points } from '../inputs/point-rules.ts'

/**
 * Savitzky–Golay smoothing (1964): a polynomial is fitted to the points around each one, in their true positions. On equal spacing this is the
 * filter of the paper; the tables of weights of the usual libraries hold only for that. Peaks are smoothed by a window of so many points,
 * flanks and steps by a window of the axis, with the slope.
 */

/**
 * Values of a cubic through an odd number of points. Evenly spaced points share one set of weights; otherwise, and at both ends, the cubic is
 * fitted to the nearest points.
 */
export function smoothed({ x, y }: Points, count: number): number[] {
  const half = Math.floor(count / 2)
  if (half < 2 || x.length <= count) return [...y]
  const even = isEven(x)
  const weights = even ? centreWeights(half) : []
  return y.map((value, i) => {
    if (even && i >= half && i + half < y.length) {
      return weights.reduce((total, weight, k) => total + weight * (y[i - half + k] as number), 0)
    }
    const from = Math.min(Math.max(0, i - half), y.length - count)
    return polynomial({ x, y }, from, Math.min(from + 2 * half, y.length - 1), at(x, i), 3, dependent)?.value ?? value
  })
}

function isEven(x: readonly number[]): boolean {
  const step = ((x.at(-1) as number) - (x[0] as number)) / (x.length - 1)
  return x.every((value, i) => i === 0 || Math.abs(value - (x[i - 1] as number) - step) < 0.02 * step)
}

/** Weights of the value in the middle (Savitzky and Golay 1964; Madden 1978). */
function centreWeights(half: number): number[] {
  const divisor = ((2 * half - 1) * (2 * half + 1) * (2 * half + 3)) / 3
  return Array.from({ length: 2 * half + 1 }, (_, k) => {
    const i = k - half
    return (3 * half * half + 3 * half - 1 - 5 * i * i) / divisor
  })
}

const leastPoints = 5

/** Values and slopes of a parabola through the points within half a `window` of each point, five at least. Ascending positions, each once. */
export function smoothedWithSlope(points: Points, window: number): { value: number[]; slope: number[] } {
  const value: number[] = []
  const slope: number[] = []
  const n = points.x.length
  let first = 0
  let last = 0
  for (let i = 0; i < n; i++) {
    const here = at(points.x, i)
    while (here - at(points.x, first) > window / 2) first += 1
    while (last < n - 1 && at(points.x, last + 1) - here <= window / 2) last += 1
    const fit = polynomial(points, ...widened(first, last, i, n), here, 2)
    if (!fit) throw new Error('fewer than three positions in a window')
    value.push(fit.value)
    slope.push(fit.slope)
  }
  return { value, slope }
}

function widened(first: number, last: number, i: number, n: number): [number, number] {
  if (last - first + 1 >= leastPoints) return [first, last]
  const from = Math.max(0, Math.min(i - (leastPoints >> 1), n - leastPoints))
  return [from, Math.min(n - 1, from + leastPoints - 1)]
}

/** Value and slope at `here` of the polynomial through the points from `first` to `last`; the scale keeps the sums of powers near 1. */
function polynomial(
  { x, y }: Points,
  first: number,
  last: number,
  here: number,
  degree: number,
  leastPivot?: number,
): { value: number; slope: number } | undefined {
  const scale = Math.max(at(x, last) - here, here - at(x, first))
  const powers = Array.from({ length: 2 * degree + 1 }, () => 0)
  const right = Array.from({ length: degree + 1 }, () => 0)
  // Loops without callbacks, because curves of thousands of points with windows of hundreds pass through here.
  for (let i = first; i <= last; i++) {
    const u = (at(x, i) - here) / scale
    let power = 1
    for (let k = 0; k <= 2 * degree; k++) {
      powers[k] = at(powers, k) + power
      if (k <= degree) right[k] = at(right, k) + power * at(y, i)
      power *= u
    }
  }
  const fit = solve(
    right.map((_, row) => right.map((_, column) => at(powers, row + column))),
    right,
    leastPivot,
  )
  return fit && { value: at(fit, 0), slope: at(fit, 1) / scale }
}
