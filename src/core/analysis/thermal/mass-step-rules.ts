import { at, indexOfMost, type Points } from '../inputs/point-rules.ts'
import { prominent } from '../peaks/prominence-rules.ts'
import { smoothedWithSlope } from '../smoothing/savitzky-golay-rules.ts'

/** Steps of a thermogravimetric curve: peaks of the rate, plateaus between them, and the tangents of each step. */

export interface MassStep {
  /** Plateau points before and after the step, and the point of the highest rate. */
  before: number
  after: number
  peak: number
  /** Mass on the plateaus and at the peak in % of the initial mass. */
  massBefore: number
  massAfter: number
  massAtPeak: number
  /** Rate at the peak in %/°C; negative for a gain. */
  rate: number
  onset: number
  endset: number
  /** Rates on the plateaus as shares of the rate at the peak: 0 for a true plateau. */
  restBefore: number
  restAfter: number
}

export interface MassSteps {
  steps: MassStep[]
  mass: number[]
  /** Loss in %/°C. */
  rate: number[]
}

/** A plateau is the stretch around the lowest rate that exceeds it by no more than this share of the lower of both peaks. */
const plateauShare = 0.02

export function massSteps(points: Points, window: number, leastShare: number): MassSteps {
  const { value: mass, slope } = smoothedWithSlope(points, window)
  const rate = slope.map((s) => -s)
  const size = rate.map(Math.abs)
  const peaks = prominent(size, leastShare * Math.max(...size), 0)
  const edges = [
    plateau(points.x, size, 0, peaks[0] ?? 0),
    ...peaks.slice(1).map((peak, i) => plateau(points.x, size, at(peaks, i), peak)),
    plateau(points.x, size, peaks.at(-1) ?? 0, size.length - 1),
  ]
  const steps = peaks.map((peak, i) => oneStep(points.x, mass, rate, size, at(edges, i), peak, at(edges, i + 1)))
  return { steps, mass, rate }
}

function plateau(x: readonly number[], size: readonly number[], from: number, to: number): number {
  const lowest = indexOfMost(size.slice(from, to + 1).map((value) => -value)) + from
  const ceiling = at(size, lowest) + plateauShare * Math.min(...tops(size, from, to))
  let first = lowest
  let last = lowest
  while (first > from && at(size, first - 1) <= ceiling) first -= 1
  while (last < to && at(size, last + 1) <= ceiling) last += 1
  const middle = (at(x, first) + at(x, last)) / 2
  let best = first
  for (let i = first; i <= last; i++) if (Math.abs(at(x, i) - middle) < Math.abs(at(x, best) - middle)) best = i
  return best
}

/** Heights of the peaks at the ends of a stretch; the ends of the curve are none. */
function tops(size: readonly number[], from: number, to: number): number[] {
  const heights = [...(from > 0 ? [at(size, from)] : []), ...(to < size.length - 1 ? [at(size, to)] : [])]
  return heights.length > 0 ? heights : [Math.max(...size)]
}

function oneStep(
  x: readonly number[],
  mass: readonly number[],
  rate: readonly number[],
  size: readonly number[],
  before: number,
  peak: number,
  after: number,
): MassStep {
  const massAtPeak = at(mass, peak)
  const steepest = at(rate, peak)
  return {
    before,
    after,
    peak,
    massBefore: at(mass, before),
    massAfter: at(mass, after),
    massAtPeak,
    rate: steepest,
    onset: at(x, peak) - (at(mass, before) - massAtPeak) / steepest,
    endset: at(x, peak) + (massAtPeak - at(mass, after)) / steepest,
    restBefore: at(size, before) / Math.abs(steepest),
    restAfter: at(size, after) / Math.abs(steepest),
  }
}
