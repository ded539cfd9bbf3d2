import { type CurveFit, type CurveModel, fitCurve } from '../fitting/least-squares-rules.ts'
import { inverse } from '../fitting/linear-rules.ts'
import { at } from '../inputs/point-rules.ts'
import type { Circuit, CircuitParameter, Complex } from './circuit-rules.ts'

/**
 * Complex non-linear least squares: residuals of the real and of the imaginary part over the modulus of the measured impedance (Boukamp 1986).
 * Positive quantities are fitted as logarithms, which keeps them positive and of one size.
 */

export interface Spectrum {
  omega: readonly number[]
  real: readonly number[]
  imaginary: readonly number[]
}

export interface CircuitFit {
  values: number[]
  /** Standard deviations; undefined when the data do not determine the parameters apart from each other. */
  errors: number[] | undefined
  /** Parameters that ran off to zero or infinity, where they no longer change the curve: their values mean nothing. */
  vanished: boolean[]
  /** Sum of the squared relative residuals and their root mean square. */
  sum: number
  relative: number
  calculated: Complex[]
  /** A constant phase element at the end of its range. */
  atLimit: boolean
}

/** A few steps from every start tell the good ones; only these are followed to the end. */
const [firstSteps, lastSteps, followed] = [10, 200, 2]
/** Mean change of the curve (relative) per unit of a logarithm below which a parameter has vanished. */
const leastEffect = 1e-4
/** Limits of an exponent, and of the logarithm of everything else. */
const [leastExponent, mostExponent, farthest] = [0.01, 1, 60]

export function fitCircuit(circuit: Circuit, spectrum: Spectrum, starts: readonly number[][]): CircuitFit | undefined {
  const model = modelOf(circuit, spectrum)
  const walked = (initial: readonly number[], mostSteps: number) => {
    const end = fitCurve({ ...model, initial, mostSteps })
    return Number.isFinite(end.sumOfSquares) ? [end] : []
  }
  const tried = starts.flatMap((start) => walked(transformed(circuit.parameters, start), firstSteps))
  const best = tried.sort((a, b) => a.sumOfSquares - b.sumOfSquares).slice(0, followed)
  const ends = best.flatMap(({ parameters }) => walked(parameters, lastSteps))
  const [found] = ends
    .filter((end) => end.converged || settled(circuit, end))
    .sort((a, b) => a.sumOfSquares - b.sumOfSquares)
  return found && finished(circuit, spectrum, found)
}

function modelOf(circuit: Circuit, spectrum: Spectrum): Omit<CurveModel, 'initial'> {
  const { parameters } = circuit
  return {
    // Two values for each frequency.
    x: spectrum.omega.flatMap((w) => [w, w]),
    y: weighted(
      spectrum,
      spectrum.real.map((re, i) => [re, at(spectrum.imaginary, i)] as const),
    ),
    model: (fitted) => weighted(spectrum, calculate(circuit, spectrum, untransformed(parameters, fitted))),
    least: parameters.map((p) => (p.exponent ? leastExponent : -farthest)),
    most: parameters.map((p) => (p.exponent ? mostExponent : farthest)),
  }
}

function vanished({ slopes }: CurveFit): boolean[] {
  return slopes.map((column) => Math.hypot(...column) < leastEffect * Math.sqrt(column.length))
}

/** Largest cosine between the residuals and the columns that still count, when a parameter that has vanished drifts on. */
const drifting = 1e-4

function settled(circuit: Circuit, end: CurveFit): boolean {
  const gone = vanished(end)
  const limits = atLimits(circuit.parameters, end)
  const length = Math.hypot(...end.residuals)
  return (
    gone.some(Boolean) &&
    end.slopes.every((column, k) => {
      if (gone[k] || limits[k]) return true
      const along = column.reduce((sum, value, i) => sum + value * at(end.residuals, i), 0)
      return Math.abs(along) <= drifting * Math.hypot(...column) * length
    })
  )
}

function atLimits(parameters: readonly CircuitParameter[], end: CurveFit): boolean[] {
  return parameters.map((p, i) => p.exponent === true && [leastExponent, mostExponent].includes(at(end.parameters, i)))
}

function finished(circuit: Circuit, spectrum: Spectrum, end: CurveFit): CircuitFit {
  const { parameters } = circuit
  const limits = atLimits(parameters, end)
  const gone = vanished(end)
  const free = parameters.map((_, i) => i).filter((i) => !limits[i] && !gone[i])
  const values = untransformed(parameters, end.parameters)
  return {
    values,
    errors: deviations(parameters, values, end.slopes, end.sumOfSquares, free),
    vanished: gone,
    sum: end.sumOfSquares,
    relative: Math.sqrt(end.sumOfSquares / end.residuals.length),
    calculated: calculate(circuit, spectrum, values),
    atLimit: limits.some(Boolean),
  }
}

function transformed(parameters: readonly CircuitParameter[], values: readonly number[]): number[] {
  return parameters.map((p, i) => (p.exponent ? at(values, i) : Math.log(at(values, i))))
}

function untransformed(parameters: readonly CircuitParameter[], fitted: readonly number[]): number[] {
  return parameters.map((p, i) => (p.exponent ? at(fitted, i) : Math.exp(at(fitted, i))))
}

function calculate(circuit: Circuit, { omega }: Spectrum, values: readonly number[]): Complex[] {
  return omega.map((w) => circuit.impedance(values, w))
}

function weighted({ real, imaginary }: Spectrum, impedances: readonly Complex[]): number[] {
  return impedances.flatMap(([re, im], i) => {
    const modulus = Math.hypot(at(real, i), at(imaginary, i))
    return [re / modulus, im / modulus]
  })
}

/** Of the free parameters; one that stands at its limit or has vanished has none (NaN). */
function deviations(
  parameters: readonly CircuitParameter[],
  values: readonly number[],
  slopes: readonly number[][],
  sum: number,
  free: readonly number[],
): number[] | undefined {
  const columns = free.map((k) => slopes[k] ?? [])
  const product = columns.map((a) => columns.map((b) => a.reduce((total, value, i) => total + value * at(b, i), 0)))
  const covariance = inverse(product)
  if (!covariance) return undefined
  const count = slopes[0]?.length ?? 0
  const variance = sum / Math.max(1, count - free.length)
  const errors = free.map((k, i) => {
    const deviation = Math.sqrt(variance * at(covariance[i] ?? [], i))
    return parameters[k]?.exponent ? deviation : deviation * at(values, k)
  })
  return errors.every(Number.isFinite) ? parameters.map((_, k) => errors[free.indexOf(k)] ?? NaN) : undefined
}
