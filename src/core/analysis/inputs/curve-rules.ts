import { axisMeaning } from '../../curves/meaning-rules.ts'
import { type Curve, NotAnalysable } from '../tool-rules.ts'

/** Points in the order of rising positions, fit for computing. */
export interface Points {
  x: number[]
  y: number[]
}

/**
 * The points of a curve with rising positions. Refuses what would give numbers without meaning: the wrong axis, too few points, gaps in the
 * numbers, positions that go to and fro, two values at one position, and a curve without any change.
 */
export function pointsOf(curve: Curve, tool: { title: string; axes: readonly string[] }, least: number): Points {
  const meaning = axisMeaning(curve.xLabel)
  if (!tool.axes.includes(meaning)) {
    throw new NotAnalysable(
      `“${tool.title}”要求横坐标是${tool.axes.join('或')}，这条曲线的横坐标是“${curve.xLabel.trim() || '未命名'}”。请换一条曲线。`,
    )
  }
  if (curve.x.length !== curve.y.length) {
    throw new NotAnalysable(`横坐标有 ${curve.x.length} 个数，纵坐标有 ${curve.y.length} 个数，两者必须一样多。`)
  }
  if (curve.x.length < least) {
    throw new NotAnalysable(`这条曲线只有 ${curve.x.length} 个点，本分析至少需要 ${least} 个点。`)
  }
  const bad = curve.x.findIndex((x, i) => !Number.isFinite(x) || !Number.isFinite(curve.y[i]))
  if (bad >= 0) throw new NotAnalysable(`第 ${bad + 1} 个点不是有效数字。请检查数据文件。`)
  const points = rising(curve)
  const [first] = points.y
  if (points.y.every((y) => y === first)) throw new NotAnalysable('这条曲线的纵坐标处处相同，没有可以分析的变化。')
  return points
}

function rising({ x, y }: Curve): Points {
  const falls = (x[0] as number) > (x.at(-1) as number)
  const ordered = { x: falls ? [...x].toReversed() : [...x], y: falls ? [...y].toReversed() : [...y] }
  for (const [i, value] of ordered.x.entries()) {
    const before = ordered.x[i - 1]
    if (before === undefined || value > before) continue
    throw new NotAnalysable(
      value === before
        ? `横坐标 ${value} 出现了两次。一个位置只能有一个值，请先去掉重复的点。`
        : `横坐标没有一直增大或一直减小（${before} 之后是 ${value}）。文件里可能有几次扫描，请只保留一次。`,
    )
  }
  return ordered
}

/** The points from one position to another, both included. */
export function pointsWithin({ x, y }: Points, from: number, to: number): Points {
  const kept = x.map((_, i) => i).filter((i) => (x[i] as number) >= from && (x[i] as number) <= to)
  return { x: kept.map((i) => x[i] as number), y: kept.map((i) => y[i] as number) }
}
