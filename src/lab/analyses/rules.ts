import type { AnalysisTable, AnalysisValue } from '../../core/analysis/tool-rules.ts'

export const analysisLimits = {
  note: 500,
  /** Kept analyses of one file in one account. */
  perFile: 200,
  /** Characters of a stored result. */
  result: 400_000,
  /** Days for which a removed analysis can be taken back. */
  removedDays: 30,
} as const

/** Shown with every result. */
export const suggestion = '建议值，仅供参考，请结合谱图判断'

/** What is kept of a result: everything but what is drawn, which the curve and the parameters give again. */
export interface KeptResult {
  toolTitle: string
  values: readonly AnalysisValue[]
  tables: readonly AnalysisTable[]
  steps: readonly string[]
  warnings: readonly string[]
  curve: { label: string; points: number; total: number; xLabel: string; yLabel: string; notes: readonly string[] }
}

/** A value with its meaningful digits; very large and very small ones with a power of ten. */
export function numberText(value: number, digits: number): string {
  const size = Math.abs(value)
  if (size !== 0 && (size >= 1e9 || size < 1e-6)) {
    const [mantissa = '', power = ''] = value.toExponential(5).split('e')
    return `${Number(mantissa)}×10^${Number(power)}`
  }
  return value.toFixed(Math.min(12, Math.max(0, digits)))
}

/** A cell of a table: with the digits of its column, else with six figures. */
export function cellText(cell: number | string, digits: number | undefined): string {
  if (typeof cell === 'string') return cell
  return digits === undefined ? String(Number(cell.toPrecision(6))) : numberText(cell, digits)
}

export function valueText({ value, uncertainty, digits, unit }: AnalysisValue): string {
  const number = numberText(value, digits)
  const both = uncertainty === undefined ? number : `${number} ± ${numberText(uncertainty, digits)}`
  return unit ? `${both} ${unit}` : both
}
