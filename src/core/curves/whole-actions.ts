import type { Ctx } from '../../platform/http/ctx.ts'
import type { FileRow } from '../files/actions.ts'
import { mostWholePoints, type ParsedData, roundTo12 } from './curve-rules.ts'
import { readSeries } from './read-actions.ts'

/** One curve of a file with all its points, for an analysis. */
export interface WholeCurve {
  label: string
  x: number[]
  y: number[]
  xLabel: string
  yLabel: string
  /** What the reader of a result must know: what is not read, and what is reduced, in Chinese. */
  notes: string[]
  /** The number of points in the file. */
  total: number
  /** The names of all curves of the file, this one among them. */
  labels: string[]
}

/**
 * Reads a file again, because drawing keeps few points of a long curve. Undefined: the file has no curve with this index (from 0). Throws
 * CurveRefused and SeriesUnread as `readSeries` does. The caller has checked who may read the file.
 */
export async function wholeCurveOf(ctx: Ctx, file: FileRow, index: number): Promise<WholeCurve | undefined> {
  const data = await readSeries(await ctx.files.open(file.storageKey), ctx.config.SERIES_SECONDS, mostWholePoints)
  return data && wholeCurve(data, index)
}

/** Numbers have twelve digits, so that browser and server compute with the same ones. */
export function wholeCurve(data: ParsedData, index: number): WholeCurve | undefined {
  const series = data.series[index]
  if (!series) return undefined
  const { label, x, y, total = x.length, missing = 0 } = series
  const gap =
    missing > 0 ? [`曲线中间有 ${missing} 行没有数值（如 NaN、空白或无法识别），未计入，两侧的点直接相连`] : []
  const thinned =
    total > x.length
      ? [`曲线共 ${total} 点，超过 ${mostWholePoints} 点；已按区段取最大和最小值，以 ${x.length} 点计算，结果为近似值`]
      : []
  return {
    label,
    x: x.map(roundTo12),
    y: y.map(roundTo12),
    xLabel: data.xLabel,
    yLabel: data.yLabel,
    notes: [...data.notes, ...gap, ...thinned],
    total,
    labels: data.series.map((each) => each.label),
  }
}
