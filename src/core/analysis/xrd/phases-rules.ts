import { pointsOf } from '../inputs/curve-rules.ts'
import { readParameters } from '../inputs/parameter-rules.ts'
import {
  type AnalysisTable,
  type AnalysisTool,
  type AnalysisValue,
  NotAnalysable,
  type ParameterSpec,
} from '../tool-rules.ts'
import { type Correction, fitCell, type FittedCell } from './cell-fit-rules.ts'
import { type DiffractionPeak, patternParameters, readPattern } from './pattern-rules.ts'
import { spread, topOf } from './peaks-rules.ts'
import { commonPhases, type KnownPhase } from './phase-lines-rules.ts'
import { matchPhase, type PhaseMatch } from './phase-match-rules.ts'
import { angleOf, radiationOf, radiationParameters } from './radiation-rules.ts'

const parameters: readonly ParameterSpec[] = [
  ...radiationParameters,
  { kind: 'number', key: 'tolerance', label: '2θ 容差', unit: '°', initial: 0.2, least: 0.02, most: 1 },
  {
    kind: 'number',
    key: 'leastLine',
    label: '参与比较的谱线至少为最强线的',
    unit: '%',
    initial: 5,
    least: 0.1,
    most: 50,
  },
  { kind: 'number', key: 'leastScore', label: '得分至少', unit: '', initial: 60, least: 10, most: 100 },
  {
    kind: 'choice',
    key: 'correction',
    label: '晶胞参数的校正',
    initial: 'none',
    choices: [
      { value: 'none', label: '不校正' },
      { value: 'zero', label: '零点偏移' },
      { value: 'displacement', label: '样品高度偏移' },
    ],
    hint: '校正项随晶胞参数一起拟合，需要较多谱线。',
  },
  ...patternParameters,
]

/** The search for phases in a table. The built-in table has common ones; a laboratory may hand over its own. */
export function phasesTool(table: () => readonly KnownPhase[]): AnalysisTool {
  const tool: AnalysisTool = {
    key: 'xrd.phases',
    title: 'XRD 物相比对',
    version: 1,
    summary: '把衍射峰与物相表逐线比对，列出得分、找到和缺少的谱线、没有归属的峰，并计算晶胞参数。',
    source:
      '谱线由已发表的晶体结构计算（来源见各物相）；散射因子：International Tables for Crystallography C (1992) 表 6.1.1.4',
    axes: ['2θ'],
    parameters,
    run(curve, given) {
      const points = pointsOf(curve, tool.axes, 30)
      const read = readParameters(parameters, given)
      const radiation = radiationOf(read)
      const { wavelength } = radiation
      const [tolerance, leastLine, leastScore] = ['tolerance', 'leastLine', 'leastScore'].map((key) =>
        read.number(key),
      ) as [number, number, number]
      const correction = read.choice('correction') as Correction
      const pattern = readPattern(points, read, radiation)
      if (pattern.peaks.length < 2) throw new NotAnalysable('只找到 1 个峰，不足以比对物相。请用更宽的 2θ 范围测量。')
      const limits = { from: points.x[0] as number, to: points.x.at(-1) as number, wavelength, tolerance, leastLine }
      const phases = table()
      const matches = phases
        .flatMap((phase) => matchPhase(phase, pattern.peaks, limits) ?? [])
        .toSorted((a, b) => b.score - a.score)
      const kept = matches.filter((match) => match.score >= leastScore)
      const cells = kept.map((match) => cellOf(match, wavelength, correction))
      // Weak lines do not count for the score, but they explain a peak.
      const places = kept.flatMap(({ phase }) => phase.lines.map((line) => angleOf(line.d, wavelength)))
      const left = pattern.peaks.filter((peak) => !places.some((place) => Math.abs(place - peak.twoTheta) <= tolerance))
      return {
        values: kept.flatMap((match, i) => valuesOf(match, cells[i])),
        tables: [
          candidateTable(matches),
          ...kept.map((match) => lineTable(match)),
          ...(left.length > 0 ? [leftTable(left)] : []),
        ],
        marks: kept.flatMap((match) =>
          match.lines.flatMap(({ line, peak }) =>
            peak
              ? [{ x: peak.twoTheta, y: topOf(points, peak), label: `${match.phase.formula} ${line.hkl.join('')}` }]
              : [],
          ),
        ),
        lines: [{ label: '本底', x: points.x, y: pattern.background }],
        steps: [
          `射线：${radiation.label}。`,
          ...pattern.steps,
          `比对：物相表有 ${phases.length} 个物相。表中谱线按 2θ = 2·arcsin(λ/2d) 换算，只取测量范围内、强度不低于最强线 ${leastLine}% 的谱线，与 ±${tolerance}° 内最近的峰对应；范围内的最强线必须找到，且至少对应两个峰。`,
          ...matchSteps(kept),
          `晶胞参数：4sin²θ/λ² 对指标平方和作线性最小二乘，各线 2θ 等权${correctionText(correction)}。`,
          ...kept.flatMap((match, i) => cellStep(match, cells[i])),
        ],
        warnings: [
          ...pattern.warnings,
          ...(kept.length === 0
            ? [`表中没有得分达到 ${leastScore} 的物相。物相表只有常见物相，未列出的物相请用标准卡片核对。`]
            : []),
          ...(left.length > 0 && kept.length > 0
            ? [`还有 ${left.length} 个峰没有归属，可能有表外的物相或 Kβ 线。`]
            : []),
          ...(radiation.label.startsWith('Cu') ? [] : ['表中强度按 Cu Kα 计算，换用其他射线时相对强度略有不同。']),
          '得分只比较谱线，请结合样品的化学组成判断。',
        ],
      }
    },
  }
  return tool
}

