import { at, indexOfMost, nearest, type Points } from '../inputs/point-rules.ts'
import { NotAnalysable } from '../tool-rules.ts'

/** One peak of a heat flow: its limits, its baseline and its area. Positions are indices into ascending points. */

export interface Limits {
  first: number
  last: number
}

/** Where the slope is less than this share of the steepest, the peak has ended. */
const flat = 0.01

/**
 * Limits of the largest peak over the chord from end to end: from each flank outwards to where the curve is as steep as the chord, and on by
 * half the way, because the tails of a peak are long.
 */
export function findLimits(x: readonly number[], value: readonly number[], slope: readonly number[]): Limits {
  const last = x.length - 1
  const chord = (at(value, last) - at(value, 0)) / (at(x, last) - at(x, 0))
  const over = value.map((y, i) => Math.abs(y - at(value, 0) - chord * (at(x, i) - at(x, 0))))
  const top = indexOfMost(over)
  const steep = slope.map((s) => Math.abs(s - chord))
  const side = (end: number) => {
    const step = end > top ? 1 : -1
    const flank = steepest(steep, top, end)
    let i = flank
    while (i !== end && at(steep, i) > flat * at(steep, flank)) i += step
    const position = at(x, i) + (at(x, i) - at(x, top)) / 2
    return nearest(x, position)
  }
  return { first: side(0), last: side(last) }
}

export function steepest(steep: readonly number[], from: number, to: number): number {
  const [low, high] = from < to ? [from, to] : [to, from]
  return indexOfMost(steep.slice(low, high + 1)) + low
}

/** Baseline values from `first` to `last`: a straight line, or a change that follows the area already under the peak. */
export function baselineOf(kind: string, x: readonly number[], value: readonly number[]): number[] {
  const last = x.length - 1
  const rise = at(value, last) - at(value, 0)
  const straight = x.map((t) => at(value, 0) + (rise * (t - at(x, 0))) / (at(x, last) - at(x, 0)))
  return kind === 'straight' ? straight : sigmoid(x, value, straight)
}

function sigmoid(x: readonly number[], value: readonly number[], begin: number[]): number[] {
  const last = x.length - 1
  const rise = at(value, last) - at(value, 0)
  let base = begin
  for (let round = 0; round < 100; round++) {
    const over = value.map((y, i) => y - at(base, i))
    const sums = running({ x, y: over })
    const whole = at(sums, last)
    if (whole === 0) break
    const next = sums.map((sum) => at(value, 0) + (rise * sum) / whole)
    const change = Math.max(...next.map((b, i) => Math.abs(b - at(base, i))))
    base = next
    if (change <= 1e-7 * Math.max(...over.map(Math.abs))) return base
  }
  throw new NotAnalysable('S 形基线的迭代没有收敛：峰面积太小或两端的水平相差太大。请改用直线基线，或修改范围。')
}

/** Area from the first point to each point. */
function running({ x, y }: Points): number[] {
  let sum = 0
  return x.map((t, i) => {
    if (i > 0) sum += ((at(y, i) + at(y, i - 1)) / 2) * (t - at(x, i - 1))
    return sum
  })
}
