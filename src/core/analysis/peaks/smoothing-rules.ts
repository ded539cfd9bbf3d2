import { fitColumns } from '../fitting/linear-rules.ts'

/**
 * Savitzky–Golay smoothing (1964) with a cubic through an odd number of points. Evenly spaced points share one set of weights; otherwise, and
 * at both ends, the cubic is fitted to the nearest points.
 */
export function smoothed(x: readonly number[], y: readonly number[], width: number): number[] {
  const half = Math.floor(width / 2)
  if (half < 2 || x.length <= width) return [...y]
  const even = isEven(x)
  const weights = even ? centreWeights(half) : []
  return y.map((_, i) => {
    if (even && i >= half && i + half < y.length) {
      return weights.reduce((total, weight, k) => total + weight * (y[i - half + k] as number), 0)
    }
    const from = Math.min(Math.max(0, i - half), y.length - width)
    return cubicAt(x.slice(from, from + 2 * half + 1), y.slice(from, from + 2 * half + 1), x[i] as number)
  })
}

export function isEven(x: readonly number[]): boolean {
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

function cubicAt(x: readonly number[], y: readonly number[], at: number): number {
  const scale = (x.at(-1) as number) - (x[0] as number)
  const columns = [0, 1, 2, 3].map((power) => x.map((value) => ((value - at) / scale) ** power))
  return fitColumns(columns, y)?.coefficients[0] ?? (y[x.indexOf(at)] as number)
}

/**
 * Standard deviation of the noise from second differences, by their median, so that peaks do not count (normal noise: σ = 1.4826·median/√6).
 */
export function noiseOf(y: readonly number[]): number {
  const differences = y.slice(2).map((value, i) => Math.abs(value - 2 * (y[i + 1] as number) + (y[i] as number)))
  return (1.4826 * median(differences)) / Math.sqrt(6)
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length / 2
  if (sorted.length === 0) return Number.NaN
  return sorted.length % 2 === 1
    ? (sorted[Math.floor(middle)] as number)
    : ((sorted[middle - 1] as number) + (sorted[middle] as number)) / 2
}
