import { levenbergMarquardt } from 'ml-levenberg-marquardt'
import { at } from '../lines/point-rules.ts'
import { inverse } from '../lines/solve-rules.ts'
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

/** Largest cosine between the residuals and any column of the Jacobian at a minimum, as MINPACK tests it. */
const leastCosine = 1e-4

/** A few steps from every start tell the good ones; only these are followed to the end. */
const [firstSteps, followed] = [15, 2]
const [roundSteps, mostRounds] = [20, 8]
/** Mean change of the curve (relative) per unit of a logarithm below which a parameter has vanished. */
const leastEffect = 1e-4

export function fitCircuit(circuit: Circuit, spectrum: Spectrum, starts: readonly number[][]): CircuitFit | undefined {
  const problem = problemOf(circuit, spectrum)
  const sumOf = (fitted: readonly number[]) => residualsOf(problem, fitted).reduce((sum, r) => sum + r ** 2, 0)
  const tried = starts.flatMap((start) => {
    const fitted = minimum(problem, transformed(circuit.parameters, start), firstSteps)
    const sum = fitted ? sumOf(fitted) : NaN
    return fitted && Number.isFinite(sum) ? [{ fitted, sum }] : []
  })
  const best = tried.sort((a, b) => a.sum - b.sum).slice(0, followed)
  const fits = best.flatMap(({ fitted }) => followedFrom(problem, fitted) ?? [])
  return fits.sort((a, b) => a.sum - b.sum)[0]
}

/** In rounds, because the library does not stop by itself where nothing changes any more. */
function followedFrom(problem: Problem, start: readonly number[]): CircuitFit | undefined {
  let fitted: readonly number[] = start
  for (let round = 0; round < mostRounds; round++) {
    const next = minimum(problem, fitted, roundSteps)
    const fit = finished(problem, next)
    if (fit || !next) return fit
    fitted = next
  }
  return undefined
}

interface Problem {
  circuit: Circuit
  spectrum: Spectrum
  target: readonly number[]
  model: (fitted: readonly number[]) => number[]
}

function problemOf(circuit: Circuit, spectrum: Spectrum): Problem {
  const measured = spectrum.real.map((re, i) => [re, at(spectrum.imaginary, i)] as const)
  return {
    circuit,
    spectrum,
    target: weighted(spectrum, measured),
    model: (fitted) => weighted(spectrum, calculate(circuit, spectrum, untransformed(circuit.parameters, fitted))),
  }
}

function residualsOf({ model, target }: Problem, fitted: readonly number[]): number[] {
  return model(fitted).map((value, i) => value - at(target, i))
}

function finished(problem: Problem, fitted: number[] | undefined): CircuitFit | undefined {
  if (!fitted) return undefined
  const { circuit, spectrum } = problem
  const { parameters } = circuit
  const residuals = residualsOf(problem, fitted)
  const jacobian = slopes(fitted, problem.model)
  const sum = residuals.reduce((total, r) => total + r ** 2, 0)
  const relative = Math.sqrt(sum / residuals.length)
  const limits = parameters.map(
    (p, i) => p.exponent === true && (at(fitted, i) >= 1 - 1e-6 || at(fitted, i) <= 0.01 + 1e-6),
  )
  const vanished = jacobian.map((column) => Math.hypot(...column) < leastEffect * Math.sqrt(column.length))
  const free = parameters.map((_, i) => i).filter((i) => !limits[i] && !vanished[i])
  if (!Number.isFinite(sum) || (relative > 1e-7 && !settled(jacobian, residuals, free))) return undefined
  const values = untransformed(parameters, fitted)
  return {
    values,
    errors: deviations(parameters, values, jacobian, sum, free),
    vanished,
    sum,
    relative,
    calculated: calculate(circuit, spectrum, values),
    atLimit: limits.some(Boolean),
  }
}

function minimum({ circuit, target, model }: Problem, start: readonly number[], steps: number): number[] | undefined {
  const { parameters } = circuit
  // The library asks for the model point by point; one evaluation serves all points of one set of parameters.
  const byPoint = (fitted: number[]) => {
    const values = model(fitted)
    return (i: number) => at(values, i)
  }
  const jacobianFunction = (fitted: number[]) => {
    const columns = slopes(fitted, model)
    return (i: number) => columns.map((column) => at(column, i))
  }
  try {
    const found = levenbergMarquardt({ x: target.map((_, i) => i), y: target }, byPoint, {
      initialValues: start,
      minValues: parameters.map((p) => (p.exponent ? 0.01 : -60)),
      maxValues: parameters.map((p) => (p.exponent ? 1 : 60)),
      jacobianFunction,
      maxIterations: steps,
      errorTolerance: 1e-18,
    })
    return found.parameterValues.every(Number.isFinite) ? found.parameterValues : undefined
  } catch {
    // A singular step from this start; another start may lead on.
    return undefined
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

/** Columns of the Jacobian by central differences. */
function slopes(fitted: readonly number[], model: (fitted: readonly number[]) => number[]): number[][] {
  const step = 1e-5
  return fitted.map((_, k) => {
    const shifted = (by: number) => model(fitted.map((value, i) => (i === k ? value + by : value)))
    const [up, down] = [shifted(step), shifted(-step)]
    return up.map((value, i) => (value - at(down, i)) / (2 * step))
  })
}

function settled(jacobian: readonly number[][], residuals: readonly number[], free: readonly number[]): boolean {
  const length = Math.hypot(...residuals)
  return free.every((k) => {
    const column = jacobian[k] ?? []
    const along = column.reduce((sum, value, i) => sum + value * at(residuals, i), 0)
    const size = Math.hypot(...column)
    return size === 0 || Math.abs(along) <= leastCosine * size * length
  })
}

/** Of the free parameters; one that stands at its limit or has vanished has none (NaN). */
function deviations(
  parameters: readonly CircuitParameter[],
  values: readonly number[],
  jacobian: readonly number[][],
  sum: number,
  free: readonly number[],
): number[] | undefined {
  const columns = free.map((k) => jacobian[k] ?? [])
  const product = columns.map((a) => columns.map((b) => a.reduce((total, value, i) => total + value * at(b, i), 0)))
  const covariance = inverse(product)
  if (!covariance) return undefined
  const count = jacobian[0]?.length ?? 0
  const variance = sum / Math.max(1, count - free.length)
  const errors = free.map((k, i) => {
    const deviation = Math.sqrt(variance * at(covariance[i] ?? [], i))
    return parameters[k]?.exponent ? deviation : deviation * at(values, k)
  })
  return errors.every(Number.isFinite) ? parameters.map((_, k) => errors[free.indexOf(k)] ?? NaN) : undefined
}
