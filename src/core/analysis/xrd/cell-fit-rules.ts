import { fitColumns } from '../fitting/linear-rules.ts'
import type { Cell } from './reflection-rules.ts'

export interface CellLine {
  hkl: readonly [number, number, number]
  twoTheta: number
}

/** What moves all lines: nothing, a wrong zero of the angle, or a sample above or below the axis of the instrument. */
export type Correction = 'none' | 'zero' | 'displacement'

export interface FittedCell {
  a: number
  aError: number
  c?: number
  cError?: number
  /** Zero error in degrees 2θ, or displacement over radius. */
  shift?: number
  lines: number
}

const DEGREE = Math.PI / 180

/**
 * Cell from indexed lines: 4 sin²θ/λ² = A·(h²+k²+l²) or A·plane + C·l² by linear least squares, with one more term for the correction. Each line
 * counts as if all 2θ were equally uncertain, so its equation is divided by sin 2θ. Undefined when the lines do not suffice.
 */
export function fitCell(
  system: Cell['system'],
  lines: readonly CellLine[],
  { wavelength, correction }: { wavelength: number; correction: Correction },
): FittedCell | undefined {
  const theta = lines.map((line) => (line.twoTheta / 2) * DEGREE)
  const weight = theta.map((angle) => 1 / Math.sin(2 * angle))
  const plane = lines.map(({ hkl: [h, k, l] }) => {
    if (system === 'cubic') return h * h + k * k + l * l
    return system === 'hexagonal' ? (4 / 3) * (h * h + h * k + k * k) : h * h + k * k
  })
  const columns = [
    plane,
    ...(system === 'cubic' ? [] : [lines.map(({ hkl }) => hkl[2] ** 2)]),
    ...(correction === 'zero' ? [theta.map((angle) => (2 / wavelength ** 2) * Math.sin(2 * angle))] : []),
    ...(correction === 'displacement'
      ? [theta.map((angle) => (-4 / wavelength ** 2) * Math.cos(angle) * Math.sin(2 * angle))]
      : []),
  ]
  if (lines.length <= columns.length) return undefined
  const fit = fitColumns(
    columns.map((column) => column.map((value, i) => value * (weight[i] as number))),
    theta.map((angle, i) => ((4 * Math.sin(angle) ** 2) / wavelength ** 2) * (weight[i] as number)),
  )
  if (!fit) return undefined
  const length = (i: number): [number, number] => {
    const value = 1 / Math.sqrt(fit.coefficients[i] as number)
    return [value, (value * (fit.errors[i] as number)) / (2 * (fit.coefficients[i] as number))]
  }
  const [a, aError] = length(0)
  const [c, cError] = system === 'cubic' ? [undefined, undefined] : length(1)
  if (!Number.isFinite(a) || (c !== undefined && !Number.isFinite(c))) return undefined
  const last = fit.coefficients.at(-1) as number
  const shift = correction === 'none' ? undefined : correction === 'zero' ? last / DEGREE : last
  return { a, aError, c, cError, shift, lines: lines.length }
}
