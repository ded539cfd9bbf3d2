import { pointsOf } from '../inputs/curve-rules.ts'
import { readParameters } from '../inputs/parameter-rules.ts'
import { cumulative, type Points } from '../inputs/point-rules.ts'
import { type AnalysisTool, type Curve, NotAnalysable, type ParameterSpec } from '../tool-rules.ts'
import { shown } from '../write-rules.ts'

const KINDS = [
  { value: 'auto', label: '按数据判断' },
  { value: 'classes', label: '各粒级的百分数（区间含量）' },
  { value: 'density', label: '频率密度 q(x)，对粒径' },
  { value: 'log-density', label: '频率密度 q(lg x)，对粒径的对数' },
  { value: 'undersize', label: '累积分布（小于）' },
  { value: 'oversize', label: '累积分布（大于）' },
] as const
type Kind = Exclude<(typeof KINDS)[number]['value'], 'auto'>

const parameters: readonly ParameterSpec[] = [
  { kind: 'choice', key: 'kind', label: '纵坐标是', initial: 'auto', choices: KINDS },
  {
    kind: 'choice',
    key: 'place',
    label: '横坐标是粒级的',
    initial: 'centre',
    choices: [
      { value: 'centre', label: '中值' },
      { value: 'upper', label: '上限' },
      { value: 'lower', label: '下限' },
    ],
    hint: '只用于“各粒级的百分数”。',
  },
  {
    kind: 'choice',
    key: 'basis',
    label: '分布按',
    initial: 'volume',
    choices: [
      { value: 'volume', label: '体积（质量）' },
      { value: 'number', label: '个数' },
    ],
    hint: '激光粒度一般是体积分布；图像法、动态光散射可能是个数分布。',
  },
]

/** The undersize distribution in fractions of 1 at the limits of the classes. */
interface Distribution {
  limits: number[]
  under: number[]
}

const PERCENTS = [10, 50, 90] as const

export const particlePercentiles: AnalysisTool = {
  key: 'particles.percentiles',
  title: '粒度特征值',
  version: 1,
  summary: '由粒度分布计算 d10、d50、d90、跨度、体积平均径 D[4,3] 和面积平均径 D[3,2]。',
  source: 'ISO 9276-1:1998（表示）、ISO 9276-2:2014（平均径与矩）',
  axes: ['粒径'],
  parameters,
  run(curve, given) {
    const read = readParameters(parameters, given)
    const points = pointsOf(curve, particlePercentiles.axes, 5)
    if ((points.x[0] as number) <= 0) throw new NotAnalysable('粒径要大于 0。请检查横坐标。')
    const unit = unitOf(curve)
    const chosen = read.choice('kind')
    const { kind, why } = chosen === 'auto' ? recognised(points) : { kind: chosen as Kind, why: '由人选择' }
    const { distribution, step, warnings } = distributionOf(points, kind, read.choice('place'))
    const byNumber = read.choice('basis') === 'number'
    const [d10, d50, d90] = PERCENTS.map((percent) => percentile(distribution, percent / 100)) as [
      number,
      number,
      number,
    ]
    const means = meansOf(distribution, byNumber)
    const size = (name: string, value: number) => ({ name, value, unit: unit.name, digits: digitsFor(value) })
    return {
      values: [
        size('d10', d10),
        size('d50', d50),
        size('d90', d90),
        { name: '跨度 (d90−d10)/d50', value: (d90 - d10) / d50, unit: '', digits: 3 },
        size('D[4,3]', means.d43),
        size('D[3,2]', means.d32),
      ],
      tables: [
        {
          title: byNumber ? '累积分布（按个数）' : '累积分布（按体积）',
          columns: [
            { name: '粒径', unit: unit.name, digits: 4 },
            { name: '小于该粒径', unit: '%', digits: 2 },
          ],
          rows: distribution.limits.map((limit, i) => [limit, 100 * (distribution.under[i] as number)]),
        },
      ],
      marks: [],
      lines: [],
      figure: {
        xLabel: `粒径 (${unit.name || '未注明单位'})`,
        yLabel: '小于该粒径 (%)',
        lines: [{ label: '累积分布', x: distribution.limits, y: distribution.under.map((value) => 100 * value) }],
      },
      steps: [
        `纵坐标：${KINDS.find(({ value }) => value === kind)?.label}（${why}）。`,
        step,
        `特征值：累积分布在 lg(粒径) 上作直线内插，d10 = ${shown(d10)}、d50 = ${shown(d50)}、d90 = ${shown(d90)} ${unit.name}，即小于它的${byNumber ? '个数' : '体积'}占 10%、50%、90%。`,
        '跨度 = (d90 − d10) / d50。',
        byNumber
          ? 'D[4,3] = Σnᵢxᵢ⁴ / Σnᵢxᵢ³，D[3,2] = Σnᵢxᵢ³ / Σnᵢxᵢ²；nᵢ 为粒级的个数分数，xᵢ 为粒级上下限的几何平均。'
          : 'D[4,3] = Σvᵢxᵢ / Σvᵢ，D[3,2] = Σvᵢ / Σ(vᵢ/xᵢ)；vᵢ 为粒级的体积分数，xᵢ 为粒级上下限的几何平均。',
      ],
      warnings: [
        ...warnings,
        ...(unit.name === '' ? ['横坐标没有注明单位，结果与横坐标同单位。'] : []),
        ...(distribution.limits.length < 15 ? ['粒级较少，内插的误差较大。'] : []),
        ...(byNumber ? ['d10、d50、d90 按个数计；按体积的值不同，不能直接比较。'] : []),
      ],
    }
  },
}

