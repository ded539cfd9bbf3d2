import { endValues, linearBackground, shirleyBackground } from '../baselines/shirley-rules.ts'
import { productWidthRatio } from '../fitting/shape-rules.ts'
import { pointsOf } from '../inputs/curve-rules.ts'
import { type ReadParameters, readParameters } from '../inputs/parameter-rules.ts'
import { between, nearest, type Points } from '../inputs/point-rules.ts'
import {
  type AnalysisTable,
  type AnalysisTool,
  type AnalysisValue,
  NotAnalysable,
  type ParameterSpec,
} from '../tool-rules.ts'
import { shown } from '../write-rules.ts'
import { chargeParameters, chargeShift } from './charge-rules.ts'
import { type FittedPeak, fitEnvelope } from './envelope-rules.ts'
import { PEAK_LINES_HINT, type PeakLine, type Quantity, readPeakLines } from './peak-lines-rules.ts'

const parameters: readonly ParameterSpec[] = [
  ...chargeParameters,
  {
    kind: 'number',
    key: 'from',
    label: '结合能从',
    unit: 'eV',
    initial: 0,
    least: -50,
    most: 3000,
    hint: '校正后的结合能；从、到都为 0 表示整条曲线。',
  },
  { kind: 'number', key: 'to', label: '结合能到', unit: 'eV', initial: 0, least: -50, most: 3000 },
  {
    kind: 'choice',
    key: 'background',
    label: '本底',
    initial: 'shirley',
    choices: [
      { value: 'shirley', label: 'Shirley（迭代）' },
      { value: 'linear', label: '直线' },
      { value: 'none', label: '不扣' },
    ],
  },
  { kind: 'number', key: 'ends', label: '两端各取平均', unit: '点', initial: 5, least: 1, most: 100 },
  {
    kind: 'choice',
    key: 'shape',
    label: '峰形',
    initial: 'product',
    choices: [
      { value: 'product', label: '高斯–洛伦兹乘积 GL' },
      { value: 'sum', label: '高斯–洛伦兹加和 SGL' },
    ],
  },
  { kind: 'number', key: 'mix', label: '洛伦兹成分', unit: '%', initial: 30, least: 0, most: 100 },
  { kind: 'number', key: 'width', label: '初始半高宽', unit: 'eV', initial: 1.2, least: 0.1, most: 10 },
  { kind: 'lines', key: 'peaks', label: '峰与约束', initial: '', hint: PEAK_LINES_HINT },
]

export const xpsFit: AnalysisTool = {
  key: 'xps.fit',
  title: 'XPS 分峰拟合',
  version: 1,
  summary: '荷电校正、扣除本底后，按给出的峰和约束拟合，给出结合能、半高宽和面积。',
  source:
    '本底：Shirley, Phys. Rev. B 5 (1972) 4709；峰形与约束：ISO 20903、Briggs & Grant, Surface Analysis by AES and XPS (2003)',
  axes: ['结合能'],
  parameters,
  run(curve, given) {
    const read = readParameters(parameters, given)
    const whole = pointsOf(curve, xpsFit.axes, 10)
    const shift = chargeShift(read)
    const points = inRange({ x: whole.x.map((x) => x + shift.eV), y: whole.y }, read)
    const background = backgroundOf(points, read)
    const net = { x: points.x, y: points.y.map((y, i) => y - (background.y[i] as number)) }
    const typed = read.lines('peaks')
    const lines = typed.length > 0 ? readPeakLines(typed, read.number('width')) : [onePeak(net, read.number('width'))]
    refuseOutside(lines, points)
    const fitted = fitOrRefuse(net, lines, { read, counts: points.y })
    const { peaks, sum } = fitted
    const drawn = (label: string, y: readonly number[]) => ({
      label,
      x: points.x.map((x) => x - shift.eV),
      y: y.map((value, i) => value + (background.y[i] as number)),
    })
    return {
      values: valuesOf(peaks, fitted.misfit),
      tables: [peakTable(peaks, lines), ...contentTable(peaks, lines)],
      marks: peaks.map((peak) => ({
        x: peak.position - shift.eV,
        y: peak.height + (background.y[nearest(points.x, peak.position)] as number),
        label: `${peak.name} ${peak.position.toFixed(1)}`,
      })),
      lines: [
        drawn(
          '本底',
          points.x.map(() => 0),
        ),
        ...peaks.map((peak) => drawn(peak.name, peak.y)),
        drawn('拟合', sum),
      ],
      steps: [
        shift.step,
        `范围：${shown(points.x[0] as number, 6)}–${shown(points.x.at(-1) as number, 6)} eV，${points.x.length} 个点。`,
        background.step,
        ...fitSteps(lines, fitted, read),
      ],
      warnings: [
        ...(typed.length === 0 ? ['还没有写峰，先在最高处按一个峰拟合。请在“峰与约束”里按样品写出各个峰。'] : []),
        ...background.warnings,
        ...peaks.flatMap((peak) =>
          peak.atLimit.length > 0 ? [`${peak.name} 的${peak.atLimit.join('、')}停在允许范围的边上，请检查约束。`] : [],
        ),
        ...(fitted.regular ? ['残差有规律，不像噪声：可能少了峰、峰形或本底不合适，面积不宜直接使用。'] : []),
      ],
    }
  },
}

