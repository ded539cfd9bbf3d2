import { checkChangingCurve } from '../inputs/curve-rules.ts'
import { ascending, at, indexOfMost, part, type Points } from '../inputs/point-rules.ts'
import { NotAnalysable, type Curve } from '../tool-rules.ts'
import { shown } from '../write-rules.ts'

/** An isotherm of nitrogen at 77 K as both tools of sorption read it: branches, units and the constants of the gas. */

/** Molar volume of an ideal gas at 0 °C and 101.325 kPa in cm³/mol: what „cm³ STP“ of the instruments means. */
export const molarVolume = 22414
export const avogadro = 6.02214076e23
/** cm³ of liquid nitrogen from 1 cm³ of gas (STP): 28.0134 g/mol ÷ 22414 cm³/mol ÷ 0.808 g/cm³, as in Thommes et al. (IUPAC 2015). */
export const liquidPerGas = 0.0015468

export const amountUnit = {
  kind: 'choice',
  key: 'unit',
  label: '吸附量单位',
  initial: 'cm3',
  choices: [
    { value: 'cm3', label: 'cm³ STP/g' },
    { value: 'mmol', label: 'mmol/g' },
  ],
  hint: '曲线文件不一定写明单位，请按仪器报告选择。',
} as const

export interface Isotherm {
  /** Ascending in pressure, amounts in cm³ STP/g; empty when the file has no such branch. */
  adsorption: Points
  desorption: Points
  steps: string[]
  warnings: string[]
}

export function readIsotherm(curve: Curve, unit: string): Isotherm {
  checkChangingCurve(curve, ['相对压力'], 5)
  checkPressures(curve)
  const factor = amountFactor(curve, unit)
  const amounts = { x: curve.x, y: curve.y.map((y) => y * factor) }
  const top = indexOfMost(amounts.x)
  const warnings: string[] = []
  const up = branch('吸附', part(amounts, 0, top), 1, warnings)
  const down = branch('脱附', part(amounts, top, amounts.x.length - 1), -1, warnings)
  const conversion = factor === 1 ? '' : `吸附量由 mmol/g 乘以 ${molarVolume / 1000} 换算为 cm³ STP/g。`
  return {
    adsorption: up,
    desorption: down,
    steps: [
      `${conversion}以最高相对压力 ${shown(at(amounts.x, top))} 处为界分支：之前（含该点）为吸附支 ${up.x.length} 个点，之后（含该点）为脱附支 ${down.x.length} 个点。`,
    ],
    warnings,
  }
}

function checkPressures(curve: Curve): void {
  const least = Math.min(...curve.x)
  const most = Math.max(...curve.x)
  if (least < 0 || most > 1.05) {
    throw new NotAnalysable(
      `横轴须为相对压力 p/p₀（0 至 1），本曲线为 ${shown(least)} 至 ${shown(most)}。若为百分数或绝对压力，请先换算。`,
    )
  }
  if (curve.y.some((y) => y < 0)) throw new NotAnalysable('吸附量出现负值，请检查称样质量与空管体积的校正。')
}

function amountFactor(curve: Curve, unit: string): number {
  const molar = /mmol/i.test(curve.yLabel)
  const volume = /cm\s*[³3]|\bml\b|mL|STP/i.test(curve.yLabel)
  if (unit === 'cm3' && molar) throw new NotAnalysable(`纵轴写的是“${curve.yLabel}”，请把“吸附量单位”改为 mmol/g。`)
  if (unit === 'mmol' && volume)
    throw new NotAnalysable(`纵轴写的是“${curve.yLabel}”，请把“吸附量单位”改为 cm³ STP/g。`)
  return unit === 'mmol' ? molarVolume / 1000 : 1
}

/** A branch with one point is only the turning point of the other. A few points out of order are sorted and told; a heap of points is refused. */
function branch(name: string, points: Points, direction: 1 | -1, warnings: string[]): Points {
  if (points.x.length < 2) return { x: [], y: [] }
  const turned = points.x.filter((x, i) => i > 0 && (x - at(points.x, i - 1)) * direction < 0).length
  if (turned > points.x.length / 10 + 1) {
    throw new NotAnalysable(
      '数据点的压力时升时降，分不清吸附支与脱附支。请按测量次序排列，并且每条曲线只含一次吸附、一次脱附。',
    )
  }
  const { x, y, merged } = ascending(points)
  if (turned > 0) warnings.push(`${name}支有 ${turned} 处压力未按次序变化，已按压力排序后计算。`)
  if (merged > 0) warnings.push(`${name}支有 ${merged} 个点的压力与其他点相同，已取平均值。`)
  return { x, y }
}