function unitOf({ xLabel }: Curve): { name: string } {
  if (/nm|纳米/i.test(xLabel)) return { name: 'nm' }
  if (/µm|μm|\bum\b|micron|微米/i.test(xLabel)) return { name: 'µm' }
  return { name: /mm|毫米/i.test(xLabel) ? 'mm' : '' }
}

/** What the values are, when only one reading fits; otherwise the person is asked. */
function recognised({ y }: Points): { kind: Kind; why: string } {
  const [first, last] = [y[0] as number, y.at(-1) as number]
  const whole = Math.max(first, last)
  const full = Math.abs(whole - 100) <= 1 || Math.abs(whole - 1) <= 0.01
  const slack = 0.001 * whole
  const rises = y.every((value, i) => i === 0 || value >= (y[i - 1] as number) - slack)
  const falls = y.every((value, i) => i === 0 || value <= (y[i - 1] as number) + slack)
  if (rises && full && first < 0.5 * whole) return { kind: 'undersize', why: `数值一直上升到 ${shown(last)}` }
  if (falls && full && last < 0.5 * whole) return { kind: 'oversize', why: `数值从 ${shown(first)} 一直下降` }
  const total = y.reduce((sum, value) => sum + value, 0)
  const peak = y.reduce((most, value) => Math.max(most, value), 0)
  if (Math.abs(total - 100) <= 2 && first < 0.5 * peak && last < 0.5 * peak)
    return { kind: 'classes', why: `各点之和为 ${shown(total)}%` }
  throw new NotAnalysable(
    `看不出纵坐标是区间含量、频率密度还是累积分布（首 ${shown(first)}、末 ${shown(last)}、各点之和 ${shown(total)}）。请在“纵坐标是”里选择。`,
  )
}

function distributionOf(
  { x, y }: Points,
  kind: Kind,
  place: string,
): { distribution: Distribution; step: string; warnings: string[] } {
  if (y.some((value) => value < 0)) throw new NotAnalysable('分布有负值。请检查数据。')
  if (kind === 'undersize' || kind === 'oversize') return fromCumulative({ x, y }, kind)
  if (kind === 'classes') return fromClasses({ x, y }, place)
  const places = kind === 'density' ? x : x.map((value) => Math.log10(value))
  const areas = cumulative(places, y)
  const total = wholeOf(areas.at(-1) as number)
  return {
    distribution: { limits: [...x], under: areas.map((area) => area / total) },
    step: `累积：频率密度对${kind === 'density' ? '粒径' : ' lg(粒径)'}用梯形法积分，除以总面积 ${shown(total)}。`,
    warnings: openEnds(y),
  }
}

/** The sum or the area that shares are taken of; values next to nothing may vanish in it. */
function wholeOf(total: number): number {
  if (!(total > 0 && Number.isFinite(total))) throw new NotAnalysable('分布的总量为零或过大，无法归一化。请检查数据。')
  return total
}

