import { checkCurve, risingPoints } from '../inputs/curve-rules.ts'
import { type ReadParameters, readParameters } from '../inputs/parameter-rules.ts'
import type { Points } from '../inputs/point-rules.ts'
import {
  type AnalysisResult,
  type AnalysisTool,
  type AnalysisValue,
  type Curve,
  everyAxis,
  NotAnalysable,
} from '../tool-rules.ts'
import { decimals, shown } from '../write-rules.ts'
import { measureRange, type Measured } from './range-rules.ts'

const mostRanges = 50

const parameters = [
  {
    kind: 'lines',
    key: 'ranges',
    label: '积分区间',
    initial: '',
    hint: `每行一个区间的起点和终点，用空格分开，如 20.5 22；最多 ${mostRanges} 个。留空为整条曲线。`,
  },
  {
    kind: 'choice',
    key: 'baseline',
    label: '基线',
    initial: 'ends',
    choices: [
      { value: 'ends', label: '区间两端连线' },
      { value: 'zero', label: '不扣基线' },
    ],
  },
  {
    kind: 'number',
    key: 'averaged',
    label: '两端各取平均',
    unit: '点',
    initial: 1,
    least: 1,
    most: 200,
    hint: '基线的端点取区间两端各若干点的平均，噪声大时可增大。不扣基线时不起作用。',
  },
  {
    kind: 'choice',
    key: 'direction',
    label: '峰的方向',
    initial: 'up',
    choices: [
      { value: 'up', label: '向上的峰' },
      { value: 'down', label: '向下的谷' },
    ],
  },
] as const satisfies AnalysisTool['parameters']

export const area: AnalysisTool = {
  key: 'general.area',
  title: '面积与峰形',
  version: 1,
  summary: '求所选区间的面积、重心、最高点和半高宽，可扣除两端连线的基线。',
  source: '梯形法积分；重心为扣基线后的一阶矩；半高宽按线性内插',
  axes: [everyAxis],
  parameters,
  run(curve, given) {
    const read = readParameters(parameters, given)
    checkCurve(curve, area.axes, 3)
    const points = risingPoints(curve)
    const options = {
      baseline: read.choice('baseline') === 'zero' ? ('zero' as const) : ('ends' as const),
      averaged: Math.round(read.number('averaged')),
      down: read.choice('direction') === 'down',
    }
    const measured = rangesOf(read, points).map((range) => measureRange(points, range, options))
    return told(curve, measured, options)
  },
}

function rangesOf(read: ReadParameters, { x }: Points): [number, number][] {
  const [first, last] = [x[0] as number, x.at(-1) as number]
  const lines = read.lines('ranges')
  if (lines.length === 0) return [[first, last]]
  if (lines.length > mostRanges) throw new NotAnalysable(`最多 ${mostRanges} 个积分区间，现在有 ${lines.length} 个。`)
  return lines.map((line, i) => {
    const numbers = line.split(/[\s,，;；~～至]+/).map(Number)
    const [a = Number.NaN, b = Number.NaN] = numbers
    if (numbers.length !== 2 || !Number.isFinite(a) || !Number.isFinite(b))
      throw new NotAnalysable(`第 ${i + 1} 个积分区间“${line}”应是起点和终点两个数，用空格分开。`)
    const [from, to] = [Math.max(first, Math.min(a, b)), Math.min(last, Math.max(a, b))]
    if (!(to > from))
      throw new NotAnalysable(`第 ${i + 1} 个积分区间“${line}”不在曲线的范围 ${shown(first)} 至 ${shown(last)} 之内。`)
    return [from, to]
  })
}

interface Options {
  baseline: 'ends' | 'zero'
  averaged: number
  down: boolean
}

