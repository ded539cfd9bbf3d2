import { at, type Points } from '../inputs/point-rules.ts'
import { NotAnalysable } from '../tool-rules.ts'

/** Ordinary least squares of a straight line. Sums are taken from the means, which keeps the figures of long columns of large numbers. */

export interface StraightLine {
  slope: number
  intercept: number
  /** Standard deviations; 0 with two points, where nothing is left to estimate them from. */
  slopeError: number
  interceptError: number
  /** Covariance of slope and intercept. */
  covariance: number
  /** Standard deviation of the residuals. */
  residual: number
  r: number
  /** Coefficient of determination R². */
  determination: number
  count: number
}

export function straightLine({ x, y }: Points): StraightLine {
  const n = x.length
  if (n < 2) throw new NotAnalysable(`拟合直线至少需要 2 个点，所选范围内只有 ${n} 个，请放宽范围。`)
  const meanX = mean(x)
  const meanY = mean(y)
  let xx = 0
  let xy = 0
  let yy = 0
  for (let i = 0; i < n; i++) {
    const dx = at(x, i) - meanX
    const dy = at(y, i) - meanY
    xx += dx * dx
    xy += dx * dy
    yy += dy * dy
  }
  if (xx === 0) throw new NotAnalysable('所选范围内横轴的值全部相同，无法拟合直线。')
  const slope = xy / xx
  const intercept = meanY - slope * meanX
  let rest = 0
  for (let i = 0; i < n; i++) rest += (at(y, i) - intercept - slope * at(x, i)) ** 2
  const variance = n > 2 ? rest / (n - 2) : 0
  return {
    slope,
    intercept,
    slopeError: Math.sqrt(variance / xx),
    interceptError: Math.sqrt(variance * (1 / n + meanX ** 2 / xx)),
    covariance: (-meanX * variance) / xx,
    residual: Math.sqrt(variance),
    r: yy === 0 ? 1 : xy / Math.sqrt(xx * yy),
    determination: yy === 0 ? 1 : 1 - rest / yy,
    count: n,
  }
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

/** The same line at both ends of a range, to draw it. */
export function drawn(label: string, line: { slope: number; intercept: number }, from: number, to: number) {
  return { label, x: [from, to], y: [line.intercept + line.slope * from, line.intercept + line.slope * to] }
}
