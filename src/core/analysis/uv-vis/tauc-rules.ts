import { axisMeaning } from '../../curves/meaning-rules.ts'
import { type StraightLine, straightLine } from '../fitting/straight-line-rules.ts'
import { pointsOf } from '../inputs/curve-rules.ts'
import { type ReadParameters, readParameters } from '../inputs/parameter-rules.ts'
import type { Points } from '../inputs/point-rules.ts'
import { type AnalysisTool, type Curve, NotAnalysable, type ParameterSpec } from '../tool-rules.ts'
import { shown } from '../write-rules.ts'

/** hc in eV·nm (CODATA 2018, exact constants). */
export const HC = 1239.84198

const parameters: readonly ParameterSpec[] = [
  {
    kind: 'choice',
    key: 'signal',
    label: '纵坐标是',
    initial: 'auto',
    choices: [
      { value: 'auto', label: '按坐标名称判断' },
      { value: 'absorbance', label: '吸光度' },
      { value: 'reflectance-percent', label: '反射率（%）' },
      { value: 'reflectance', label: '反射率（0–1）' },
    ],
  },
  {
    kind: 'choice',
    key: 'transition',
    label: '跃迁类型',
    initial: 'direct',
    choices: [
      { value: 'direct', label: '直接允许：(αhν)²' },
      { value: 'indirect', label: '间接允许：(αhν)^½' },
    ],
    hint: '由材料决定，不能由曲线判断。',
  },
  {
    kind: 'number',
    key: 'from',
    label: '直线段从',
    unit: 'eV',
    initial: 0,
    least: 0,
    most: 20,
    hint: '从、到都为 0 表示自动选取。',
  },
  { kind: 'number', key: 'to', label: '直线段到', unit: 'eV', initial: 0, least: 0, most: 20 },
  { kind: 'number', key: 'window', label: '自动选取的最短直线段', unit: 'eV', initial: 0.15, least: 0.02, most: 2 },
  { kind: 'number', key: 'straight', label: '自动选取的 R² 至少', unit: '', initial: 0.995, least: 0.9, most: 0.99999 },
]

const LEAST_POINTS = 6

export const uvvisTauc: AnalysisTool = {
  key: 'uvvis.tauc',
  title: '带隙（Tauc 图）',
  version: 1,
  summary: '由吸光度或漫反射光谱作 Tauc 图，把直线段外推到零得到带隙。',
  source:
    'Tauc et al., Phys. Status Solidi 15 (1966) 627；Kubelka & Munk (1931)；Makuła et al., J. Phys. Chem. Lett. 9 (2018) 6814',
  axes: ['波长'],
  parameters,
  run(curve, given) {
    const read = readParameters(parameters, given)
    const points = pointsOf(curve, uvvisTauc.axes, 20)
    const wavelength = inNanometres(curve, points)
    const signal = absorption(curve, points, read.choice('signal'))
    const direct = read.choice('transition') === 'direct'
    const plot = taucPlot({ x: wavelength, y: signal.y }, direct)
    const { line, part, step } = straightPart(plot, read)
    const gap = -line.intercept / line.slope
    if (!(line.slope > 0)) throw new NotAnalysable('直线段没有上升，无法外推带隙。请换一段范围，或核对“纵坐标是”。')
    if (!(gap > 0))
      throw new NotAnalysable(`直线段外推到 ${shown(gap)} eV，不是正值。请换一段范围，或核对“纵坐标是”和“跃迁类型”。`)
    const from = plot.x[part.first] as number
    const to = plot.x[part.last] as number
    const power = direct ? '²' : '^½'
    const drawn = [gap, to].map((x) => ({ x, y: line.slope * x + line.intercept }))
    return {
      values: [
        { name: '带隙 Eg', value: gap, unit: 'eV', digits: 3, uncertainty: gapError(line, gap) },
        { name: '吸收边波长', value: HC / gap, unit: 'nm', digits: 1 },
        { name: '直线段 R²', value: line.determination, unit: '', digits: 4 },
      ],
      tables: [],
      marks: [],
      lines: [],
      figure: {
        xLabel: '光子能量 hν (eV)',
        yLabel: `(${signal.symbol}·hν)${power}`,
        lines: [
          { label: 'Tauc 图', x: plot.x, y: plot.y },
          { label: `直线段外推，Eg = ${gap.toFixed(2)} eV`, x: drawn.map(({ x }) => x), y: drawn.map(({ y }) => y) },
        ],
      },
      steps: [
        `横坐标换算：hν = ${HC} / λ，λ 以 nm 计。`,
        signal.step,
        `Tauc 图：(${signal.symbol}·hν)${power} 对 hν，${direct ? '直接' : '间接'}允许跃迁。`,
        step,
        `直线：y = ${shown(line.slope)}·hν ${line.intercept < 0 ? '−' : '+'} ${shown(Math.abs(line.intercept))}，${from.toFixed(3)}–${to.toFixed(3)} eV，${part.last - part.first + 1} 个点，R² = ${line.determination.toFixed(5)}。`,
        `带隙：Eg = −截距/斜率 = ${gap.toFixed(3)} eV。不确定度只来自直线拟合，直线段的选取通常带来更大的差别。`,
      ],
      warnings: [
        ...signal.warnings,
        ...(line.determination < read.number('straight')
          ? [`直线段 R² = ${line.determination.toFixed(4)}，低于 ${read.number('straight')}，不够直。`]
          : []),
        ...baseWarning(plot, gap, line),
      ],
    }
  },
}

