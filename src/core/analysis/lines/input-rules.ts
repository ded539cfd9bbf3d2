import { axisMeaning } from '../../curves/meaning-rules.ts'
import { NotAnalysable, type Curve, type ParameterSpec, type Parameters } from '../tool-rules.ts'

/** What a tool reads of its input. A missing parameter takes its initial value; one that makes no sense is refused, never mended. */

export function numberOf(specs: readonly ParameterSpec[], given: Parameters, key: string): number {
  const spec = specs.find((spec) => spec.key === key)
  if (spec?.kind !== 'number') throw new Error(`no number parameter ${key}`)
  const value = given[key] ?? spec.initial
  if (typeof value !== 'number' || !Number.isFinite(value)) throw new NotAnalysable(`“${spec.label}”须填数字。`)
  if (value < spec.least || value > spec.most) {
    const unit = spec.unit === '' ? '' : ` ${spec.unit}`
    throw new NotAnalysable(`“${spec.label}”须在 ${spec.least} 至 ${spec.most}${unit} 之间，现为 ${value}。`)
  }
  return value
}

export function choiceOf(specs: readonly ParameterSpec[], given: Parameters, key: string): string {
  const spec = specs.find((spec) => spec.key === key)
  if (spec?.kind !== 'choice') throw new Error(`no choice parameter ${key}`)
  const value = given[key] ?? spec.initial
  if (!spec.choices.some((choice) => choice.value === value))
    throw new NotAnalysable(`“${spec.label}”没有这个选项，请重新选择。`)
  return String(value)
}

/** Two parameters that bound a range. */
export function rangeOf(
  specs: readonly ParameterSpec[],
  given: Parameters,
  from: string,
  to: string,
): [number, number] {
  const range: [number, number] = [numberOf(specs, given, from), numberOf(specs, given, to)]
  if (range[0] >= range[1]) {
    throw new NotAnalysable(
      `范围的起点（${range[0]}）须小于终点（${range[1]}），请修改“${labelOf(specs, from)}”或“${labelOf(specs, to)}”。`,
    )
  }
  return range
}

function labelOf(specs: readonly ParameterSpec[], key: string): string {
  return specs.find((spec) => spec.key === key)?.label ?? key
}

/** The right axis, both columns finite and of the same length, enough points, and something that changes. */
export function checkCurve(curve: Curve, axis: string, least: number): void {
  if (axisMeaning(curve.xLabel) !== axis) {
    throw new NotAnalysable(`本方法要求横轴是${axis}，这条曲线的横轴是“${curve.xLabel}”。请换一条曲线。`)
  }
  if (curve.x.length !== curve.y.length) throw new NotAnalysable('横轴与纵轴的点数不同，曲线不完整。')
  const broken = curve.x.findIndex((x, i) => !Number.isFinite(x) || !Number.isFinite(curve.y[i]))
  if (broken >= 0) throw new NotAnalysable(`第 ${broken + 1} 个点不是有效数字，请检查数据文件。`)
  if (curve.x.length < least) throw new NotAnalysable(`曲线只有 ${curve.x.length} 个点，至少需要 ${least} 个。`)
  if (curve.x.every((x) => x === curve.x[0])) throw new NotAnalysable('横轴的值全部相同，无法分析。')
  if (curve.y.every((y) => y === curve.y[0])) throw new NotAnalysable('纵轴的值全部相同，曲线没有可分析的变化。')
}
