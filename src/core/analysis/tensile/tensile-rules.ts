import { readParameters } from '../inputs/parameter-rules.ts'
import { at, type Points } from '../inputs/point-rules.ts'
import type { AnalysisResult, AnalysisTool, AnalysisValue } from '../tool-rules.ts'
import { decimals, shown } from '../write-rules.ts'
import { elasticIn, findElastic, proofStress, yieldPoint, type Elastic } from './elastic-rules.ts'
import { readLoading, type Loading } from './stress-strain-rules.ts'

const parameters = [
  {
    kind: 'choice',
    key: 'elastic',
    label: '弹性段',
    initial: 'found',
    choices: [
      { value: 'found', label: '应力为 Rp 的 10% 至 40%（金属）' },
      { value: 'given', label: '使用下面的应变范围（塑料：ISO 527 为 0.05% 至 0.25%）' },
    ],
  },
  {
    kind: 'number',
    key: 'from',
    label: '应变起点',
    unit: '%',
    initial: 0.05,
    least: 0,
    most: 100,
    hint: '仅在使用给定范围时有效。',
  },
  {
    kind: 'number',
    key: 'to',
    label: '应变终点',
    unit: '%',
    initial: 0.25,
    least: 0,
    most: 100,
    hint: '仅在使用给定范围时有效。',
  },
  { kind: 'number', key: 'offset', label: '规定塑性延伸率', unit: '%', initial: 0.2, least: 0.01, most: 5 },
  {
    kind: 'number',
    key: 'break',
    label: '断裂判据',
    unit: '%',
    initial: 20,
    least: 1,
    most: 95,
    hint: '应力降到最大值的这一比例以下即为断裂。',
  },
  {
    kind: 'choice',
    key: 'toe',
    label: '趾部修正',
    initial: 'none',
    choices: [
      { value: 'none', label: '不修正' },
      { value: 'shift', label: '应变从弹性直线与横轴的交点算起' },
    ],
  },
] as const satisfies AnalysisTool['parameters']

export const tensile: AnalysisTool = {
  key: 'tensile.properties',
  title: '拉伸性能',
  version: 1,
  summary: '由应力-应变曲线（%、MPa）求弹性模量、规定塑性延伸强度、上屈服强度、抗拉强度与断裂延伸率。',
  source: 'ISO 6892-1:2019（GB/T 228.1-2021）；ISO 527-1:2019',
  axes: ['应变'],
  parameters,
  run: (curve, given) => {
    const read = readParameters(parameters, given)
    const loading = readLoading(curve, read.number('break') / 100)
    const offset = read.number('offset')
    const found = read.choice('elastic') === 'found'
    const elastic = found
      ? findElastic(loading.points, loading.top, offset)
      : elasticIn(loading.points, ...read.range('from', 'to'))
    const shift = read.choice('toe') === 'shift' ? elastic.origin : 0
    return told(loading, elastic, offset, shift)
  },
}

function told(loading: Loading, elastic: Elastic, offset: number, shift: number): AnalysisResult {
  const { points, top } = loading
  const { line, origin } = elastic
  const last = points.x.length - 1
  const proof = proofStress(points, elastic, offset)
  const upper = yieldPoint(points)
  const name = `Rp${offset}`
  const total = (i: number) => at(points.x, i) - shift
  const plastic = (i: number) => total(i) - at(points.y, i) / line.slope
  const modulus = line.slope * 100
  return {
    values: [
      {
        name: '弹性模量 E',
        value: modulus,
        unit: 'MPa',
        uncertainty: line.slopeError * 100,
        digits: decimals(modulus, 4),
      },
      ...(proof === undefined ? [] : [stress(`规定塑性延伸强度 ${name}`, proof)]),
      ...(upper === undefined ? [] : [stress('上屈服强度 ReH', at(points.y, upper))]),
      stress('抗拉强度 Rm', at(points.y, top)),
      strain('最大力总延伸率 Agt', total(top)),
      strain('最大力塑性延伸率 Ag', plastic(top)),
      strain('断裂总延伸率 At', total(last)),
      strain('断裂塑性延伸率', plastic(last)),
    ],
    tables: [],
    marks: [
      ...(upper === undefined ? [] : [{ x: at(points.x, upper), y: at(points.y, upper), label: 'ReH' }]),
      ...(proof === undefined ? [] : [{ x: origin + offset + proof / line.slope, y: proof, label: name }]),
      { x: at(points.x, top), y: at(points.y, top), label: 'Rm' },
      { x: at(points.x, last), y: at(points.y, last), label: '断裂' },
    ],
    lines: [
      elasticDrawn('弹性直线', elastic, 0, proof ?? at(points.y, top)),
      ...(proof === undefined ? [] : [elasticDrawn(`平行线（+${offset}%）`, elastic, offset, proof)]),
    ],
    steps: [...loading.steps, ...stepsOf(loading, elastic, offset, shift, proof, upper)],
    warnings: [...loading.warnings, ...warningsOf(elastic, proof, name, shift)],
  }
}