function fromCumulative(
  { x, y }: Points,
  kind: 'undersize' | 'oversize',
): { distribution: Distribution; step: string; warnings: string[] } {
  const whole = y.reduce((most, value) => Math.max(most, value), 0) > 1.5 ? 100 : 1
  if (y.some((value) => value > whole * 1.01)) throw new NotAnalysable(`累积分布超过 ${whole}%。请核对“纵坐标是”。`)
  const under = y.map((value) => Math.min(1, kind === 'undersize' ? value / whole : 1 - value / whole))
  const wrong = under.findIndex((value, i) => i > 0 && value < (under[i - 1] as number) - 0.001)
  if (wrong >= 0) throw new NotAnalysable(`累积分布在 ${shown(x[wrong] as number)} 处倒退了。请核对“纵坐标是”。`)
  const rising: number[] = []
  for (const value of under) rising.push(Math.max(value, rising.at(-1) ?? 0))
  const open = (rising.at(-1) as number) < 0.995 || (rising[0] as number) > 0.05
  return {
    distribution: { limits: [...x], under: rising },
    step: `累积：直接使用${kind === 'oversize' ? '（小于 = 100% − 大于）' : ''}，以 ${whole} 为全部。`,
    warnings: open
      ? [
          `累积分布没有覆盖全部颗粒（${shown(100 * (rising[0] as number))}%–${shown(100 * (rising.at(-1) as number))}%），平均径只含测到的部分。`,
        ]
      : [],
  }
}

/** Limits of classes: given, or half-way between neighbouring centres on the logarithmic axis. */
function fromClasses(
  { x, y }: Points,
  place: string,
): { distribution: Distribution; step: string; warnings: string[] } {
  const ratio = (i: number) => (x[i + 1] as number) / (x[i] as number)
  const last = x.length - 1
  const limits =
    place === 'upper'
      ? [(x[0] as number) / ratio(0), ...x]
      : place === 'lower'
        ? [...x, (x[last] as number) * ratio(last - 1)]
        : [
            (x[0] as number) / Math.sqrt(ratio(0)),
            ...x.slice(1).map((value, i) => Math.sqrt(value * (x[i] as number))),
            (x[last] as number) * Math.sqrt(ratio(last - 1)),
          ]
  const total = wholeOf(y.reduce((sum, value) => sum + value, 0))
  const under = [0]
  for (const value of y) under.push((under.at(-1) as number) + value / total)
  const word = { upper: '上限', lower: '下限', centre: '中值（粒级的界取相邻中值的几何平均）' }[place]
  return {
    distribution: { limits, under },
    step: `累积：横坐标是粒级的${word}，各粒级含量逐级相加，除以总和 ${shown(total)}。`,
    warnings: openEnds(y),
  }
}

function openEnds(y: readonly number[]): string[] {
  const peak = y.reduce((most, value) => Math.max(most, value), 0)
  return (y[0] as number) > 0.02 * peak || (y.at(-1) as number) > 0.02 * peak
    ? ['分布的一端没有降到零，可能有颗粒在测量范围之外。']
    : []
}

function percentile({ limits, under }: Distribution, share: number): number {
  const after = under.findIndex((value) => value >= share)
  if (after <= 0) {
    throw new NotAnalysable(
      `累积分布没有覆盖 ${share * 100}%（${shown(100 * (under[0] as number))}%–${shown(100 * (under.at(-1) as number))}%），无法内插 d${share * 100}。`,
    )
  }
  const [low, high] = [under[after - 1] as number, under[after] as number]
  const [a, b] = [Math.log(limits[after - 1] as number), Math.log(limits[after] as number)]
  return Math.exp(a + ((share - low) / (high - low)) * (b - a))
}

function meansOf({ limits, under }: Distribution, byNumber: boolean): { d43: number; d32: number } {
  const moments = [0, 0, 0, 0, 0]
  for (let i = 1; i < limits.length; i++) {
    const share = (under[i] as number) - (under[i - 1] as number)
    const size = Math.sqrt((limits[i] as number) * (limits[i - 1] as number))
    const number = byNumber ? share : share / size ** 3
    for (const power of moments.keys()) moments[power] = (moments[power] as number) + number * size ** power
  }
  const means = {
    d43: (moments[4] as number) / (moments[3] as number),
    d32: (moments[3] as number) / (moments[2] as number),
  }
  if (!Number.isFinite(means.d43) || !Number.isFinite(means.d32))
    throw new NotAnalysable('粒径过小或过大，无法计算平均径。请检查横坐标及其单位。')
  return means
}

function digitsFor(value: number): number {
  return Math.max(0, 3 - Math.ceil(Math.log10(value)))
}
