import { drawn } from '../fitting/straight-line-rules.ts'
import { type ReadParameters, readParameters } from '../inputs/parameter-rules.ts'
import { at, between, part, valueAt, type Points } from '../inputs/point-rules.ts'
import { NotAnalysable, type AnalysisResult, type AnalysisTool, type AnalysisValue } from '../tool-rules.ts'
import { shown } from '../write-rules.ts'
import {
  betAmount,
  betTransform,
  failedCriteria,
  findRange,
  fitBet,
  leastPoints,
  leastR2,
  type BetFit,
} from './bet-fit-rules.ts'
import { amountUnit, avogadro, liquidPerGas, molarVolume, readIsotherm, type Isotherm } from './isotherm-rules.ts'

/** A found range never ends above this pressure: the BET equation is not used in the region of capillary condensation. */
const highestPressure = 0.35

const parameters = [
  amountUnit,
  {
    kind: 'choice',
    key: 'range',
    label: '取点范围',
    initial: 'found',
    choices: [
      { value: 'found', label: '按 Rouquerol 判据查找' },
      { value: 'given', label: '使用下面的范围' },
    ],
  },
  {
    kind: 'number',
    key: 'from',
    label: '范围起点 p/p₀',
    unit: '',
    initial: 0.05,
    least: 0,
    most: 0.9,
    hint: '仅在使用给定范围时有效。',
  },
  {
    kind: 'number',
    key: 'to',
    label: '范围终点 p/p₀',
    unit: '',
    initial: 0.3,
    least: 0,
    most: 0.9,
    hint: '仅在使用给定范围时有效。',
  },
  {
    kind: 'number',
    key: 'area',
    label: '分子截面积 σ',
    unit: 'nm²',
    initial: 0.162,
    least: 0.1,
    most: 0.3,
    hint: '氮气 77 K：0.162 nm²（IUPAC 2015）。',
  },
  { kind: 'number', key: 'total', label: '总孔容取值 p/p₀', unit: '', initial: 0.99, least: 0.5, most: 1 },
] as const satisfies AnalysisTool['parameters']

export const bet: AnalysisTool = {
  key: 'sorption.bet',
  title: 'BET 比表面积',
  version: 1,
  summary: '由氮气吸附等温线（77 K）求单层吸附量、C 值、BET 比表面积与总孔容。',
  source:
    'ISO 9277:2022；Thommes 等，Pure Appl. Chem. 87 (2015) 1051（IUPAC）；Rouquerol 等，Stud. Surf. Sci. Catal. 160 (2007) 49',
  axes: ['相对压力'],
  parameters,
  run: (curve, given) => {
    const read = readParameters(parameters, given)
    const isotherm = readIsotherm(curve, read.choice('unit'))
    if (isotherm.adsorption.x.length < leastPoints) {
      throw new NotAnalysable(
        `BET 需要吸附支上至少 ${leastPoints} 个点，本曲线只有 ${isotherm.adsorption.x.length} 个。`,
      )
    }
    const points = positive(isotherm.adsorption)
    const chosen = read.choice('range') === 'given' ? givenRange(points, read) : foundRange(points)
    return told(points, chosen, read, isotherm)
  },
}

/** p = 0 and v = 0 have no place in p/[v(1−p)], nor has p ≥ 1. */
function positive({ x, y }: Points): Points {
  const kept = x.flatMap((p, i) => (p > 0 && p < 1 && at(y, i) > 0 ? [i] : []))
  return { x: kept.map((i) => at(x, i)), y: kept.map((i) => at(y, i)) }
}

const criteria =
  'Rouquerol 判据：① v(1−p/p₀) 在范围内持续上升；② C > 0；③ 单层吸附量对应的压力在范围内；④ 该压力与 1/(√C+1) 相差不超过 20%。'

interface Chosen {
  fit: BetFit
  step: string
  failed: string[]
}

