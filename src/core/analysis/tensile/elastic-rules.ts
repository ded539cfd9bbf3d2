import { straightLine, type StraightLine } from '../fitting/straight-line-rules.ts'
import { at, between, part, type Points } from '../inputs/point-rules.ts'
import { NotAnalysable } from '../tool-rules.ts'
import { shown } from '../write-rules.ts'

/** The elastic part, and what is measured from its line. Strains in %, stresses in MPa; the slope is in MPa per %. */
export interface Elastic {
  line: StraightLine
  used: Points
  /** Strain at which the line has no stress. */
  origin: number
  step: string
}

const leastPoints = 5

/** Regression over a range of strain: the chord of ISO 527 with all points between its ends. */
export function elasticIn(points: Points, from: number, to: number): Elastic {
  return elasticOf(between(points, from, to), `弹性段由使用者给定：应变 ${from}% 至 ${to}%`)
}

const [lowShare, highShare] = [0.1, 0.4]

/**
 * Between 10 % and 40 % of the proof strength, which itself needs the modulus: begun with half of the highest stress and repeated until it
 * stands still. A specimen that breaks before its proof strength has its highest stress in the place of it.
 */
export function findElastic(points: Points, top: number, offset: number): Elastic {
  const most = at(points.y, top)
  let reference = most / 2
  for (let round = 1; round <= 50; round++) {
    const used = firstPassage(points, lowShare * reference, highShare * reference)
    const elastic = elasticOf(used, `弹性段取应力为 Rp 的 10% 至 40%（迭代 ${round} 次后不变）`)
    const next = proofStress(points, elastic, offset) ?? most
    if (Math.abs(next - reference) <= 1e-3 * most) {
      return { ...elastic, step: `${elastic.step}；其中 Rp = ${shown(next)} MPa` }
    }
    reference = next
  }
  throw new NotAnalysable('弹性段的迭代没有收敛，请改用给定的应变范围。')
}

function firstPassage(points: Points, low: number, high: number): Points {
  const over = points.y.findIndex((y) => y > high)
  const last = (over < 0 ? points.y.length : over) - 1
  const first = points.y.slice(0, last + 1).findLastIndex((y) => y < low) + 1
  return part(points, first, last)
}

function elasticOf(used: Points, how: string): Elastic {
  if (used.x.length < leastPoints) {
    throw new NotAnalysable(
      `${how}，只有 ${used.x.length} 个点，至少需要 ${leastPoints} 个。请给出更宽的应变范围，或提高采样频率。`,
    )
  }
  const line = straightLine(used)
  if (!(line.slope > 0)) throw new NotAnalysable(`${how}，但应力在此不随应变上升。请修改应变范围。`)
  return {
    line,
    used,
    origin: -line.intercept / line.slope,
    step: `${how}：应变 ${shown(at(used.x, 0))}% 至 ${shown(at(used.x, used.x.length - 1))}%，${used.x.length} 个点`,
  }
}

/** Stress where the curve meets the parallel to the elastic line at `offset` % of strain; undefined when it breaks before. */
export function proofStress(points: Points, { line, origin }: Elastic, offset: number): number | undefined {
  const over = points.x.map((x, i) => at(points.y, i) - line.slope * (x - origin - offset))
  for (let i = 1; i < over.length; i++) {
    const [before, after] = [at(over, i - 1), at(over, i)]
    if (before > 0 && after <= 0) {
      const share = before / (before - after)
      return at(points.y, i - 1) + share * (at(points.y, i) - at(points.y, i - 1))
    }
  }
  return undefined
}

/** Fall of the stress after a yield point, and rise after the lowest stress, as shares of the yield stress. */
const leastFall = 0.005
/** Strain in % after a yield point in which the stress stays below it (ISO 6892-1, clause on ReH): a single low reading is none. */
const leastYielding = 0.05
/** Share of the highest stress below which nothing is a yield point: there the noise alone falls by 0.5 %. */
const leastHeight = 0.5

/**
 * The first maximum after which the stress falls by 0.5 %, stays below for 0.05 % of strain, and later rises again by 0.5 %. A maximum from
 * which it only falls is the beginning of the neck.
 */
export function yieldPoint(points: Points): number | undefined {
  const { x, y } = points
  const least = leastHeight * Math.max(...y)
  let top = 0
  for (let i = 1; i < y.length; i++) {
    if (at(y, i) > at(y, top)) top = i
    else if (at(y, top) >= least && at(y, i) < at(y, top) * (1 - leastFall) && staysBelow(x, y, top)) {
      return risesAgain(points, top, i) ? top : undefined
    }
  }
  return undefined
}

function staysBelow(x: readonly number[], y: readonly number[], top: number): boolean {
  const end = at(x, top) + leastYielding
  for (let i = top + 1; i < x.length && at(x, i) <= end; i++) if (at(y, i) > at(y, top)) return false
  return true
}

function risesAgain({ y }: Points, top: number, from: number): boolean {
  const step = at(y, top) * leastFall
  let lowest = at(y, from)
  for (const stress of y.slice(from)) {
    if (stress > lowest + step) return true
    lowest = Math.min(lowest, stress)
  }
  return false
}
