import { axisMeaning } from '../../curves/meaning-rules.ts'
import { type Curve, everyAxis, NotAnalysable } from '../tool-rules.ts'
import type { Points } from './point-rules.ts'

/** What every tool relies on: the right axis, as many values as positions, enough points, numbers only, and positions that differ. */
export function checkCurve(curve: Curve, axes: readonly string[], least: number): void {
  const { x, y, xLabel } = curve
  if (!axes.includes(everyAxis) && !axes.includes(axisMeaning(xLabel)))
    throw new NotAnalysable(
      `本分析要求横轴是${axes.join('或')}，这条曲线的横轴是“${xLabel.trim() || '未命名'}”。请换一条曲线；文件没有写明时，请在“横轴含义”中选择。`,
    )
  if (x.length !== y.length)
    throw new NotAnalysable(`曲线有 ${x.length} 个横坐标和 ${y.length} 个纵坐标，应当一样多。请检查数据文件。`)
  if (x.length < least) throw new NotAnalysable(`曲线只有 ${x.length} 个点，本分析至少需要 ${least} 个点。`)
  const bad = x.findIndex((at, i) => !Number.isFinite(at) || !Number.isFinite(y[i]))
  if (bad >= 0) throw new NotAnalysable(`第 ${bad + 1} 个点不是有效数字。请检查数据文件。`)
  if (x.every((at) => at === x[0])) throw new NotAnalysable('横坐标全部相同，无法分析。')
}

/** For tools that look for a change: a flat curve has none. */
export function checkChangingCurve(curve: Curve, axes: readonly string[], least: number): void {
  checkCurve(curve, axes, least)
  if (curve.y.every((y) => y === curve.y[0])) throw new NotAnalysable('纵坐标全部相同，没有可以分析的变化。')
}

/** The points of a changing curve that was measured in one direction, one value for each position; rising positions. */
export function pointsOf(curve: Curve, axes: readonly string[], least: number): Points {
  checkChangingCurve(curve, axes, least)
  const points = risingPoints(curve)
  const twice = points.x.find((x, i) => x === points.x[i - 1])
  if (twice !== undefined)
    throw new NotAnalysable(`横坐标 ${twice} 出现了两次。一个位置只能有一个值，请先去掉重复的点。`)
  return points
}

/** In the order of rising positions. Refuses positions that go to and fro, as those of an isotherm or a voltammogram do. */
export function risingPoints({ x, y }: Curve): Points {
  const falls = (x[0] as number) > (x.at(-1) as number)
  const points = falls ? { x: x.toReversed(), y: y.toReversed() } : { x, y }
  const back = points.x.findIndex((at, i) => i > 0 && at < (points.x[i - 1] as number))
  if (back > 0)
    throw new NotAnalysable(
      `横坐标没有一直增大或一直减小（${points.x[back - 1]} 之后是 ${points.x[back]}）。文件里可能有几次扫描，请只保留一次。`,
    )
  return points
}
