import { fitPolynomial } from '../fitting/linear-rules.ts'
import type { Points } from '../inputs/point-rules.ts'

export interface SmoothBaseline {
  y: number[]
  converged: boolean
  iterations: number
}

const MOST_ITERATIONS = 100

/**
 * Asymmetric least squares (Eilers and Boelens 2005): Σ w(y−z)² + λ Σ(Δ²z)² is minimal, where points above the baseline weigh p and points below
 * it 1 − p; repeated until no point changes sides.
 */
export function asymmetricBaseline(y: readonly number[], lambda: number, asymmetry: number): SmoothBaseline {
  let weights = y.map(() => 1)
  let baseline = [...y]
  for (let iterations = 1; iterations <= MOST_ITERATIONS; iterations++) {
    baseline = smoothUnderWeights(y, weights, lambda)
    const next = y.map((value, i) => (value > (baseline[i] as number) ? asymmetry : 1 - asymmetry))
    const changed = next.some((weight, i) => weight !== weights[i])
    if (!changed) return { y: baseline, converged: true, iterations }
    weights = next
  }
  return { y: baseline, converged: false, iterations: MOST_ITERATIONS }
}

/** Solves (W + λ DᵀD) z = W y, D the second differences: five diagonals, by LDLᵀ. */
function smoothUnderWeights(y: readonly number[], weights: readonly number[], lambda: number): number[] {
  const n = y.length
  const pivots: number[] = []
  const first: number[] = []
  const second: number[] = []
  const z: number[] = []
  for (let i = 0; i < n; i++) {
    const edge = Math.min(i, n - 1 - i)
    const main = (weights[i] as number) + lambda * (edge === 0 ? 1 : edge === 1 ? 5 : 6)
    const near = i + 1 < n ? lambda * (i === 0 || i === n - 2 ? -2 : -4) : 0
    const far = i + 2 < n ? lambda : 0
    const [l1, l2] = [first[i - 1] ?? 0, second[i - 2] ?? 0]
    const [d1, d2] = [pivots[i - 1] ?? 0, pivots[i - 2] ?? 0]
    const pivot = main - l1 * l1 * d1 - l2 * l2 * d2
    pivots.push(pivot)
    first.push((near - l1 * (second[i - 1] ?? 0) * d1) / pivot)
    second.push(far / pivot)
    z.push((weights[i] as number) * (y[i] as number) - l1 * (z[i - 1] ?? 0) - l2 * (z[i - 2] ?? 0))
  }
  for (let i = n - 1; i >= 0; i--) {
    z[i] =
      (z[i] as number) / (pivots[i] as number) -
      (first[i] as number) * (z[i + 1] ?? 0) -
      (second[i] as number) * (z[i + 2] ?? 0)
  }
  return z
}

/**
 * Polynomial under the peaks (Lieber and Mahadevan-Jansen, Appl. Spectrosc. 57 (2003) 1363): fitted again and again, each time to the lower of
 * curve and polynomial, until it does not move.
 */
export function polynomialBaseline({ x, y }: Points, degree: number): SmoothBaseline | undefined {
  const size =
    y.reduce((most, value) => Math.max(most, value), -Infinity) -
    y.reduce((least, value) => Math.min(least, value), Infinity)
  let target = [...y]
  let baseline: number[] = []
  for (let iterations = 1; iterations <= MOST_ITERATIONS; iterations++) {
    const polynomial = fitPolynomial(x, target, degree)
    if (!polynomial) return undefined
    const next = x.map(polynomial)
    const change = next.reduce((most, value, i) => Math.max(most, Math.abs(value - (baseline[i] ?? Infinity))), 0)
    baseline = next
    if (change < 1e-4 * size) return { y: baseline, converged: true, iterations }
    target = y.map((value, i) => Math.min(value, next[i] as number))
  }
  return { y: baseline, converged: false, iterations: MOST_ITERATIONS }
}
