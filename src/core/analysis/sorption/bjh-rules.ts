import { type ReadParameters, readParameters } from '../inputs/parameter-rules.ts'
import { at, reversed, type Points } from '../inputs/point-rules.ts'
import { NotAnalysable, type AnalysisResult, type AnalysisTool } from '../tool-rules.ts'
import { shown } from '../write-rules.ts'
import { amountUnit, liquidPerGas, readIsotherm, type Isotherm } from './isotherm-rules.ts'
import { kelvinLength, kelvinRadius, poreGroups, thicknesses, type PoreGroup } from './pore-rules.ts'

/** Steps of the pressure below which a distribution says nothing. */
const leastSteps = 5

const parameters = [
  amountUnit,
  {
    kind: 'choice',
    key: 'branch',
    label: '分支',
    initial: 'desorption',
    choices: [
      { value: 'desorption', label: '脱附支' },
      { value: 'adsorption', label: '吸附支' },
    ],
  },
  {
    kind: 'choice',
    key: 'thickness',
    label: '吸附层厚度公式',
    initial: 'halsey',
    choices: [
      { value: 'halsey', label: 'Halsey' },
      { value: 'harkins', label: 'Harkins-Jura' },
    ],
  },
  { kind: 'number', key: 'least', label: '最小孔径', unit: 'nm', initial: 1.7, least: 1, most: 50 },
  { kind: 'number', key: 'most', label: '最大孔径', unit: 'nm', initial: 300, least: 2, most: 500 },
] as const satisfies AnalysisTool['parameters']

const formulas: Readonly<Record<string, string>> = {
  halsey: 't = 0.354·[−5/ln(p/p₀)]^(1/3) nm（Halsey）',
  harkins: 't = [0.1399/(0.034 − lg(p/p₀))]^(1/2) nm（Harkins-Jura）',
}

export const bjh: AnalysisTool = {
  key: 'sorption.bjh',
  title: 'BJH 孔径分布',
  version: 1,
  summary: '由氮气等温线（77 K）的脱附支或吸附支求介孔的孔径分布、孔容与孔表面积（圆柱孔）。',
  source: 'Barrett、Joyner、Halenda，J. Am. Chem. Soc. 73 (1951) 373；ASTM D4641；ISO 15901-2',
  axes: ['相对压力'],
  parameters,
  run: (curve, given) => {
    const read = readParameters(parameters, given)
    const isotherm = readIsotherm(curve, read.choice('unit'))
    const limits = read.range('least', 'most')
    const thickness = read.choice('thickness')
    const points = usedPoints(isotherm, read, thickness, limits)
    const { groups, overdrawn } = poreGroups(points, liquidPerGas, thicknesses[thickness] as (p: number) => number)
    if (groups.every((group) => group.volume === 0)) {
      throw new NotAnalysable('所选孔径范围内没有毛细凝聚：吸附量的变化不超过吸附层变薄的量。')
    }
    return told(isotherm, read, thickness, limits, points, groups, overdrawn)
  },
}

/** From the highest pressure down, as far as the pores lie in the range. */
function usedPoints(isotherm: Isotherm, read: ReadParameters, thickness: string, limits: [number, number]): Points {
  const desorbing = read.choice('branch') === 'desorption'
  const branch = desorbing ? isotherm.desorption : isotherm.adsorption
  const name = desorbing ? '脱附支' : '吸附支'
  if (branch.x.length === 0) {
    throw new NotAnalysable(
      `曲线没有${name}，请把“分支”改为${desorbing ? '吸附支' : '脱附支'}，或选择含${name}的曲线。`,
    )
  }
  const film = thicknesses[thickness] as (p: number) => number
  const kept = branch.x.flatMap((p, i) => {
    if (p <= 0 || p >= 1) return []
    const diameter = 2 * (kelvinRadius(p) + film(p))
    return diameter >= limits[0] && diameter <= limits[1] ? [i] : []
  })
  if (kept.length < leastSteps + 1) {
    throw new NotAnalysable(
      `${name}上孔径 ${limits[0]} 至 ${limits[1]} nm 对应的点只有 ${kept.length} 个，至少需要 ${leastSteps + 1} 个。请放宽孔径范围，或测更多点。`,
    )
  }
  return reversed({ x: kept.map((i) => at(branch.x, i)), y: kept.map((i) => at(branch.y, i)) })
}

