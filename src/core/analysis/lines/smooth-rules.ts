import { at, type Points } from './point-rules.ts'
import { solve } from './solve-rules.ts'

/**
 * Savitzky-Golay smoothing and derivative for positions with any spacing: a parabola is fitted to the points around each one, in their true
 * positions. On equal spacing this is the filter of the paper; the tables of weights of the usual libraries hold only for that.
 */

const leastPoints = 5

/** Points within half a window of each point, five at least. Ascending positions without repetition. */
export function smoothed(points: Points, window: number): { value: number[]; slope: number[] } {
  const value: number[] = []
  const slope: number[] = []
  const n = points.x.length
  let first = 0
  let last = 0
  for (let i = 0; i < n; i++) {
    const here = at(points.x, i)
    while (here - at(points.x, first) > window / 2) first += 1
    while (last < n - 1 && at(points.x, last + 1) - here <= window / 2) last += 1
    const fit = parabola(points, ...widened(first, last, i, n), here)
    value.push(fit[0])
    slope.push(fit[1])
  }
  return { value, slope }
}

function widened(first: number, last: number, i: number, n: number): [number, number] {
  if (last - first + 1 >= leastPoints) return [first, last]
  const from = Math.max(0, Math.min(i - (leastPoints >> 1), n - leastPoints))
  return [from, Math.min(n - 1, from + leastPoints - 1)]
}

/** Value and slope at `here`; the scale keeps the sums of powers near 1. */
function parabola({ x, y }: Points, first: number, last: number, here: number): [number, number] {
  const scale = Math.max(at(x, last) - here, here - at(x, first))
  // Written out, because curves of thousands of points with windows of hundreds pass through here.
  let [u1, u2, u3, u4, y0, y1, y2] = [0, 0, 0, 0, 0, 0, 0]
  for (let i = first; i <= last; i++) {
    const u = (at(x, i) - here) / scale
    const square = u * u
    const value = at(y, i)
    u1 += u
    u2 += square
    u3 += square * u
    u4 += square * square
    y0 += value
    y1 += value * u
    y2 += value * square
  }
  const rows = [
    [last - first + 1, u1, u2],
    [u1, u2, u3],
    [u2, u3, u4],
  ]
  const fit = solve(rows, [y0, y1, y2])
  if (!fit) throw new Error('fewer than three positions in a window')
  return [at(fit, 0), at(fit, 1) / scale]
}
