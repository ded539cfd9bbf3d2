// Curves whose true parameters are known, with noise that is the same in every run.
import { sumShape } from '../fitting/shape-rules.ts'
import { angleOf, pairedAngle } from '../xrd/radiation-rules.ts'
import type { Curve } from '../tool-rules.ts'

/** Normal noise of standard deviation 1 (mulberry32 and Box–Muller). */
export function noise(seed: number): () => number {
  let state = seed
  const uniform = () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
  return () => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform())
}

export function positions(from: number, to: number, step: number): number[] {
  return Array.from({ length: Math.round((to - from) / step) + 1 }, (_, i) => from + i * step)
}

export function curveOf(x: number[], xLabel: string, value: (x: number) => number, yLabel = '强度'): Curve {
  return { label: '已知曲线', x, y: x.map(value), xLabel, yLabel }
}

export interface KnownLine {
  twoTheta: number
  height: number
  width: number
  share?: number
}

/** A powder pattern of known lines with counting noise; with `pair` each line has its Kα2 of half the height. */
export function knownPattern(
  lines: readonly KnownLine[],
  options: {
    from?: number
    to?: number
    step?: number
    background?: (x: number) => number
    pair?: number
    seed?: number
  } = {},
): Curve {
  const { from = 20, to = 90, step = 0.02, background = () => 100, pair, seed = 7 } = options
  const random = noise(seed)
  return curveOf(positions(from, to, step), '2θ (°)', (x) => {
    let value = background(x)
    for (const { twoTheta, height, width, share = 0.5 } of lines) {
      value += height * sumShape(x - twoTheta, width, share)
      if (pair) value += 0.5 * height * sumShape(x - pairedAngle(twoTheta, pair), width, share)
    }
    return value + Math.sqrt(value) * random()
  })
}

export const CU = 1.540593
export const CU_PAIR = 1.544427 / 1.540593

/** Certificate of NIST SRM 640c (silicon powder, a = 5.43119 Å), 2θ in degrees for λ = 1.5405929 Å. */
export const SILICON = [28.441, 47.3, 56.12, 69.126, 76.372, 88.025, 94.946]
export const SILICON_HKL: readonly (readonly [number, number, number])[] = [
  [1, 1, 1],
  [2, 2, 0],
  [3, 1, 1],
  [4, 0, 0],
  [3, 3, 1],
  [4, 2, 2],
  [5, 1, 1],
]
export const silicon = (width = 0.1): KnownLine[] =>
  SILICON_HKL.map(([h, k, l], i) => ({
    twoTheta: angleOf(5.4311946 / Math.hypot(h, k, l), CU),
    height: [10000, 5500, 3000, 600, 1100, 1200, 600][i]!,
    width,
  }))
