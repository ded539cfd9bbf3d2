// A lognormal distribution of sizes, of which all means are known.
import type { Curve } from '../tool-rules.ts'

export const MEDIAN = 20
export const SIGMA = Math.log(1.8)

/** The normal distribution function by Simpson's rule. */
function normal(z: number): number {
  const n = 400
  const from = -8
  const h = (z - from) / n
  let sum = 0
  for (let i = 0; i <= n; i++)
    sum += (i === 0 || i === n ? 1 : i % 2 === 1 ? 4 : 2) * Math.exp(-((from + i * h) ** 2) / 2)
  return (sum * h) / 3 / Math.sqrt(2 * Math.PI)
}
export const under = (x: number) => normal(Math.log(x / MEDIAN) / SIGMA)
export const limits = Array.from({ length: 101 }, (_, i) => 0.5 * 2000 ** (i / 100))

export const sizes = (x: number[], y: number[], xLabel = '粒径 (µm)'): Curve => ({
  label: '',
  x,
  y,
  xLabel,
  yLabel: '',
})
export const inClasses = (place: 'centre' | 'upper' | 'lower') =>
  sizes(
    limits
      .slice(1)
      .map((limit, i) => (place === 'upper' ? limit : place === 'lower' ? limits[i]! : Math.sqrt(limit * limits[i]!))),
    limits.slice(1).map((limit, i) => 100 * (under(limit) - under(limits[i]!))),
  )
/** Hatch and Choate, J. Franklin Inst. 207 (1929) 369: means of the lognormal distribution by median and geometric standard deviation. */
export const HATCH_CHOATE = {
  d10: MEDIAN * Math.exp(-1.2815515655 * SIGMA),
  d50: MEDIAN,
  d90: MEDIAN * Math.exp(1.2815515655 * SIGMA),
  'D[4,3]': MEDIAN * Math.exp(0.5 * SIGMA ** 2),
  'D[3,2]': MEDIAN * Math.exp(-0.5 * SIGMA ** 2),
}