/** Positions in nm; micrometres are converted, other units refused. */
function inNanometres(curve: Curve, { x }: Points): readonly number[] {
  if (axisMeaning(curve.xLabel) !== '波长') throw new NotAnalysable('横坐标要是波长。')
  const micrometres = /µm|μm|\bum\b|微米/i.test(curve.xLabel)
  const wavelength = micrometres ? x.map((value) => value * 1000) : x
  const [least, most] = [wavelength[0] as number, wavelength.at(-1) as number]
  if (least < 100 || most > 5000) {
    throw new NotAnalysable(
      `波长换成 nm 是 ${shown(least)}–${shown(most)}，不像紫外可见近红外光谱（100–5000 nm）。请检查横坐标的单位。`,
    )
  }
  return wavelength
}

function absorption(
  curve: Curve,
  { y }: Points,
  choice: string,
): { y: number[]; symbol: string; step: string; warnings: string[] } {
  const kind = choice === 'auto' ? namedSignal(curve.yLabel, y) : choice
  if (kind === 'absorbance') {
    const below = y.filter((value) => value < 0).length
    return {
      y: y.map((value) => Math.max(0, value)),
      symbol: 'A',
      step: 'α 用吸光度 A 代替（A 与 α 成正比，不影响外推到零的位置）。',
      warnings: below > 0 ? [`有 ${below} 个点的吸光度小于 0，按 0 计算。`] : [],
    }
  }
  const scale = kind === 'reflectance-percent' ? 100 : 1
  const reflectance = y.map((value) => value / scale)
  const over = reflectance.filter((value) => value > 1).length
  if (reflectance.some((value) => value <= 0))
    throw new NotAnalysable('反射率有不大于 0 的点，Kubelka–Munk 函数没有定义。请检查数据或“纵坐标是”。')
  if (reflectance.some((value) => value > 1.5)) {
    throw new NotAnalysable(
      `反射率最大为 ${shown(reflectance.reduce((most, value) => Math.max(most, value), 0))}，超过 1。请核对“纵坐标是”（% 还是 0–1）。`,
    )
  }
  return {
    y: reflectance.map((value) => (1 - Math.min(1, value)) ** 2 / (2 * Math.min(1, value))),
    symbol: 'F(R)',
    step: `α 用 Kubelka–Munk 函数代替：F(R) = (1−R)²/(2R)，R 为${scale === 100 ? '反射率 % ÷ 100' : '反射率'}。`,
    warnings: over > 0 ? [`有 ${over} 个点的反射率大于 1，按 1 计算；请核对参比。`] : [],
  }
}

