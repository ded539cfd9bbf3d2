import { checkChangingCurve } from '../inputs/curve-rules.ts'
import type { ReadParameters } from '../inputs/parameter-rules.ts'
import { ascending, at, part, type Points } from '../inputs/point-rules.ts'
import { segmentsOf } from '../inputs/segment-rules.ts'
import { NotAnalysable, type Curve } from '../tool-rules.ts'
import { shown } from '../write-rules.ts'

/** One part of a temperature program: the heating or the cooling that the person chose. */
export interface Ramp {
  /** Ascending in temperature, whatever the direction of the program. */
  points: Points
  cooling: boolean
  steps: string[]
  warnings: string[]
}

export const segmentNumber = {
  kind: 'number',
  key: 'segment',
  label: '第几段',
  unit: '',
  initial: 1,
  least: 1,
  most: 50,
  hint: '曲线含多次升温、降温时，选择其中一段。',
} as const

/** Temperatures of a furnace wander by less than this while it heats. */
const jitter = 2

export function readRamp(curve: Curve, read: ReadParameters, leastPoints: number): Ramp {
  checkChangingCurve(curve, ['温度'], leastPoints)
  checkTemperatures(curve)
  const segments = segmentsOf(curve.x, jitter)
  const number = read.number('segment')
  const segment = segments[number - 1]
  if (!Number.isInteger(number)) throw new NotAnalysable('“第几段”须为整数。')
  if (!segment) throw new NotAnalysable(`曲线只有 ${segments.length} 段升温或降温，没有第 ${number} 段。`)
  const raw = part(curve, segment.first, segment.last)
  const { merged, ...points } = ascending(raw)
  if (points.x.length < leastPoints) {
    throw new NotAnalysable(`第 ${number} 段只有 ${points.x.length} 个不同的温度，至少需要 ${leastPoints} 个。`)
  }
  const range = `${shown(at(points.x, 0))} 至 ${shown(at(points.x, points.x.length - 1))} °C`
  const turned = raw.x.filter((x, i) => i > 0 && (x - at(raw.x, i - 1)) * (segment.rising ? 1 : -1) < 0).length
  return {
    points: { x: points.x, y: points.y },
    cooling: !segment.rising,
    steps: [
      `取第 ${number} 段（共 ${segments.length} 段）：${segment.rising ? '升温' : '降温'}，${range}，${points.x.length} 个点，按温度排序。`,
    ],
    warnings: [
      ...(segments.length > 1 ? [`曲线含 ${segments.length} 段升温或降温，本次只分析第 ${number} 段。`] : []),
      ...(turned > 0 ? [`有 ${turned} 处温度小幅回落，已按温度排序。`] : []),
      ...(merged > 0 ? [`有 ${merged} 个点的温度与其他点相同，已取平均值。`] : []),
    ],
  }
}

function checkTemperatures(curve: Curve): void {
  const least = Math.min(...curve.x)
  if (least < -273.15) throw new NotAnalysable(`横轴出现低于 −273.15 °C 的值（${shown(least)}），横轴不是温度。`)
  if (/\bK\b|\(K\)/.test(curve.xLabel) && !/°C|℃/.test(curve.xLabel)) {
    throw new NotAnalysable(`横轴写的是“${curve.xLabel}”，本方法按 °C 计算，请先换算为 °C。`)
  }
}