interface Fitted {
  peaks: FittedPeak[]
  sum: number[]
  free: number
  iterations: number
  /** Whether the values are positive, so that they are weighted as counts. */
  counted: boolean
  /** Root of the squares of the residual over those of the net curve, in percent. */
  misfit: number
  regular: boolean
}

function fitOrRefuse(
  net: Points,
  lines: readonly PeakLine[],
  { read, counts }: { read: ReadParameters; counts: readonly number[] },
): Fitted {
  const counted = counts.every((y) => y > 0)
  const deviations = counted ? counts.map((y) => Math.sqrt(y)) : undefined
  const kind = read.choice('shape') === 'product' ? 'product' : 'sum'
  const { fit, peaks, free } = fitEnvelope(net, lines, { kind, share: read.number('mix') / 100, deviations })
  if (counts.length <= free)
    throw new NotAnalysable(`范围内只有 ${counts.length} 个点，而待定参数有 ${free} 个。请减少峰或增加约束。`)
  if (!fit.converged) {
    throw new NotAnalysable(
      `拟合经过 ${fit.iterations} 次迭代没有收敛，不给出结果。请减少峰、增加约束，或给出更接近的初始位置和半高宽。`,
    )
  }
  if (!fit.determined) {
    throw new NotAnalysable(
      '数据不足以区分这些峰（有的参数互相抵消或峰面积为 0），不给出结果。请减少峰，或约束半高宽和位置。',
    )
  }
  const sum = net.x.map((_, i) => peaks.reduce((total, peak) => total + (peak.y[i] as number), 0))
  const rest = net.y.map((y, i) => y - (sum[i] as number))
  const weighted = rest.map((value, i) => value / (deviations?.[i] ?? 1))
  return {
    peaks,
    sum,
    free,
    iterations: fit.iterations,
    counted,
    misfit: 100 * Math.sqrt(squares(rest) / squares(net.y)),
    regular: autocorrelation(weighted) > 0.5,
  }
}

function fitSteps(lines: readonly PeakLine[], fitted: Fitted, read: ReadParameters): string[] {
  const mix = read.number('mix')
  const ratio = productWidthRatio(mix / 100)
  return [
    read.choice('shape') === 'product'
      ? `峰形：GL(x) = exp[−4ln2·(1−m)·(x−E)²/w²] / [1+4m·(x−E)²/w²]，m 为洛伦兹成分；表中的半高宽是真正的半高宽 W，m = ${mix}% 时 w = ${ratio.toFixed(4)}·W；面积由数值积分得到。`
      : '峰形：SGL(x) = (1−m)·exp[−4ln2·(x−E)²/W²] + m/[1+4(x−E)²/W²]，m 为洛伦兹成分，W 为半高宽。',
    ...lines.map(
      (line) =>
        `${line.name}：位置 ${told(line.position, lines)}，半高宽 ${told(line.width, lines)}，面积 ${told(line.area, lines)}，m = ${line.mix ?? mix}%。`,
    ),
    `拟合：Levenberg–Marquardt 最小二乘，${fitted.counted ? '权重 1/强度' : '各点等权（有不大于 0 的强度）'}，${fitted.free} 个待定参数，${fitted.iterations} 次迭代收敛；不确定度为协方差矩阵给出的一倍标准差，不含本底的不确定度。`,
    `残差：√(Σ残差²/Σ净强度²) = ${fitted.misfit.toFixed(2)}%。`,
  ]
}

function inRange(points: Points, read: ReadParameters): Points {
  if (read.number('from') === 0 && read.number('to') === 0) return points
  const [from, to] = read.range('from', 'to')
  const part = between(points, from, to)
  if (part.x.length < 10)
    throw new NotAnalysable(`${from} 到 ${to} eV 之间只有 ${part.x.length} 个点，至少需要 10 个点。`)
  return part
}

function backgroundOf(points: Points, read: ReadParameters): { y: number[]; step: string; warnings: string[] } {
  const kind = read.choice('background')
  const ends = Math.floor(read.number('ends'))
  if (ends * 2 >= points.x.length)
    throw new NotAnalysable(`两端各取 ${ends} 个点平均，范围内只有 ${points.x.length} 个点，请改小。`)
  const [low, high] = endValues(points.y, ends)
  if (kind === 'none') return { y: points.x.map(() => 0), step: '本底：不扣。', warnings: [] }
  const told = `两端强度各取 ${ends} 点平均：${shown(low, 6)}（低结合能端）、${shown(high, 6)}（高结合能端）`
  if (kind === 'linear')
    return { y: linearBackground(points, ends), step: `本底：两端之间的直线；${told}。`, warnings: [] }
  const background = shirleyBackground(points, ends)
  if (!background.converged) {
    throw new NotAnalysable(
      `Shirley 本底经过 ${background.iterations} 次迭代没有收敛：范围两端要落在峰的两侧、低于峰。请调整范围，或改用直线本底。`,
    )
  }
  return {
    y: background.y,
    step: `本底：Shirley，B(E) = I₁ + (I₂−I₁)·∫(I−B)dE（低结合能端到 E）/ ∫(I−B)dE（全范围），迭代 ${background.iterations} 次，变化小于 10⁻⁷；${told}。`,
    warnings: high < low ? ['高结合能端的强度低于低结合能端，Shirley 本底在这里没有物理意义，宜改用直线。'] : [],
  }
}

