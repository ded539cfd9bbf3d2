import type { ReadParameters } from '../inputs/parameter-rules.ts'
import { NotAnalysable, type ParameterSpec } from '../tool-rules.ts'

/**
 * Kα lines in Å. Cr, Fe, Co, Cu: Hölzer et al., Phys. Rev. A 56 (1997) 4554; Mo: Deslattes et al., Rev. Mod. Phys. 75 (2003) 35; as in
 * International Tables for Crystallography C (2004), table 4.2.2.1.
 */
const LINES: Record<string, { name: string; first: number; second: number }> = {
  Cu: { name: 'Cu', first: 1.540593, second: 1.544427 },
  Co: { name: 'Co', first: 1.788996, second: 1.792835 },
  Mo: { name: 'Mo', first: 0.709317, second: 0.713607 },
  Cr: { name: 'Cr', first: 2.289726, second: 2.293651 },
  Fe: { name: 'Fe', first: 1.936041, second: 1.939973 },
}

export interface Radiation {
  label: string
  /** The wavelength of Bragg's law, in Å. */
  wavelength: number
  /** Kα2 / Kα1, when both lines are in the beam and peaks are fitted as pairs. */
  pair?: number
}

export const radiationParameters: readonly ParameterSpec[] = [
  {
    kind: 'choice',
    key: 'radiation',
    label: '射线',
    initial: 'Cu-pair',
    choices: [
      ...Object.entries(LINES).map(([value, { name, first }]) => ({
        value: `${value}-pair`,
        label: `${name} Kα1+Kα2（按双峰拟合，位置取 Kα1 ${first} Å）`,
      })),
      ...Object.entries(LINES).map(([value, { name, first }]) => ({
        value: `${value}-1`,
        label: `${name} Kα1 ${first} Å`,
      })),
      ...Object.entries(LINES).map(([value, lines]) => ({
        value: `${value}-mean`,
        label: `${lines.name} Kα 平均 ${meanOf(lines).toFixed(4)} Å`,
      })),
      { value: 'own', label: '其他波长' },
    ],
    hint: '大多数仪器没有单色到 Kα1，选 Kα1+Kα2。',
  },
  {
    kind: 'number',
    key: 'wavelength',
    label: '其他波长',
    unit: 'Å',
    initial: 1.540593,
    least: 0.1,
    most: 5,
    hint: '只在“射线”选“其他波长”时使用。',
  },
]

export function radiationOf(read: ReadParameters): Radiation {
  const choice = read.choice('radiation')
  if (choice === 'own') {
    const wavelength = read.number('wavelength')
    return { label: `波长 ${wavelength} Å`, wavelength }
  }
  const [element = '', kind] = choice.split('-')
  const lines = LINES[element]
  if (!lines) throw new NotAnalysable(`没有“${choice}”这种射线。`)
  if (kind === 'pair') {
    return {
      label: `${lines.name} Kα1 ${lines.first} Å 与 Kα2 ${lines.second} Å，强度比 2:1`,
      wavelength: lines.first,
      pair: lines.second / lines.first,
    }
  }
  return kind === 'mean'
    ? {
        label: `${lines.name} Kα 平均 ${meanOf(lines).toFixed(4)} Å，(2λ1+λ2)/3`,
        wavelength: Number(meanOf(lines).toFixed(4)),
      }
    : { label: `${lines.name} Kα1 ${lines.first} Å`, wavelength: lines.first }
}

function meanOf({ first, second }: { first: number; second: number }): number {
  return (2 * first + second) / 3
}

const DEGREE = Math.PI / 180

/** d = λ / (2 sin θ) */
export function spacing(twoTheta: number, wavelength: number): number {
  return wavelength / (2 * Math.sin((twoTheta / 2) * DEGREE))
}

/** 2θ of a spacing; NaN when the wavelength cannot reach it. */
export function angleOf(d: number, wavelength: number): number {
  return (2 * Math.asin(wavelength / (2 * d))) / DEGREE
}

/** Where the Kα2 line of a peak stands: sin θ₂ = sin θ₁ · λ₂/λ₁. */
export function pairedAngle(twoTheta: number, pair: number): number {
  return (2 * Math.asin(Math.min(1, Math.sin((twoTheta / 2) * DEGREE) * pair))) / DEGREE
}
