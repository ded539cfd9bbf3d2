import { straightLine } from '../fitting/straight-line-rules.ts'
import { at, between, type Points } from '../inputs/point-rules.ts'
import { prominence, prominent } from '../peaks/prominence-rules.ts'
import { smoothedWithSlope } from '../smoothing/savitzky-golay-rules.ts'
import { NotAnalysable } from '../tool-rules.ts'
import type { Sweep } from './sweep-rules.ts'

/** The peak of one sweep. Oxidation is looked for while the potential rises, reduction while it falls. */
export interface Wave {
  oxidation: boolean
  potential: number
  /** Current at the peak with its sign, and the baseline under it. */
  current: number
  base: number
  baseline?: { slope: number; intercept: number; from: number; to: number }
}

/** A peak rises over the valleys at its sides by this share of the range of the current. */
const leastShare = 0.02

export function waveOf(sweep: Sweep, window: number, range: readonly [number, number]): Wave | undefined {
  const sign = sweep.rising ? 1 : -1
  const inside = between(sweep.points, range[0], range[1])
  if (inside.x.length < 10) {
    throw new NotAnalysable(`峰的范围内一次扫描只有 ${inside.x.length} 个点，至少需要 10 个。请放宽范围。`)
  }
  const { value, slope } = smoothedWithSlope(inside, window)
  const up = value.map((i) => i * sign)
  const least = leastShare * (Math.max(...up) - Math.min(...up))
  const inner = (i: number) => i > 0 && i < up.length - 1
  const tops = prominent(up, least).filter(inner)
  const [top] = tops.sort((a, b) => prominence(up, b) - prominence(up, a))
  if (top === undefined) return undefined
  const place = levelPlace(inside.x, slope, top)
  return { oxidation: sweep.rising, potential: place, current: at(value, top), base: 0 }
}

/** Between two points, where the slope passes zero. */
function levelPlace(x: readonly number[], slope: readonly number[], top: number): number {
  for (const i of [top - 1, top]) {
    const [a, b] = [at(slope, i), at(slope, i + 1)]
    if (a * b < 0) return at(x, i) + ((at(x, i + 1) - at(x, i)) * a) / (a - b)
  }
  return at(x, top)
}

/** A straight line through the currents before the peak, drawn on under it. */
export function withBaseline(wave: Wave, points: Points, gap: number, length: number): Wave {
  const direction = wave.oxidation ? -1 : 1
  const near = wave.potential + direction * gap
  const far = near + direction * length
  const [from, to] = [Math.min(near, far), Math.max(near, far)]
  const foot = between(points, from, to)
  if (foot.x.length < 3) {
    throw new NotAnalysable(
      `${wave.oxidation ? '氧化' : '还原'}峰之前 ${Math.round(gap * 1000)} 至 ${Math.round((gap + length) * 1000)} mV 的基线段内只有 ${foot.x.length} 个点，至少需要 3 个。请修改基线段，或改用零电流基线。`,
    )
  }
  const { slope, intercept } = straightLine(foot)
  return { ...wave, base: intercept + slope * wave.potential, baseline: { slope, intercept, from, to } }
}

/** Oxidation and reduction charge of the sweeps: the parts of the current with either sign, over the time that the scan rate gives. */
export function charges(sweeps: readonly Sweep[], voltPerSecond: number): { oxidation: number; reduction: number } {
  let oxidation = 0
  let reduction = 0
  for (const { points } of sweeps) {
    for (let i = 1; i < points.x.length; i++) {
      const seconds = (at(points.x, i) - at(points.x, i - 1)) / voltPerSecond
      const [plus, minus] = partsOf(at(points.y, i - 1), at(points.y, i))
      oxidation += plus * seconds
      reduction += minus * seconds
    }
  }
  return { oxidation, reduction }
}

/** Mean positive and mean negative part of a straight piece between two values, exact also when it passes zero. */
function partsOf(a: number, b: number): [number, number] {
  if (a >= 0 && b >= 0) return [(a + b) / 2, 0]
  if (a <= 0 && b <= 0) return [0, -(a + b) / 2]
  const [high, low] = [Math.max(a, b), -Math.min(a, b)]
  return [high ** 2 / (2 * (high + low)), low ** 2 / (2 * (high + low))]
}
