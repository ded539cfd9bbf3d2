import { checkChangingCurve } from '../inputs/curve-rules.ts'
import { ascending, at, part, type Points } from '../inputs/point-rules.ts'
import { segmentsOf, type Segment } from '../inputs/segment-rules.ts'
import { NotAnalysable, type Curve } from '../tool-rules.ts'
import { shown } from '../write-rules.ts'

/** A cyclic voltammogram as pairs of sweeps: potentials in V, oxidation currents positive. */

export interface Sweep {
  /** Ascending in potential. */
  points: Points
  rising: boolean
  /** Current at the end of the sweep, where the next one begins. */
  lastCurrent: number
}

export interface Cycle {
  sweeps: Sweep[]
  number: number
  of: number
}

function potentialsInVolt(x: readonly number[], perVolt: number): number[] {
  const volts = x.map((value) => value / perVolt)
  const size = Math.max(...volts.map(Math.abs))
  if (size > 20) {
    throw new NotAnalysable(`电位达到 ${shown(size)} V，不像电极电位。若单位是 mV，请修改“电位单位”。`)
  }
  return volts
}

/** Turns closer to each other than this share of the potential range are noise of the instrument. */
const turnShare = 0.02

/** `perVolt`: 1000 for potentials in mV. */
export function cycleOf(curve: Curve, perVolt: number, sign: number, wanted: number): Cycle {
  checkChangingCurve(curve, ['电位'], 20)
  const x = potentialsInVolt(curve.x, perVolt)
  const points = { x, y: curve.y.map((y) => y * sign) }
  const range = Math.max(...x) - Math.min(...x)
  const segments = segmentsOf(x, turnShare * range)
  const pairs = paired(segments, x)
  const number = wanted === 0 ? pairs.length : wanted
  const pair = pairs[number - 1]
  if (!Number.isInteger(wanted)) throw new NotAnalysable('“第几圈”须为整数。')
  if (!pair) throw new NotAnalysable(`曲线只有 ${pairs.length} 圈，没有第 ${wanted} 圈。`)
  return { sweeps: pair.map((segment) => sweepOf(points, segment)), number, of: pairs.length }
}

/** One sweep up and one down make a cycle. Of an odd number of sweeps the shorter one at either end is left out; a single sweep stays alone. */
function paired(segments: readonly Segment[], x: readonly number[]): Segment[][] {
  if (segments.length <= 1) return segments.map((segment) => [segment])
  const span = (segment: Segment | undefined) =>
    segment ? Math.abs(at(x, segment.last) - at(x, segment.first)) : Infinity
  const skipped = segments.length % 2 === 1 && span(segments[0]) < span(segments.at(-1)) ? 1 : 0
  const pairs: Segment[][] = []
  for (let i = skipped; i + 1 < segments.length; i += 2) pairs.push(segments.slice(i, i + 2))
  return pairs
}

function sweepOf(points: Points, { first, last, rising }: Segment): Sweep {
  const { x, y } = ascending(part(points, first, last))
  if (x.length < 10) throw new NotAnalysable(`一次扫描只有 ${x.length} 个不同的电位，至少需要 10 个。`)
  return { points: { x, y }, rising, lastCurrent: at(points.y, last) }
}

/** Unit of the current as the label says it or as the person chose it, with the unit of the charge that belongs to it. */
export function currentUnit(label: string, chosen: string): { current: string; charge: string } {
  const found = /(?:^|[^a-zA-Z])([mµμun]?)A(?![a-zA-Z])(\s*[/·*]?\s*cm\s*[-⁻−^]*\s*[2²])?/.exec(label)
  const prefix = chosen === 'label' ? found?.[1]?.replace(/[μu]/, 'µ') : { A: '', mA: 'm', uA: 'µ', nA: 'n' }[chosen]
  if (prefix === undefined) throw new NotAnalysable(`纵轴“${label}”没有写明电流单位，请选择“电流单位”。`)
  const area = found?.[2] ? '/cm²' : ''
  return { current: `${prefix}A${area}`, charge: `${prefix}C${area}` }
}