function givenRange(points: Points, read: ReadParameters): Chosen {
  const [from, to] = read.range('from', 'to')
  const inside = between(points, from, to)
  if (inside.x.length < 3) {
    throw new NotAnalysable(`给定范围 ${from} 至 ${to} 内只有 ${inside.x.length} 个吸附点，至少需要 3 个，请放宽范围。`)
  }
  const first = points.x.indexOf(at(inside.x, 0))
  const fit = fitBet(points, first, first + inside.x.length - 1)
  if (!(fit.line.intercept > 0 && fit.vm > 0)) {
    throw new NotAnalysable(
      '此范围的 BET 直线截距不为正，C 为负，结果没有物理意义。请把范围移向更低的压力，或按 Rouquerol 判据查找。',
    )
  }
  return { fit, step: `取点范围由使用者给定：p/p₀ ${from} 至 ${to}。`, failed: failedCriteria(points, fit) }
}

function foundRange(points: Points): Chosen {
  const fit = findRange(points, highestPressure)
  if (!fit) {
    throw new NotAnalysable(
      `没有一段至少 ${leastPoints} 个点的范围同时满足 Rouquerol 判据与 r² ≥ ${leastR2}。请检查数据，或改用给定范围（结果会注明不满足的判据）。`,
    )
  }
  const step = `按 Rouquerol 判据查找范围：在 p/p₀ ≤ ${highestPressure} 且不超过 v(1−p/p₀) 最大值的部分，取终点最高、起点最低、r² ≥ ${leastR2} 且满足全部四条判据的一段（至少 ${leastPoints} 个点）。`
  return { fit, step, failed: [] }
}

function told(points: Points, chosen: Chosen, read: ReadParameters, isotherm: Isotherm): AnalysisResult {
  const { fit } = chosen
  const sigma = read.number('area')
  const areaPerVolume = (avogadro * sigma * 1e-18) / molarVolume
  const area = fit.vm * areaPerVolume
  const pores = totalVolume(isotherm.adsorption, read.number('total'), area)
  const used = part(points, fit.first, fit.last)
  const [from, to] = [at(used.x, 0), at(used.x, used.x.length - 1)]
  return {
    values: [
      {
        name: 'BET 比表面积',
        value: area,
        unit: 'm²/g',
        uncertainty: fit.vmError * areaPerVolume,
        digits: area < 10 ? 3 : 1,
      },
      { name: '单层吸附量 vm', value: fit.vm, unit: 'cm³ STP/g', uncertainty: fit.vmError, digits: 3 },
      { name: 'C 值', value: fit.c, unit: '', digits: 1 },
      { name: '相关系数 r', value: fit.line.r, unit: '', digits: 6 },
      ...(fit.monolayerAt === undefined
        ? []
        : [{ name: '单层吸附量对应的 p/p₀', value: fit.monolayerAt, unit: '', digits: 4 }]),
      { name: '1/(√C+1)', value: fit.theoryAt, unit: '', digits: 4 },
      ...pores.values,
    ],
    tables: [pointTable(used)],
    marks: used.x.map((x, i) => ({ x, y: at(used.y, i), label: '' })),
    lines: [{ label: 'BET 方程', ...overRange(from, to, (p) => betAmount(fit.vm, fit.c, p)) }],
    figure: {
      xLabel: '相对压力 p/p₀',
      yLabel: 'p/p₀ / [v(1−p/p₀)] (g/cm³)',
      lines: [{ label: 'BET 图', ...betTransform(used) }, drawn('拟合直线', fit.line, from, to)],
    },
    steps: [
      ...isotherm.steps,
      criteria,
      chosen.step,
      ...fitSteps(fit, used),
      areaStep(fit, sigma, area),
      ...pores.steps,
    ],
    warnings: [...isotherm.warnings, ...betWarnings(chosen, used.x.length), ...pores.warnings],
  }
}

