import { scatteringFactor } from './scattering-rules.ts'

/** Lengths of the cell in Å. Hexagonal cells have 120° between a and b; all others have right angles. */
export interface Cell {
  system: 'cubic' | 'tetragonal' | 'hexagonal'
  a: number
  c: number
}

export type Atom = readonly [element: string, x: number, y: number, z: number]

export interface Structure {
  cell: Cell
  /** All atoms of the cell. */
  atoms: readonly Atom[]
  /** Mean vibration B in Å², where it is far from the usual one. */
  vibration?: number
}

export interface PhaseLine {
  hkl: readonly [number, number, number]
  d: number
  /** Relative to the strongest line, 100. */
  intensity: number
}

/** Usual vibration of atoms, one value for all of them: exp(−2B s²) with B in Å². */
const USUAL_VIBRATION = 0.5
const LEAST_INTENSITY = 0.05

/**
 * All lines of a structure down to a spacing: m·|F|²·LP with the structure factor F = Σ f·exp(2πi(hx+ky+lz)) and the Lorentz-polarisation factor
 * (1 + cos²2θ)/(sin²θ cosθ). Reflections that the structure extinguishes have F = 0 and drop out.
 */
export function reflections(
  { cell, atoms, vibration = USUAL_VIBRATION }: Structure,
  leastSpacing: number,
  wavelength: number,
): PhaseLine[] {
  const found = new Map<string, { hkl: [number, number, number]; d: number; strength: number }>()
  const limit = Math.floor((cell.a * (cell.system === 'hexagonal' ? 2 / Math.sqrt(3) : 1)) / leastSpacing)
  const limitL = Math.floor(cell.c / leastSpacing)
  for (let h = -limit; h <= limit; h++) {
    for (let k = -limit; k <= limit; k++) {
      for (let l = -limitL; l <= limitL; l++) {
        const inverse = inverseSquare(cell, h, k, l)
        if (inverse === 0 || inverse > 1 / leastSpacing ** 2) continue
        const key = inverse.toFixed(6)
        const line = found.get(key)
        const strength = structureFactorSquared(atoms, [h, k, l], Math.sqrt(inverse) / 2)
        if (!line) found.set(key, { hkl: [h, k, l], d: 1 / Math.sqrt(inverse), strength })
        else {
          line.strength += strength
          if (strength > 0.01 && [h, k, l].every((index) => index >= 0)) line.hkl = preferred(line.hkl, [h, k, l])
        }
      }
    }
  }
  const lines = [...found.values()].flatMap(({ hkl, d, strength }) => {
    const sine = wavelength / (2 * d)
    if (sine >= 1) return []
    const theta = Math.asin(sine)
    const polarised = (1 + Math.cos(2 * theta) ** 2) / (sine ** 2 * Math.cos(theta))
    return [{ hkl, d, intensity: strength * polarised * Math.exp((-2 * vibration) / (4 * d * d)) }]
  })
  const strongest = Math.max(...lines.map((line) => line.intensity))
  return lines
    .map((line) => ({ ...line, intensity: (100 * line.intensity) / strongest }))
    .filter((line) => line.intensity >= LEAST_INTENSITY)
    .toSorted((a, b) => b.d - a.d)
}

/** 1/d² of a reflection. */
export function inverseSquare({ system, a, c }: Cell, h: number, k: number, l: number): number {
  const plane = system === 'hexagonal' ? (4 / 3) * (h * h + h * k + k * k) : h * h + k * k
  return plane / a ** 2 + (l * l) / c ** 2
}

function structureFactorSquared(atoms: readonly Atom[], [h, k, l]: readonly number[], s: number): number {
  const factors = new Map<string, number>()
  let real = 0
  let imaginary = 0
  for (const [element, x, y, z] of atoms) {
    let factor = factors.get(element)
    if (factor === undefined) factors.set(element, (factor = scatteringFactor(element, s)))
    const phase = 2 * Math.PI * ((h as number) * x + (k as number) * y + (l as number) * z)
    real += factor * Math.cos(phase)
    imaginary += factor * Math.sin(phase)
  }
  return real * real + imaginary * imaginary
}

/** How the line is named: without minus signs, and with the larger index first. */
function preferred(one: [number, number, number], other: [number, number, number]): [number, number, number] {
  if (one.some((index) => index < 0)) return other
  const order = (hkl: readonly number[]) => hkl.map((index) => String(index).padStart(2, '0')).join('')
  return order(one) >= order(other) ? one : other
}