function stress(name: string, value: number): AnalysisValue {
  return { name, value, unit: 'MPa', digits: value < 10 ? 3 : 1 }
}

function strain(name: string, value: number): AnalysisValue {
  return { name, value, unit: '%', digits: 2 }
}

function elasticDrawn(label: string, { line, origin }: Elastic, offset: number, height: number) {
  const foot = origin + offset
  return { label, x: [foot, foot + height / line.slope] as const, y: [0, height] as const }
}

function stepsOf(
  { points, top }: Loading,
  { line, origin, step }: Elastic,
  offset: number,
  shift: number,
  proof: number | undefined,
  upper: number | undefined,
): string[] {
  const last = points.x.length - 1
  const at4 = (values: Points['x'], i: number) => shown(at(values, i))
  return [
    `${step}。最小二乘直线：斜率 ${shown(line.slope, 5)} MPa/%，E = 斜率 × 100 = ${shown(line.slope * 100, 5)} MPa，r² = ${(line.r ** 2).toFixed(6)}；直线与横轴交于应变 ${shown(origin)}%。`,
    proof === undefined
      ? `与弹性直线平行、右移 ${offset}% 的直线在断裂之前没有与曲线相交。`
      : `Rp${offset}：与弹性直线平行、右移 ${offset}% 的直线与曲线首次相交（两点间线性内插），${shown(proof, 5)} MPa。`,
    upper === undefined
      ? '屈服点：没有不低于 Rm 一半、之后应力下降至少 0.5% 并在 0.05% 应变内不再超过、而后又回升至少 0.5% 的极大值。'
      : `ReH：首个不低于 Rm 一半、之后应力下降至少 0.5% 并在 0.05% 应变内不再超过、而后又回升至少 0.5% 的极大值，应变 ${at4(points.x, upper)}% 处 ${at4(points.y, upper)} MPa。`,
    `Rm = ${shown(at(points.y, top), 5)} MPa，应变 ${at4(points.x, top)}%；断裂点 ${at4(points.y, last)} MPa，应变 ${at4(points.x, last)}%。`,
    `塑性延伸率 = 总延伸率 − 应力/E${shift === 0 ? '' : `；应变从 ${shown(shift)}% 算起（趾部修正）`}。断裂塑性延伸率由引伸计曲线得到，不同于拼接试样量得的断后伸长率 A。`,
  ]
}

/** MPa. Diamond has about 1.2 TPa: more means that the strain is a ratio and not a percentage. */
const highestModulus = 1.5e6

/** Strain by which a curve may miss the origin before the reader is told. */
const farOrigin = 0.02

function warningsOf({ line, origin }: Elastic, proof: number | undefined, name: string, shift: number): string[] {
  return [
    ...(proof === undefined ? [`试样在达到 ${name} 之前断裂，因此不给出 ${name}。`] : []),
    ...(line.r ** 2 < 0.999 ? [`弹性段 r² = ${(line.r ** 2).toFixed(5)}，不够直，E 与 ${name} 仅供参考。`] : []),
    ...(line.slope * 100 > highestModulus
      ? ['弹性模量高于任何已知材料（约 1200 GPa）：应变的单位可能不是 %，或应力的单位不是 MPa。']
      : []),
    ...(Math.abs(origin) > farOrigin && shift === 0
      ? [`弹性直线与横轴交于 ${shown(origin)}%，不在原点；延伸率含此偏差，可选择趾部修正。`]
      : []),
  ]
}
