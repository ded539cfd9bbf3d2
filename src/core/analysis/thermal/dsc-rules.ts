import { type ReadParameters, readParameters } from '../inputs/parameter-rules.ts'
import { at, indexOfMost, part, trapezoids, type Points } from '../inputs/point-rules.ts'
import { smoothedWithSlope } from '../smoothing/savitzky-golay-rules.ts'
import { NotAnalysable, type AnalysisResult, type AnalysisTool } from '../tool-rules.ts'
import { shown } from '../write-rules.ts'
import { heatFlowParameters, readHeatFlow, type HeatFlow } from './heat-flow-rules.ts'
import { baselineOf, findLimits, steepest, type Limits } from './heat-peak-rules.ts'

const parameters = [
  ...heatFlowParameters,
  {
    kind: 'choice',
    key: 'range',
    label: '峰的范围',
    initial: 'found',
    choices: [
      { value: 'found', label: '查找最大的峰' },
      { value: 'given', label: '使用下面的范围' },
    ],
  },
  {
    kind: 'number',
    key: 'from',
    label: '范围起点',
    unit: '°C',
    initial: 0,
    least: -273,
    most: 3000,
    hint: '仅在使用给定范围时有效。',
  },
  {
    kind: 'number',
    key: 'to',
    label: '范围终点',
    unit: '°C',
    initial: 300,
    least: -273,
    most: 3000,
    hint: '仅在使用给定范围时有效。',
  },
  {
    kind: 'choice',
    key: 'baseline',
    label: '基线',
    initial: 'straight',
    choices: [
      { value: 'straight', label: '直线' },
      { value: 'sigmoid', label: 'S 形（两端水平不同时）' },
    ],
  },
  {
    kind: 'number',
    key: 'window',
    label: '平滑窗口',
    unit: '°C',
    initial: 1,
    least: 0.05,
    most: 50,
    hint: '只用于求切线与峰顶，至少 5 个点；焓由原始数据积分。',
  },
] as const satisfies AnalysisTool['parameters']

export const dsc: AnalysisTool = {
  key: 'thermal.dsc',
  title: 'DSC 峰与焓',
  version: 1,
  summary: '求一个热流峰的外推起始温度、峰温、外推终止温度与焓（熔融、结晶、反应）。',
  source: 'ISO 11357-1:2023、ISO 11357-3:2018',
  axes: ['温度'],
  parameters,
  run: (curve, given) => {
    const read = readParameters(parameters, given)
    const flow = readHeatFlow(curve, read, 20)
    const window = read.number('window')
    const smooth = smoothedWithSlope({ x: flow.points.x, y: flow.into }, window)
    const limits = limitsOf(flow, smooth, read)
    return told(flow, smooth, limits, read.choice('baseline'), window)
  },
}

type Smooth = ReturnType<typeof smoothedWithSlope>

function limitsOf(flow: HeatFlow, smooth: Smooth, read: ReadParameters): Limits & { step: string } {
  const { x } = flow.points
  if (read.choice('range') === 'found') {
    const found = findLimits(x, smooth.value, smooth.slope)
    checkCount(found)
    return {
      ...found,
      step: '查找范围：取离首尾连线最远的点为峰；由两侧最陡处向外，到斜率与首尾连线之差小于最陡处的 1% 为止，再向外延长峰顶到此处距离的一半。',
    }
  }
  const [from, to] = read.range('from', 'to')
  const first = x.findIndex((t) => t >= from)
  const last = x.findLastIndex((t) => t <= to)
  if (first < 0 || last < 0 || first >= last) {
    throw new NotAnalysable(
      `范围 ${from} 至 ${to} °C 内没有数据，曲线为 ${shown(at(x, 0))} 至 ${shown(at(x, x.length - 1))} °C。`,
    )
  }
  checkCount({ first, last })
  return { first, last, step: `范围由使用者给定：${from} 至 ${to} °C。` }
}

function checkCount({ first, last }: Limits): void {
  if (last - first + 1 < 10)
    throw new NotAnalysable(`峰的范围内只有 ${last - first + 1} 个点，至少需要 10 个。请放宽范围。`)
}