function told(
  isotherm: Isotherm,
  read: ReadParameters,
  thickness: string,
  limits: [number, number],
  points: Points,
  groups: PoreGroup[],
  overdrawn: number,
): AnalysisResult {
  const volume = groups.reduce((sum, group) => sum + group.volume, 0)
  const area = groups.reduce((sum, group) => sum + group.area, 0)
  const peak = groups.reduce((best, group) => (perDecade(group) > perDecade(best) ? group : best))
  const table = groupTable(groups)
  const ascending = [...groups].reverse()
  const x = ascending.map((group) => group.mean)
  const desorbing = read.choice('branch') === 'desorption'
  return {
    values: [
      { name: 'BJH 孔容', value: volume, unit: 'cm³/g', digits: 4 },
      { name: 'BJH 孔表面积', value: area, unit: 'm²/g', digits: 1 },
      { name: '平均孔径 4V/S', value: (4000 * volume) / area, unit: 'nm', digits: 2 },
      { name: '最可几孔径（dV/dlgD 最大）', value: peak.mean, unit: 'nm', digits: 2 },
    ],
    tables: [table],
    marks: [],
    lines: [{ label: '所用的点', x: points.x, y: points.y }],
    figure: {
      xLabel: '孔径 D (nm)',
      yLabel: 'dV/dlgD (cm³/g)',
      lines: [{ label: 'dV/dlgD', x, y: ascending.map(perDecade) }],
    },
    steps: [...isotherm.steps, ...stepsOf(points, limits, thickness, desorbing, groups, volume, area)],
    warnings: [...isotherm.warnings, ...warningsOf(points, groups, peak, overdrawn, desorbing)],
  }
}

function perDecade(group: PoreGroup): number {
  return group.volume / Math.log10(group.wide / group.narrow)
}

function groupTable(groups: readonly PoreGroup[]) {
  let sum = 0
  return {
    title: '孔径分布（由大孔到小孔）',
    columns: [
      { name: '孔径从', unit: 'nm', digits: 2 },
      { name: '到', unit: 'nm', digits: 2 },
      { name: '平均', unit: 'nm', digits: 2 },
      { name: '孔容', unit: 'cm³/g', digits: 5 },
      { name: '累计孔容', unit: 'cm³/g', digits: 5 },
      { name: '孔表面积', unit: 'm²/g', digits: 3 },
      { name: 'dV/dD', unit: 'cm³/(g·nm)', digits: 6 },
      { name: 'dV/dlgD', unit: 'cm³/g', digits: 5 },
    ],
    rows: groups.map((group) => {
      sum += group.volume
      const { wide, narrow, mean, volume, area } = group
      return [wide, narrow, mean, volume, sum, area, volume / (wide - narrow), perDecade(group)]
    }),
  }
}

function stepsOf(
  points: Points,
  limits: [number, number],
  thickness: string,
  desorbing: boolean,
  groups: readonly PoreGroup[],
  volume: number,
  area: number,
): string[] {
  const last = points.x.length - 1
  return [
    `取${desorbing ? '脱附支' : '吸附支'}上孔径 ${limits[0]} 至 ${limits[1]} nm 的点：p/p₀ 由 ${shown(at(points.x, 0))} 降至 ${shown(at(points.x, last))}，共 ${last + 1} 个点、${last} 步。假定压力最高的点上所有计入的孔都已充满。`,
    `Kelvin 半径 r_K = ${kelvinLength}/ln(p₀/p) nm（氮气 77 K，半球形弯月面）；吸附层厚度 ${formulas[thickness]}；孔半径 r = r_K + t。`,
    `每一步的平均孔半径 R 取两端之平均；脱出的液体 ΔV = Δv × ${liquidPerGas} cm³/g。`,
    '已排空的各组孔（半径 Rⱼ、长度 Lⱼ）吸附层变薄放出 Σ πLⱼ[(Rⱼ−t₂)² − (Rⱼ−t₁)²]，从 ΔV 中扣除；余量 ΔV_c 来自本步排空的孔：L = ΔV_c/[π(R−t₂)²]，孔容 πLR²，孔表面积 2πLR。余量为负时本步没有新孔。',
    `孔容合计 ${shown(volume)} cm³/g，孔表面积合计 ${shown(area)} m²/g，平均孔径 4V/S = ${shown((4000 * volume) / area)} nm；共 ${groups.length} 组。`,
  ]
}

/** Between these diameters the desorption of nitrogen at 77 K shows a peak that is none of the sample: the liquid cannot bear the tension. */
const falsePeak: readonly [number, number] = [3.3, 4.3]

function warningsOf(
  points: Points,
  groups: readonly PoreGroup[],
  peak: PoreGroup,
  overdrawn: number,
  desorbing: boolean,
): string[] {
  const highest = at(points.x, 0)
  return [
    ...(overdrawn > 0
      ? [`有 ${overdrawn} 步的吸附层变薄量大于实际脱出量，这些步按没有新孔计；小孔一端的结果偏不可靠。`]
      : []),
    ...(desorbing && peak.mean >= falsePeak[0] && peak.mean <= falsePeak[1]
      ? ['最可几孔径在 3.3 至 4.3 nm：可能是氮气脱附在 p/p₀ ≈ 0.42 处强制闭合的假峰，请与吸附支的结果比较。']
      : []),
    ...(peak === groups[0] || peak === groups.at(-1) ? ['分布的最大值在范围的边缘，峰可能不完整。'] : []),
    ...(peak.mean < 4
      ? ['Kelvin 公式对小于约 10 nm 的孔低估孔径约 20% 至 30%（IUPAC 2015），建议用 DFT 方法核对。']
      : []),
    ...(highest < 0.95 ? [`压力最高只到 p/p₀ = ${shown(highest)}，更大的孔没有计入。`] : []),
  ]
}
