import { at } from './point-rules.ts'
import { solve } from './solve-rules.ts'

/**
 * Levenberg and Marquardt for residuals of any kind, with a test of convergence: at a minimum the residuals stand at right angles to every
 * column of the Jacobian. ml-levenberg-marquardt (5.1.0) was tried: it runs a fixed number of steps and does not say whether it arrived.
 */

export interface Problem {
  /** Residuals for parameters; the number of them does not change. */
  residuals: (parameters: readonly number[]) => number[]
  /** Limits of each parameter. */
  least: readonly number[]
  most: readonly number[]
}

export interface Minimum {
  parameters: number[]
  residuals: number[]
  /** Columns by parameter. */
  jacobian: number[][]
  /** Sum of the squared residuals. */
  sum: number
  converged: boolean
}

/** Largest cosine between the residuals and a column of the Jacobian at a minimum, as MINPACK tests it. */
export const leastCosine = 1e-6
/** A mean residual below this is no residual: nothing is left to stand at an angle. */
const nothing = 1e-10

export function minimum(problem: Problem, start: readonly number[], mostSteps: number): Minimum | undefined {
  let here = stateAt(problem, start)
  let damping = 1e-3
  for (let step = 0; step < mostSteps && here && !here.converged; step++) {
    const next = better(problem, here, damping)
    if (!next) return { ...here, converged: here.cosine <= leastCosine * 100 }
    damping = Math.max(next.damping / 10, 1e-12)
    here = next.state
  }
  return here
}

interface State extends Minimum {
  cosine: number
}

/** The first step down the hill; undefined when even tiny steps lead up. */
function better(problem: Problem, from: State, damping: number): { state: State; damping: number } | undefined {
  for (let lambda = damping; lambda < 1e12; lambda *= 10) {
    const step = dampedStep(from, lambda)
    if (!step) continue
    const moved = from.parameters.map((p, i) => within(problem, p - at(step, i), i))
    const residuals = problem.residuals(moved)
    if (sumOf(residuals) < from.sum) {
      const state = stateAt(problem, moved)
      return state && { state, damping: lambda }
    }
  }
  return undefined
}

function dampedStep({ jacobian, residuals }: State, lambda: number): number[] | undefined {
  const normal = jacobian.map((a, i) =>
    jacobian.map((b, k) => {
      const product = dot(a, b)
      // A parameter that no longer changes anything stays where it is; 1 keeps the others solvable.
      return i === k ? product * (1 + lambda) || 1 : product
    }),
  )
  return solve(
    normal,
    jacobian.map((column) => dot(column, residuals)),
  )
}

function stateAt(problem: Problem, parameters: readonly number[]): State | undefined {
  const inside = parameters.map((p, i) => within(problem, p, i))
  const residuals = problem.residuals(inside)
  const sum = sumOf(residuals)
  if (!Number.isFinite(sum)) return undefined
  const jacobian = inside.map((_, i) => derivative(problem, inside, i))
  const length = Math.sqrt(sum)
  const cosine = Math.max(
    0,
    ...jacobian.map((column, i) => {
      const along = dot(column, residuals)
      const size = Math.sqrt(dot(column, column))
      // At a limit only a way back inside counts.
      const outwards = along > 0 ? at(inside, i) <= at(problem.least, i) : at(inside, i) >= at(problem.most, i)
      return size === 0 || outwards ? 0 : Math.abs(along) / (size * length)
    }),
  )
  const small = Math.sqrt(sum / residuals.length) < nothing
  return { parameters: inside, residuals, jacobian, sum, cosine, converged: small || cosine <= leastCosine }
}

/** Central difference, one-sided at a limit. */
function derivative(problem: Problem, parameters: readonly number[], i: number): number[] {
  const size = 1e-6 * Math.max(Math.abs(at(parameters, i)), 1e-3)
  const shifted = (by: number) => within(problem, at(parameters, i) + by, i)
  const [high, low] = [shifted(size), shifted(-size)]
  const values = (place: number) => problem.residuals(parameters.map((p, k) => (k === i ? place : p)))
  const [up, down] = [values(high), values(low)]
  return up.map((value, r) => (value - at(down, r)) / (high - low))
}

function within({ least, most }: Problem, value: number, i: number): number {
  return Math.min(at(most, i), Math.max(at(least, i), value))
}

function dot(a: readonly number[], b: readonly number[]): number {
  let sum = 0
  for (let i = 0; i < a.length; i++) sum += at(a, i) * at(b, i)
  return sum
}

function sumOf(residuals: readonly number[]): number {
  return dot(residuals, residuals)
}