function told(curve: Curve, measured: readonly Measured[], options: Options): AnalysisResult {
  const [xUnit, yUnit] = [unitOf(curve.xLabel), unitOf(curve.yLabel)]
  const unit = [yUnit || 'y', xUnit || 'x'].join('·')
  const sum = measured.reduce((total, { net }) => total + net, 0)
  const highest = options.down ? '最低点' : '最高点'
  return {
    values:
      measured.length === 1
        ? valuesOf(measured[0] as Measured, { unit, xUnit, yUnit, highest })
        : [{ name: `${measured.length} 个区间的面积之和`, value: sum, unit, digits: decimals(sum, 6) }],
    tables: measured.length === 1 ? [] : [table(measured, { unit, xUnit, yUnit, highest, sum })],
    marks: measured.map(({ top }) => ({ x: top.x, y: top.y, label: shown(top.x, 5) })),
    lines: options.baseline === 'zero' ? [] : measured.map(({ line }, i) => ({ label: `基线 ${i + 1}`, ...line })),
    steps: [
      options.baseline === 'zero'
        ? '不扣基线：纵坐标直接积分。'
        : `基线：每个区间两端的连线${options.averaged > 1 ? `，端点各取 ${options.averaged} 个点的平均` : ''}；净值 = 纵坐标 − 基线。`,
      ...measured.flatMap((each, i) => stepsOf(each, i, { unit, xUnit, highest })),
      ...(measured.length > 1 ? [`面积之和 = ${shown(sum, 6)} ${unit}。`] : []),
    ],
    warnings: measured.flatMap(({ warnings }, i) =>
      warnings.map((text) => (measured.length === 1 ? text : `区间 ${i + 1}：${text}`)),
    ),
  }
}

interface Words {
  unit: string
  xUnit: string
  yUnit: string
  highest: string
}

function valuesOf(each: Measured, { unit, xUnit, yUnit, highest }: Words): AnalysisValue[] {
  const value = (name: string, of: number, its: string): AnalysisValue => ({
    name,
    value: of,
    unit: its,
    digits: decimals(of, 6),
  })
  return [
    value('面积', each.net, unit),
    ...(each.centroid === undefined ? [] : [value('重心', each.centroid, xUnit)]),
    value(`${highest}位置`, each.top.x, xUnit),
    value(`${highest}净值`, each.height, yUnit),
    ...(each.width === undefined ? [] : [value('半高宽', each.width, xUnit)]),
    value('未扣基线的面积', each.gross, unit),
  ]
}

function table(measured: readonly Measured[], { unit, xUnit, yUnit, highest, sum }: Words & { sum: number }) {
  return {
    title: '各区间',
    columns: [
      { name: '起点', unit: xUnit },
      { name: '终点', unit: xUnit },
      { name: '面积', unit },
      { name: '占总面积', unit: '%' },
      { name: '重心', unit: xUnit },
      { name: `${highest}位置`, unit: xUnit },
      { name: `${highest}净值`, unit: yUnit },
      { name: '半高宽', unit: xUnit },
    ],
    rows: measured.map((each) => [
      ...[each.from, each.to, each.net].map(rounded),
      sum === 0 ? '—' : Number(((each.net / sum) * 100).toFixed(2)),
      each.centroid === undefined ? '—' : rounded(each.centroid),
      rounded(each.top.x),
      rounded(each.height),
      each.width === undefined ? '—' : rounded(each.width),
    ]),
  }
}

function stepsOf(each: Measured, i: number, { unit, xUnit, highest }: Omit<Words, 'yUnit'>): string[] {
  return [
    `区间 ${i + 1}：${shown(each.from, 6)} 至 ${shown(each.to, 6)} ${xUnit}，其中 ${each.points} 个测量点，两端的值按相邻两点线性内插；面积 = Σ(yᵢ+yᵢ₊₁)/2·(xᵢ₊₁−xᵢ) = ${shown(each.net, 6)} ${unit}（未扣基线 ${shown(each.gross, 6)}）。`,
    `区间 ${i + 1}：${each.centroid === undefined ? '面积过小或有正有负，不给重心' : `重心 = ∫x·净值 dx / 面积 = ${shown(each.centroid, 6)}`}；${highest}取净值最大的测量点，在 ${shown(each.top.x, 6)}，净值 ${shown(each.height, 6)}；${
      each.width === undefined
        ? '区间内没有降到半高，不给半高宽'
        : `半高宽为两侧净值等于一半处（线性内插）的距离 ${shown(each.width, 6)}`
    }。`,
  ]
}

const rounded = (value: number) => Number(value.toPrecision(6))

/** `强度 (counts)` gives `counts`; a name without a unit gives nothing. */
function unitOf(label: string): string {
  return /[([（]([^()[\]（）]+)[)\]）]\s*$/.exec(label)?.[1]?.trim() ?? ''
}