function pointTable(used: Points) {
  return {
    title: '参加拟合的点',
    columns: [
      { name: 'p/p₀', unit: '', digits: 5 },
      { name: 'v', unit: 'cm³ STP/g', digits: 3 },
      { name: 'p/p₀ / [v(1−p/p₀)]', unit: 'g/cm³', digits: 7 },
      { name: 'v(1−p/p₀)', unit: 'cm³ STP/g', digits: 3 },
    ],
    rows: used.x.map((p, i) => [p, at(used.y, i), p / (at(used.y, i) * (1 - p)), at(used.y, i) * (1 - p)]),
  }
}

function overRange(from: number, to: number, value: (x: number) => number): Points {
  const x = Array.from({ length: 41 }, (_, i) => from + ((to - from) * i) / 40)
  return { x, y: x.map(value) }
}

function fitSteps(fit: BetFit, used: Points): string[] {
  const { slope, intercept, r } = fit.line
  return [
    `所用范围 p/p₀ ${shown(at(used.x, 0))} 至 ${shown(at(used.x, used.x.length - 1))}，共 ${used.x.length} 个点。`,
    `以 p/p₀ / [v(1−p/p₀)] 对 p/p₀ 作最小二乘直线：斜率 s = ${shown(slope, 6)}，截距 i = ${shown(intercept, 6)} g/cm³，r = ${r.toFixed(6)}。`,
    `vm = 1/(s+i) = ${shown(fit.vm, 5)} cm³ STP/g；C = 1 + s/i = ${shown(fit.c, 5)}。`,
    `单层吸附量对应的压力（由等温线内插）：${fit.monolayerAt === undefined ? '等温线没有达到 vm' : shown(fit.monolayerAt)}；1/(√C+1) = ${shown(fit.theoryAt)}。`,
  ]
}

function areaStep(fit: BetFit, sigma: number, area: number): string {
  return `S = vm·N_A·σ/V_m = ${shown(fit.vm, 5)} × 6.02214×10²³ × ${sigma}×10⁻¹⁸ m² / ${molarVolume} = ${shown(area, 5)} m²/g。不确定度只含直线拟合的标准偏差。`
}

function betWarnings({ fit, failed }: Chosen, count: number): string[] {
  return [
    ...failed.map((criterion) => `不满足 Rouquerol 判据：${criterion}。`),
    ...(count < leastPoints ? [`只有 ${count} 个点参加拟合，建议至少 ${leastPoints} 个。`] : []),
    ...(failed.length > 0 || fit.line.r ** 2 >= leastR2 ? [] : [`r = ${fit.line.r.toFixed(5)}，所选范围不够直。`]),
    ...(fit.c < 2 ? ['C < 2：等温线为 III 型或 V 型，BET 方法不适用。'] : []),
    ...(fit.c > 150 ? ['C > 150：可能含微孔或强吸附位，所得面积为表观面积。'] : []),
  ]
}

function totalVolume(
  points: Points,
  position: number,
  area: number,
): { values: AnalysisValue[]; steps: string[]; warnings: string[] } {
  const amount = valueAt(points, position)
  if (amount === undefined) {
    const reach = shown(at(points.x, points.x.length - 1))
    return {
      values: [],
      steps: [],
      warnings: [`吸附支只到 p/p₀ = ${reach}，没有 ${position} 处的值，因此不给出总孔容。`],
    }
  }
  const volume = amount * liquidPerGas
  const diameter = (4000 * volume) / area
  return {
    values: [
      { name: `总孔容（p/p₀ = ${position}）`, value: volume, unit: 'cm³/g', digits: 4 },
      { name: '平均孔径 4V/S', value: diameter, unit: 'nm', digits: 2 },
    ],
    steps: [
      `总孔容：p/p₀ = ${position} 处吸附量内插为 ${shown(amount, 5)} cm³ STP/g，乘以液氮换算系数 ${liquidPerGas}，得 ${shown(volume)} cm³/g。`,
      `平均孔径 4V/S = 4 × ${shown(volume)} / ${shown(area, 5)} = ${shown(diameter)} nm（圆柱孔）。`,
    ],
    warnings: [],
  }
}
