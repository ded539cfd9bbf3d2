import { between, part, type Points } from '../inputs/point-rules.ts'
import { prominent } from '../peaks/prominence-rules.ts'
import { NotAnalysable, type AnalysisResult } from '../tool-rules.ts'
import { decimals, shown } from '../write-rules.ts'
import { fitCircle, type Circle } from './circle-rules.ts'

/** Resistances from the first arc of a Nyquist plot, which has no frequency. `points` ascend in Z′; `y` is −Z″. */

export interface Arc {
  points: Points
  circle: Circle
  /** Where the circle meets the real axis. */
  left: number
  right: number
  /** Angle by which the centre lies below the axis, in degrees. */
  depression: number
  /** Share of the half circle that the points cover, in degrees of the circle. */
  covered: number
}

const leastPoints = 6

export function arcOf(points: Points, range: readonly [number, number] | undefined): Arc {
  const used = range ? between(points, ...range) : firstArc(points)
  if (used.x.length < leastPoints) {
    throw new NotAnalysable(`圆弧上只有 ${used.x.length} 个点，至少需要 ${leastPoints} 个。请修改范围。`)
  }
  const circle = fitCircle(used)
  const half = Math.sqrt(circle.radius ** 2 - circle.y ** 2)
  if (!(half > 0)) throw new NotAnalysable('拟合的圆不与实轴相交，得不到 Rs 与 Rct。请修改范围，使它只含一段圆弧。')
  const angles = used.x.map((x, i) => Math.atan2((used.y[i] ?? 0) - circle.y, circle.x - x))
  return {
    points: used,
    circle,
    left: circle.x - half,
    right: circle.x + half,
    depression: (Math.atan2(-circle.y, half) * 180) / Math.PI,
    covered: ((Math.max(...angles) - Math.min(...angles)) * 180) / Math.PI,
  }
}

/** From the first point above the axis to the valley after the first peak: what follows is diffusion or another arc. */
function firstArc(points: Points): Points {
  const range = Math.max(...points.y) - Math.min(...points.y)
  const begin = points.y.findIndex((y) => y >= 0)
  if (begin < 0) throw new NotAnalysable('没有 −Z″ ≥ 0 的点，图上没有容抗弧。')
  const above = part(points, begin, points.x.length - 1)
  const [top] = prominent(above.y, 0.02 * range, 0)
  if (top === undefined || top === 0) throw new NotAnalysable('没有找到圆弧的顶点。请给出圆弧的范围（Z′）。')
  const next = prominent(above.y, 0.02 * range, 0)[1] ?? above.y.length - 1
  let valley = top
  for (let i = top; i <= next; i++) if ((above.y[i] ?? 0) < (above.y[valley] ?? 0)) valley = i
  return part(above, 0, valley)
}

export function arcResult(
  arc: Arc,
  how: string,
  steps: readonly string[],
  warnings: readonly string[],
): AnalysisResult {
  const { circle, left, right, depression, covered } = arc
  const scatter = circle.distance / circle.radius
  const exponent = 1 - depression / 90
  return {
    values: [
      { name: 'Rs', value: left, unit: 'Ω', digits: decimals(right - left, 4) },
      { name: 'Rct', value: right - left, unit: 'Ω', digits: decimals(right - left, 4) },
      { name: '圆心下沉角', value: depression, unit: '°', digits: 1 },
      { name: '相应的 CPE 指数 n', value: exponent, unit: '', digits: 3 },
    ],
    tables: [],
    marks: [
      { x: left, y: 0, label: 'Rs' },
      { x: right, y: 0, label: 'Rs + Rct' },
    ],
    lines: [{ label: '拟合圆弧', ...circleDrawn(circle, depression) }],
    steps: [
      ...steps,
      how,
      `圆弧拟合（${arc.points.x.length} 个点到圆的距离的最小二乘）：圆心 (${shown(circle.x)}, ${shown(circle.y)})，半径 ${shown(circle.radius)} Ω，距离的均方根 ${shown(circle.distance)} Ω。`,
      `圆与实轴相交于 Rs = ${shown(left)} Ω 与 Rs + Rct = ${shown(right)} Ω，Rct = ${shown(right - left)} Ω。`,
      `圆心下沉角 = arctan(−yc/半弦长) = ${depression.toFixed(1)}°；对 R(RQ) 电路 n = 1 − 下沉角/90° = ${exponent.toFixed(3)}。`,
      '只用图形，不用频率，因此得不到电容与时间常数。',
    ],
    warnings: [
      ...warnings,
      ...(covered < 90 ? [`数据只覆盖圆弧的 ${Math.round(covered)}°，Rct 由外推得到，不可靠。`] : []),
      ...(scatter > 0.05 ? [`数据偏离圆弧 ${(scatter * 100).toFixed(1)}%（对半径），可能含多个弧或扩散。`] : []),
      ...(left < 0 ? ['Rs 为负值，圆弧的高频部分与圆不符。'] : []),
      ...(exponent > 1.02 ? ['圆心在实轴之上，与 R(RC)、R(RQ) 电路不符。'] : []),
    ],
  }
}

function circleDrawn({ x, y, radius }: Circle, depression: number): Points {
  const tilt = (depression * Math.PI) / 180
  const angles = Array.from({ length: 61 }, (_, i) => Math.PI - tilt - ((Math.PI - 2 * tilt) * i) / 60)
  return { x: angles.map((a) => x + radius * Math.cos(a)), y: angles.map((a) => y + radius * Math.sin(a)) }
}