function told(
  flow: HeatFlow,
  smooth: Smooth,
  limits: Limits & { step: string },
  kind: string,
  window: number,
): AnalysisResult {
  const { first, last } = limits
  const x = flow.points.x.slice(first, last + 1)
  const value = smooth.value.slice(first, last + 1)
  const slope = smooth.slope.slice(first, last + 1)
  const raw = part({ x: flow.points.x, y: flow.into }, first, last)
  const base = baselineOf(kind, x, withEnds(raw.y, value))
  const over = value.map((y, i) => y - at(base, i))
  const area = trapezoids({ x, y: raw.y.map((y, i) => y - at(base, i)) })
  const sign = area >= 0 ? 1 : -1
  const top = indexOfMost(over.map((y) => sign * y))
  checkPeak(top, over, raw.y, value)
  const tangents = [0, x.length - 1].map((end) => tangent(x, value, slope, base, kind, top, end))
  const [low, high] = [tangents[0]?.meets ?? NaN, tangents[1]?.meets ?? NaN]
  const [onset, endset] = flow.cooling ? [high, low] : [low, high]
  const enthalpy = area / flow.perSecond
  const effect = sign > 0 ? '吸热' : '放热'
  const back = (y: number) => y / flow.factor
  return {
    values: [
      { name: '外推起始温度', value: onset, unit: '°C', digits: 1 },
      { name: '峰温', value: at(x, top), unit: '°C', digits: 1 },
      { name: '外推终止温度', value: endset, unit: '°C', digits: 1 },
      { name: `焓（${effect}）`, value: Math.abs(enthalpy), unit: 'J/g', digits: 2 },
      { name: '峰高', value: Math.abs(at(over, top)), unit: 'mW/mg', digits: 3 },
    ],
    tables: [],
    marks: [
      { x: onset, y: back(at(base, 0)), label: `起始 ${shown(onset)} °C` },
      { x: at(x, top), y: back(at(value, top)), label: `峰 ${shown(at(x, top))} °C` },
    ],
    lines: [
      { label: '基线', x, y: base.map(back) },
      ...tangents.map((line) => ({ label: '切线', x: line.x, y: line.y.map(back) })),
    ],
    steps: [
      ...flow.steps,
      limits.step,
      `积分范围 ${shown(at(x, 0), 5)} 至 ${shown(at(x, x.length - 1), 5)} °C，${x.length} 个点；基线：${baselineWords[kind]}。`,
      `焓 ΔH = ∫(Φ−基线)dT / β = ${shown(area)} mW·K/mg ÷ ${shown(flow.perSecond)} K/s = ${shown(enthalpy)} J/g（梯形积分，吸热为正）。`,
      `平滑与求导：Savitzky-Golay，二次多项式，窗口 ${window} °C（至少 5 个点）。最陡处的切线与基线相交：起始 ${shown(onset, 5)} °C，终止 ${shown(endset, 5)} °C。`,
    ],
    warnings: [...flow.warnings, ...edgeWarnings(top, over)],
  }
}

const baselineWords: Readonly<Record<string, string>> = {
  straight: '两端点的连线',
  sigmoid: '由一端水平到另一端水平，按已积分面积的比例过渡，迭代到变化小于峰高的 10⁻⁷',
}

/** The baseline stands on smoothed ends, so that the noise of two single points does not turn it. */
function withEnds(raw: readonly number[], value: readonly number[]): number[] {
  return raw.map((y, i) => (i === 0 || i === raw.length - 1 ? at(value, i) : y))
}

function checkPeak(top: number, over: readonly number[], raw: readonly number[], value: readonly number[]): void {
  const noise = Math.sqrt(raw.reduce((sum, y, i) => sum + (y - at(value, i)) ** 2, 0) / raw.length)
  if (top === 0 || top === over.length - 1 || Math.abs(at(over, top)) <= 3 * noise) {
    throw new NotAnalysable('范围内没有可辨认的峰：高出基线不到噪声的 3 倍，或最高点在边缘。请修改范围或放热方向。')
  }
}

interface Tangent extends Points {
  meets: number
}

/** Tangent at the steepest point of one flank, to the baseline (with a sigmoid one: to the level of that end). */
function tangent(
  x: readonly number[],
  value: readonly number[],
  slope: readonly number[],
  base: readonly number[],
  kind: string,
  top: number,
  end: number,
): Tangent {
  const last = x.length - 1
  const incline = kind === 'straight' ? (at(base, last) - at(base, 0)) / (at(x, last) - at(x, 0)) : 0
  const flank = steepest(
    slope.map((s) => Math.abs(s - incline)),
    top,
    end,
  )
  const level = at(base, end) + incline * (at(x, flank) - at(x, end))
  const meets = at(x, flank) - (at(value, flank) - level) / (at(slope, flank) - incline)
  const foot = at(base, end) + incline * (meets - at(x, end))
  const head = at(value, top)
  // A level flank over a baseline that falls never comes to the height of the peak: drawn up to the flank.
  if (at(slope, flank) === 0) return { meets, x: [meets, at(x, flank)], y: [foot, at(value, flank)] }
  const headAt = at(x, flank) + (head - at(value, flank)) / at(slope, flank)
  return { meets, x: [meets, headAt], y: [foot, head] }
}

function edgeWarnings(top: number, over: readonly number[]): string[] {
  const height = Math.abs(at(over, top))
  const opposite = Math.max(...over.map((y) => -y * Math.sign(at(over, top))))
  return opposite > 0.1 * height ? ['范围内有与峰反向、超过峰高 10% 的偏离，可能含另一个峰或基线不合适。'] : []
}