function namedSignal(label: string, y: readonly number[]): string {
  if (/absorb|吸光|\bAbs\b|\bA\.?U\.?\b|\bOD\b/i.test(label)) return 'absorbance'
  if (/reflect|反射|%\s*R\b|\bR\s*[%(（]/i.test(label))
    return /%|百分/.test(label) || y.some((value) => value > 1.5) ? 'reflectance-percent' : 'reflectance'
  throw new NotAnalysable(`从纵坐标“${label.trim() || '未命名'}”看不出是吸光度还是反射率，请在“纵坐标是”里选择。`)
}

/** (α·hν)^n over hν with rising energies. */
function taucPlot({ x, y }: Points, direct: boolean): Points {
  const energies = x.map((wavelength) => HC / wavelength)
  const values = energies.map((energy, i) => ((y[i] as number) * energy) ** (direct ? 2 : 0.5))
  return { x: energies.toReversed(), y: values.toReversed() }
}

interface Part {
  first: number
  last: number
}

function straightPart(plot: Points, read: ReadParameters): { line: StraightLine; part: Part; step: string } {
  if (read.number('from') === 0 && read.number('to') === 0) return steepestPart(plot, read)
  const [from, to] = read.range('from', 'to')
  const inside = plot.x.map((_, i) => i).filter((i) => (plot.x[i] as number) >= from && (plot.x[i] as number) <= to)
  if (inside.length < LEAST_POINTS) {
    throw new NotAnalysable(`${from}–${to} eV 之间只有 ${inside.length} 个点，至少需要 ${LEAST_POINTS} 个点。`)
  }
  const part = { first: inside[0] as number, last: inside.at(-1) as number }
  return { part, line: lineOf(plot, part), step: `直线段：按给定范围 ${from}–${to} eV。` }
}

/** Parts less steep than this share of the steepest one belong to the foot or the shoulder of the edge. */
const STEEP = 0.8

/**
 * Among all parts that are wide and straight enough and nearly as steep as the steepest of them, the one whose extrapolated gap has the least
 * standard deviation: a longer part is better until it takes in what is not straight any more.
 */
function steepestPart(plot: Points, read: ReadParameters): { line: StraightLine; part: Part; step: string } {
  const [window, straight] = [read.number('window'), read.number('straight')]
  const every = Math.ceil(plot.x.length / MOST_STARTS)
  const sums = runningSums(plot)
  const parts: (Part & { slope: number; spread: number })[] = []
  for (let first = 0; first < plot.x.length; first += every) {
    for (let last = first + LEAST_POINTS - 1; last < plot.x.length; last += every) {
      if ((plot.x[last] as number) - (plot.x[first] as number) < window) continue
      const part = sums(first, last)
      if (part.slope > 0 && part.determination >= straight)
        parts.push({ first, last, slope: part.slope, spread: part.spread })
    }
  }
  if (parts.length === 0) {
    throw new NotAnalysable(
      `没有一段 ${window} eV 宽、R² 不低于 ${straight} 的上升直线。请减小“最短直线段”或“R² 至少”，或自己给出范围。`,
    )
  }
  const steepest = parts.reduce((most, part) => Math.max(most, part.slope), 0)
  const best = parts.filter((part) => part.slope >= STEEP * steepest).reduce((a, b) => (b.spread < a.spread ? b : a))
  return {
    part: best,
    line: lineOf(plot, best),
    step: `直线段（自动）：在宽不小于 ${window} eV、R² ≥ ${straight}、斜率不低于最大斜率 ${STEEP * 100}% 的上升段中，取外推带隙标准差最小的一段。`,
  }
}

/** Beyond this many points only every second, third … is tried as an end of the straight part. */
const MOST_STARTS = 700

/** Slope, R² and the standard deviation of the gap for any part, from sums made once. */
function runningSums({ x, y }: Points) {
  const middle = x[Math.floor(x.length / 2)] as number
  const height = y.reduce((most, value) => Math.max(most, Math.abs(value)), 0) || 1
  const sums = [[0, 0, 0, 0, 0]]
  for (const [i, at] of x.entries()) {
    const [u, v] = [at - middle, (y[i] as number) / height]
    sums.push((sums[i] as number[]).map((sum, k) => sum + ([u, v, u * u, u * v, v * v][k] as number)))
  }
  return (first: number, last: number) => {
    const n = last - first + 1
    const [su, sv, suu, suv, svv] = (sums[last + 1] as number[]).map(
      (sum, k) => sum - (sums[first]?.[k] as number),
    ) as [number, number, number, number, number]
    const [uu, uv, vv] = [suu - (su * su) / n, suv - (su * sv) / n, svv - (sv * sv) / n]
    const slope = uv / uu
    const rest = Math.max(0, vv - slope * uv)
    const variance = rest / (n - 2)
    // The gap is the mean position less mean value over slope; its variance has a part from each.
    const distance = sv / n / slope
    const spread = Math.sqrt((variance / slope ** 2) * (1 / n + distance ** 2 / uu))
    return { slope: slope * height, determination: vv > 0 ? 1 - rest / vv : 0, spread }
  }
}

function lineOf(plot: Points, { first, last }: Part): StraightLine {
  return straightLine({ x: plot.x.slice(first, last + 1), y: plot.y.slice(first, last + 1) })
}

/** Of −b/k by the law of propagation, with the covariance of both. */
function gapError(line: StraightLine, gap: number): number {
  const { slope, slopeError, interceptError, covariance } = line
  const variance =
    (interceptError / slope) ** 2 + ((gap * slopeError) / slope) ** 2 + (2 * gap * covariance) / slope ** 2
  return Math.sqrt(Math.max(0, variance))
}

function baseWarning(plot: Points, gap: number, line: StraightLine): string[] {
  const below = plot.x.map((x, i) => ({ x, y: plot.y[i] as number })).filter(({ x }) => x < gap)
  if (below.length === 0) return ['测量范围没有到达带隙以下，无法核对吸收边以下是否为零。']
  const base = below.reduce((sum, { y }) => sum + y, 0) / below.length
  const top = line.slope * ((plot.x.at(-1) as number) - gap)
  return base >
    0.1 *
      Math.min(
        top,
        plot.y.reduce((most, value) => Math.max(most, value), 0),
      )
    ? ['吸收边以下的吸收明显不为零（散射、杂质或带尾），外推到零会低估带隙；可参照 Makuła 2018 用基线与直线的交点。']
    : []
}
