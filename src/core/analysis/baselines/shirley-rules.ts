import { cumulative, type Points } from '../inputs/point-rules.ts'

export interface Background {
  y: number[]
  converged: boolean
  iterations: number
}

const MOST_ITERATIONS = 200

/**
 * Iterative Shirley background (Shirley, Phys. Rev. B 5 (1972) 4709; iteration of Proctor and Sherwood, Anal. Chem. 54 (1982) 13): at each energy
 * it has risen by the share of the peak area that lies at lower binding energy. The values at both ends are means of some points.
 */
export function shirleyBackground({ x, y }: Points, ends: number): Background {
  const [low, high] = endValues(y, ends)
  const size = Math.max(Math.abs(low), Math.abs(high), Math.abs(high - low))
  let background = y.map(() => low)
  for (let iterations = 1; iterations <= MOST_ITERATIONS; iterations++) {
    const area = cumulative(
      x,
      y.map((value, i) => value - (background[i] as number)),
    )
    const total = area.at(-1) as number
    if (!(total > 0)) return { y: background, converged: false, iterations }
    const next = area.map((part) => low + ((high - low) * part) / total)
    const change = next.reduce((most, value, i) => Math.max(most, Math.abs(value - (background[i] as number))), 0)
    background = next
    if (change < 1e-7 * size) return { y: background, converged: true, iterations }
  }
  return { y: background, converged: false, iterations: MOST_ITERATIONS }
}

export function linearBackground({ x, y }: Points, ends: number): number[] {
  const [low, high] = endValues(y, ends)
  const [from, to] = [x[0] as number, x.at(-1) as number]
  return x.map((at) => low + ((high - low) * (at - from)) / (to - from))
}

export function endValues(y: readonly number[], ends: number): [number, number] {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  return [mean(y.slice(0, ends)), mean(y.slice(-ends))]
}