export const xrdPhases = phasesTool(commonPhases)

/** The cell from lines that have a peak of their own. */
function cellOf({ phase, lines }: PhaseMatch, wavelength: number, correction: Correction): FittedCell | undefined {
  if (!phase.cell) return undefined
  const own = lines.flatMap(({ line, peak }) => {
    const alone = peak?.fitted && lines.filter((other) => other.peak === peak).length === 1
    return alone ? [{ hkl: line.hkl, twoTheta: peak.twoTheta }] : []
  })
  return fitCell(phase.cell.system, own, { wavelength, correction })
}

function valuesOf({ phase, score }: PhaseMatch, cell: FittedCell | undefined): AnalysisValue[] {
  return [
    { name: `${phase.name} ${phase.formula} 得分`, value: score, unit: '', digits: 1 },
    ...(cell
      ? [{ name: `${phase.formula} 晶胞参数 a`, value: cell.a, unit: 'Å', digits: 4, ...spread(cell.aError) }]
      : []),
    ...(cell?.c === undefined
      ? []
      : [
          {
            name: `${phase.formula} 晶胞参数 c`,
            value: cell.c,
            unit: 'Å',
            digits: 4,
            ...spread(cell.cError ?? Number.NaN),
          },
        ]),
  ]
}

function matchSteps(kept: readonly PhaseMatch[]): string[] {
  return [
    '得分 = 100 × F × C。F 是找到的谱线强度占该物相应有强度的比例；C 是表中强度与实测峰面积的夹角余弦（缺少的谱线按 0 计）。',
    ...kept.map(
      ({ phase, found, likeness, score }) =>
        `${phase.name}（${phase.formula}）：F = ${found.toFixed(3)}，C = ${likeness.toFixed(3)}，得分 ${score.toFixed(1)}；结构来源：${phase.source}。`,
    ),
  ]
}

function cellStep({ phase }: PhaseMatch, cell: FittedCell | undefined): string[] {
  if (!phase.cell) return []
  if (!cell) return [`${phase.name}：可用的谱线太少，没有计算晶胞参数。`]
  const c = cell.c === undefined ? '' : `，c = ${cell.c.toFixed(4)} Å（发表值 ${phase.cell.c}）`
  const shift = cell.shift === undefined ? '' : `，校正项 ${cell.shift.toPrecision(3)}`
  return [`${phase.name}：用 ${cell.lines} 条谱线得 a = ${cell.a.toFixed(4)} Å（发表值 ${phase.cell.a}）${c}${shift}。`]
}

function correctionText(correction: Correction): string {
  if (correction === 'zero') return '，同时拟合零点偏移 Δ2θ（项 (2/λ²)·sin2θ，单位 °）'
  return correction === 'displacement' ? '，同时拟合样品高度偏移 s/R（项 −(4/λ²)·cosθ·sin2θ）' : ''
}

function candidateTable(matches: readonly PhaseMatch[]): AnalysisTable {
  return {
    title: '候选物相',
    columns: [
      { name: '物相', unit: '' },
      { name: '化学式', unit: '' },
      { name: '得分', unit: '', digits: 1 },
      { name: '找到的强度', unit: '%', digits: 1 },
      { name: '强度吻合', unit: '', digits: 3 },
      { name: '找到', unit: '条', digits: 0 },
      { name: '缺少', unit: '条', digits: 0 },
      { name: '来源', unit: '' },
    ],
    rows: matches.map(({ phase, lines, found, likeness, score }) => {
      const seen = lines.filter((line) => line.peak).length
      return [phase.name, phase.formula, score, 100 * found, likeness, seen, lines.length - seen, phase.source]
    }),
  }
}

function lineTable({ phase, lines }: PhaseMatch): AnalysisTable {
  const strongest = Math.max(...lines.map(({ peak }) => peak?.height ?? 0))
  return {
    title: `${phase.name} ${phase.formula} 的谱线`,
    columns: [
      { name: 'hkl', unit: '' },
      { name: '表中 d', unit: 'Å', digits: 4 },
      { name: '应在 2θ', unit: '°', digits: 3 },
      { name: '实测 2θ', unit: '°', digits: 3 },
      { name: '表中强度', unit: '', digits: 1 },
      { name: '实测强度', unit: '', digits: 1 },
    ],
    rows: lines.map(({ line, expected, peak }) => [
      line.hkl.join(' '),
      line.d,
      expected,
      peak?.twoTheta ?? '缺少',
      line.intensity,
      peak ? (100 * peak.height) / strongest : '–',
    ]),
  }
}

function leftTable(peaks: readonly DiffractionPeak[]): AnalysisTable {
  return {
    title: '没有归属的峰',
    columns: [
      { name: '2θ', unit: '°', digits: 3 },
      { name: 'd', unit: 'Å', digits: 4 },
      { name: '峰高', unit: '', digits: 0 },
    ],
    rows: peaks.map((peak) => [peak.twoTheta, peak.d, peak.height]),
  }
}
