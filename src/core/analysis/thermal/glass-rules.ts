import { drawn, straightLine, type StraightLine } from '../fitting/straight-line-rules.ts'
import { readParameters } from '../inputs/parameter-rules.ts'
import { at, between, crossing, part } from '../inputs/point-rules.ts'
import { smoothedWithSlope } from '../smoothing/savitzky-golay-rules.ts'
import { NotAnalysable, type AnalysisResult, type AnalysisTool } from '../tool-rules.ts'
import { shown } from '../write-rules.ts'
import { heatFlowParameters, readHeatFlow, type HeatFlow } from './heat-flow-rules.ts'
import { steepest } from './heat-peak-rules.ts'

const parameters = [
  ...heatFlowParameters,
  {
    kind: 'number',
    key: 'from',
    label: '范围起点',
    unit: '°C',
    initial: -273,
    least: -273,
    most: 1500,
    hint: '范围只含一个台阶及其两侧的基线。',
  },
  { kind: 'number', key: 'to', label: '范围终点', unit: '°C', initial: 1500, least: -273, most: 1500 },
  {
    kind: 'number',
    key: 'share',
    label: '两侧基线各占',
    unit: '%',
    initial: 20,
    least: 5,
    most: 45,
    hint: '范围两端各取这么多点作直线。',
  },
  { kind: 'number', key: 'window', label: '平滑窗口', unit: '°C', initial: 3, least: 0.1, most: 50 },
] as const satisfies AnalysisTool['parameters']

export const glass: AnalysisTool = {
  key: 'thermal.glass',
  title: '玻璃化转变温度',
  version: 1,
  summary: '由 DSC 曲线的台阶用半高法求玻璃化转变温度、外推起始与终止温度和比热变化。',
  source: 'ISO 11357-2:2020',
  axes: ['温度'],
  parameters,
  run: (curve, given) => {
    const read = readParameters(parameters, given)
    const flow = readHeatFlow(curve, read, 20)
    const [from, to] = read.range('from', 'to')
    const points = between({ x: flow.points.x, y: flow.into }, from, to)
    if (points.x.length < 20) {
      throw new NotAnalysable(`范围 ${from} 至 ${to} °C 内只有 ${points.x.length} 个点，至少需要 20 个。请放宽范围。`)
    }
    const share = read.number('share')
    const window = read.number('window')
    const count = Math.max(3, Math.round((points.x.length * share) / 100))
    const below = straightLine(part(points, 0, count - 1))
    const above = straightLine(part(points, points.x.length - count, points.x.length - 1))
    return told(flow, points, [below, above], count, window)
  },
}

type Line = Pick<StraightLine, 'slope' | 'intercept' | 'residual'>
const lineAt = (line: Line, x: number) => line.intercept + line.slope * x

function told(
  flow: HeatFlow,
  points: { x: number[]; y: number[] },
  [below, above]: [StraightLine, StraightLine],
  count: number,
  window: number,
): AnalysisResult {
  const { x } = points
  const { value, slope } = smoothedWithSlope(points, window)
  // Height over the lower baseline as a share of the step: 0 below, 1 above the transition.
  const share = value.map((y, i) => (y - lineAt(below, at(x, i))) / (lineAt(above, at(x, i)) - lineAt(below, at(x, i))))
  const inner = { first: count - 1, last: x.length - count }
  const middle = crossing({ x, y: share }, 0.5, inner.first, inner.last)
  const noise = Math.max(below.residual, above.residual)
  const height = middle === undefined ? 0 : lineAt(above, middle) - lineAt(below, middle)
  // Not a number when both baselines coincide: nothing to be a share of.
  if (middle === undefined || !(Math.abs(height) > 3 * noise)) {
    throw new NotAnalysable(
      '范围内看不到台阶：两侧基线的高差不到噪声的 3 倍。请让范围只含一个台阶，并包含两侧平直的部分。',
    )
  }
  const rise = x.map((_, i) => (at(slope, i) - (below.slope + above.slope) / 2) * Math.sign(height))
  const flank = steepest(rise, inner.first, inner.last)
  const tangent = { slope: at(slope, flank), intercept: at(value, flank) - at(slope, flank) * at(x, flank) }
  const meets = [below, above].map((line) => (line.intercept - tangent.intercept) / (tangent.slope - line.slope))
  const [low, high] = [meets[0] ?? NaN, meets[1] ?? NaN]
  const [onset, endset] = flow.cooling ? [high, low] : [low, high]
  const heat = height / flow.perSecond
  const back = (y: number) => y / flow.factor
  const [from, to] = [at(x, 0), at(x, x.length - 1)]
  const lines = [
    drawn('低温侧基线', below, from, to),
    drawn('高温侧基线', above, from, to),
    drawn('切线', tangent, low, high),
  ]
  return {
    values: [
      { name: '玻璃化转变温度（半高）', value: middle, unit: '°C', digits: 1 },
      { name: '外推起始温度', value: onset, unit: '°C', digits: 1 },
      { name: '外推终止温度', value: endset, unit: '°C', digits: 1 },
      { name: '比热变化 Δcp', value: heat, unit: 'J/(g·K)', digits: 3 },
    ],
    tables: [],
    marks: [{ x: middle, y: back(lineAt(below, middle) + height / 2), label: `Tg ${shown(middle)} °C` }],
    lines: lines.map((line) => ({ ...line, y: line.y.map(back) })),
    steps: [
      ...flow.steps,
      `所用范围 ${shown(from)} 至 ${shown(to)} °C，${x.length} 个点；低温端与高温端各 ${count} 个点作直线：${words(below)}；${words(above)}。`,
      `半高法：曲线与两条基线的中线相交于 ${shown(middle, 5)} °C；平滑窗口 ${window} °C（Savitzky-Golay，二次多项式）。`,
      `最陡处（${shown(at(x, flank), 5)} °C）的切线与两条基线相交于 ${shown(low, 5)} °C 与 ${shown(high, 5)} °C。`,
      `Δcp = 台阶高 ÷ β = ${shown(height)} mW/mg ÷ ${shown(flow.perSecond)} K/s = ${shown(heat)} J/(g·K)。`,
    ],
    warnings: [
      ...flow.warnings,
      ...(heat < 0 ? ['比热在高温一侧变小，与玻璃化转变相反，请核对放热方向与范围。'] : []),
      ...(share.slice(inner.first).some((s) => s > 1.15)
        ? ['台阶后有吸热过冲（焓松弛），半高法的结果可能偏高，建议用第二次升温的曲线。']
        : []),
    ],
  }
}

function words(line: Line): string {
  return `Φ = ${shown(line.intercept)} ${line.slope < 0 ? '−' : '+'} ${shown(Math.abs(line.slope))}·T`
}
