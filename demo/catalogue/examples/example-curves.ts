// Computes the curves of the example data from lists of peaks, with small instrument noise that is the same at every start.
import type { ExampleCurve, ExampleMark } from '../../../src/shop/catalogue/examples/example-rules.ts'

/** Position, height, full width at half maximum, and assignment. */
export type PeakRow = readonly [at: number, height: number, width: number, label?: string]

type Axis = { from: number; to: number; step: number }

interface Look {
  /** One percent of the height in a peak list, in units of the axis. */
  unit?: number
  base?: (x: number) => number
  /** In units of the axis. */
  noise?: number
  digits?: number
  /** Lorentzian share of the pseudo-Voigt profile: 1 for narrow lines, 0 for bands. */
  lorentz?: number
}

export function curve(
  name: string,
  { from, to, step }: Axis,
  heightAt: (x: number) => number,
  look: Look = {},
): ExampleCurve {
  const { noise = 0, digits = 0 } = look
  const random = noiseOf(name.length + from * 7 + to)
  const count = Math.round((to - from) / step) + 1
  const y = Array.from({ length: count }, (_, i) => round(heightAt(from + i * step) + noise * random(), digits))
  return { name, x: { from, step }, y }
}

/** Peaks on a background. */
export function spectrum(name: string, axis: Axis, peaks: readonly PeakRow[], look: Look = {}): ExampleCurve {
  const { unit = 1, base = () => 0, lorentz = 0.5 } = look
  return curve(name, axis, (x) => base(x) + unit * sumOf(peaks, x, lorentz), look)
}

export function sumOf(peaks: readonly PeakRow[], x: number, lorentz = 0.5): number {
  return peaks.reduce((sum, [at, height, width]) => {
    const u = ((x - at) / width) ** 2
    return sum + height * (lorentz / (1 + 4 * u) + (1 - lorentz) * Math.exp(-4 * Math.LN2 * u))
  }, 0)
}

export function marksOf(peaks: readonly PeakRow[]): ExampleMark[] {
  return peaks.flatMap(([at, , , label]) => (label ? [{ at, label }] : []))
}

/** A mass spectrum with labelled masses. */
export function sticks(name: string, lines: readonly (readonly [mass: number, height: number])[]): ExampleCurve {
  return { name, style: 'sticks', x: lines.map(([mass]) => mass), y: lines.map(([, height]) => height) }
}

/** Points in the order of measurement: loops, arcs, isotherms. */
export function points(
  name: string,
  count: number,
  at: (share: number) => readonly [x: number, y: number],
  [digitsX, digitsY]: readonly [number, number],
  style?: 'dots',
): ExampleCurve {
  const all = Array.from({ length: count }, (_, i) => at(i / (count - 1)))
  return {
    name,
    style,
    x: all.map(([x]) => round(x, digitsX)),
    y: all.map(([, y]) => round(y, digitsY)),
  }
}

/** A smooth step from 0 to 1 at a position. */
export function stepAt(x: number, at: number, width: number): number {
  return 1 / (1 + Math.exp((at - x) / width))
}

export function round(value: number, digits: number): number {
  return Number(value.toFixed(digits))
}

/** Noise between -1 and 1, mostly near 0. */
function noiseOf(seed: number): () => number {
  let state = Math.round(Math.abs(seed) * 1000) + 1
  const next = () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647
  return () => next() + next() - 1
}