function onePeak(net: Points, width: number): PeakLine {
  const top = net.y.reduce((best, value, i) => (value > (net.y[best] as number) ? i : best), 0)
  const at = net.x[top] as number
  return {
    name: '峰1',
    position: { kind: 'free', initial: at, least: at - width, most: at + width },
    width: { kind: 'free', initial: width, least: 0.1, most: 10 },
    area: { kind: 'free', least: 0, most: Number.POSITIVE_INFINITY },
  }
}

function refuseOutside(lines: readonly PeakLine[], { x }: Points) {
  const [from, to] = [x[0] as number, x.at(-1) as number]
  for (const { name, position } of lines) {
    const at =
      position.kind === 'held' ? position.value : position.kind === 'free' ? (position.initial as number) : undefined
    if (at !== undefined && (at < from || at > to)) {
      throw new NotAnalysable(`“${name}”的位置 ${at} eV 不在曲线的范围 ${shown(from, 6)}–${shown(to, 6)} eV 内。`)
    }
  }
}

function valuesOf(peaks: readonly FittedPeak[], misfit: number): AnalysisValue[] {
  return [
    ...peaks.map((peak) => ({
      name: `${peak.name} 结合能`,
      value: peak.position,
      unit: 'eV',
      digits: 2,
      ...(peak.positionError > 0 ? { uncertainty: peak.positionError } : {}),
    })),
    { name: '残差', value: misfit, unit: '%', digits: 2 },
  ]
}

function peakTable(peaks: readonly FittedPeak[], lines: readonly PeakLine[]): AnalysisTable {
  const total = peaks.reduce((sum, peak) => sum + peak.area, 0)
  const spread = (error: number, digits: number) =>
    error === 0 ? '约束' : Number.isFinite(error) ? error.toFixed(digits) : '在边上'
  return {
    title: '拟合的峰',
    columns: [
      { name: '峰', unit: '' },
      { name: '结合能', unit: 'eV', digits: 2 },
      { name: '±', unit: 'eV' },
      { name: '半高宽', unit: 'eV', digits: 2 },
      { name: '±', unit: 'eV' },
      { name: '面积', unit: '', digits: 1 },
      { name: '±', unit: '' },
      { name: '面积占比', unit: '%', digits: 1 },
      { name: '洛伦兹成分', unit: '%', digits: 0 },
    ],
    rows: peaks.map((peak, i) => [
      peak.name,
      peak.position,
      lines[i]?.position.kind === 'tied' ? '约束' : spread(peak.positionError, 3),
      peak.width,
      lines[i]?.width.kind === 'tied' ? '约束' : spread(peak.widthError, 3),
      peak.area,
      lines[i]?.area.kind === 'tied' ? '约束' : spread(peak.areaError, 1),
      (100 * peak.area) / total,
      100 * peak.share,
    ]),
  }
}

/** Relative contents, only when the person gave a sensitivity for every peak. */
function contentTable(peaks: readonly FittedPeak[], lines: readonly PeakLine[]): AnalysisTable[] {
  if (lines.some((line) => line.sensitivity === undefined)) return []
  const reduced = peaks.map((peak, i) => peak.area / (lines[i]?.sensitivity as number))
  const total = reduced.reduce((sum, value) => sum + value, 0)
  return [
    {
      title: '相对含量（面积 ÷ 给出的灵敏度）',
      columns: [
        { name: '峰', unit: '' },
        { name: '灵敏度', unit: '', digits: 3 },
        { name: '相对含量', unit: '%', digits: 1 },
      ],
      rows: peaks.map((peak, i) => [
        peak.name,
        lines[i]?.sensitivity as number,
        (100 * (reduced[i] as number)) / total,
      ]),
    },
  ]
}

function told(quantity: Quantity, lines: readonly PeakLine[]): string {
  if (quantity.kind === 'held') return `固定 ${quantity.value}`
  if (quantity.kind === 'free') {
    if (quantity.initial === undefined) return '自由'
    return `初值 ${shown(quantity.initial, 6)}，范围 ${shown(quantity.least, 6)}–${shown(quantity.most, 6)}`
  }
  const name = lines[quantity.to]?.name ?? ''
  if (quantity.times !== 1) return `= ${name} × ${quantity.times}`
  return quantity.plus === 0 ? `= ${name}` : `= ${name} ${quantity.plus > 0 ? '+' : '−'} ${Math.abs(quantity.plus)}`
}

function squares(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value * value, 0)
}

/** Correlation of each residual with the next one. */
function autocorrelation(values: readonly number[]): number {
  return values.slice(1).reduce((sum, value, i) => sum + value * (values[i] as number), 0) / (squares(values) || 1)
}
