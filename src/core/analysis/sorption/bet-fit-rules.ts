import { straightLine, type StraightLine } from '../fitting/straight-line-rules.ts'
import { at, indexOfMost, part, type Points } from '../inputs/point-rules.ts'

/** The BET plot of one range, and the criteria of Rouquerol that say whether the range may be used. */

export interface BetFit {
  first: number
  last: number
  line: StraightLine
  /** Capacity of the monolayer in cm³ STP/g. */
  vm: number
  vmError: number
  c: number
  /** Pressure at which the isotherm itself holds vm; undefined when it never does. */
  monolayerAt: number | undefined
  /** Pressure that the BET equation gives for vm: 1/(√C + 1). */
  theoryAt: number
}

/** Fewer points do not show whether the plot is straight. */
export const leastPoints = 5
/** Rouquerol's fourth criterion: both pressures of the monolayer agree within 20 %. */
const agreement = 0.2
/** Squared r of the range that is found; a range given by the person is only warned of. */
export const leastR2 = 0.9995

export function betTransform({ x, y }: Points): { x: number[]; y: number[] } {
  return { x: [...x], y: x.map((p, i) => p / (at(y, i) * (1 - p))) }
}

export function rouquerolTransform({ x, y }: Points): number[] {
  return x.map((p, i) => at(y, i) * (1 - p))
}

export function fitBet(isotherm: Points, first: number, last: number): BetFit {
  const line = straightLine(betTransform(part(isotherm, first, last)))
  const vm = 1 / (line.slope + line.intercept)
  const c = 1 + line.slope / line.intercept
  const variance = line.slopeError ** 2 + line.interceptError ** 2 + 2 * line.covariance
  return {
    first,
    last,
    line,
    vm,
    vmError: vm ** 2 * Math.sqrt(Math.max(0, variance)),
    c,
    monolayerAt: pressureAt(isotherm, vm),
    theoryAt: 1 / (Math.sqrt(c) + 1),
  }
}

function pressureAt({ x, y }: Points, amount: number): number | undefined {
  const above = y.findIndex((value) => value >= amount)
  if (above < 0) return undefined
  if (above === 0) return at(x, 0)
  const share = (amount - at(y, above - 1)) / (at(y, above) - at(y, above - 1))
  return at(x, above - 1) + share * (at(x, above) - at(x, above - 1))
}

/** The criteria in the order of the standard; a failed one is a sentence. */
export function failedCriteria(isotherm: Points, fit: BetFit): string[] {
  const failed: string[] = []
  const rising = rouquerolTransform(part(isotherm, fit.first, fit.last))
  if (rising.some((value, i) => i > 0 && value <= at(rising, i - 1))) failed.push('① v(1−p/p₀) 在范围内没有持续上升')
  if (!(fit.c > 0 && fit.line.intercept > 0)) failed.push('② C 不为正值')
  const { monolayerAt } = fit
  const inside =
    monolayerAt !== undefined && monolayerAt >= at(isotherm.x, fit.first) && monolayerAt <= at(isotherm.x, fit.last)
  if (!inside) failed.push('③ 单层吸附量对应的压力不在范围内')
  const agrees = monolayerAt !== undefined && Math.abs(monolayerAt / fit.theoryAt - 1) <= agreement
  if (!agrees) failed.push('④ 1/(√C+1) 与单层吸附量对应的压力相差超过 20%')
  return failed
}

/**
 * The range that ends at the highest pressure and, among these, begins at the lowest, of those that meet all criteria and are straight. It
 * lies below the maximum of v(1−p/p₀). Every pair of ends is tried; of more than 150 points only every second, third, … point is an end.
 */
export function findRange(isotherm: Points, most: number): BetFit | undefined {
  const rising = rouquerolTransform(
    part(
      isotherm,
      0,
      isotherm.x.findLastIndex((p) => p <= most),
    ),
  )
  if (rising.length < leastPoints) return undefined
  const end = indexOfMost(rising)
  const stride = Math.ceil((end + 1) / 150)
  for (let last = end; last >= leastPoints - 1; last -= stride) {
    for (let first = 0; first <= last - leastPoints + 1; first += stride) {
      const fit = fitBet(isotherm, first, last)
      if (fit.line.r ** 2 >= leastR2 && failedCriteria(isotherm, fit).length === 0) return fit
    }
  }
  return undefined
}

/** The BET equation itself, to draw the fit over the isotherm. */
export function betAmount(vm: number, c: number, p: number): number {
  return (vm * c * p) / ((1 - p) * (1 + (c - 1) * p))
}
