import type { Parameters, ParameterSpec } from '../../../core/analysis/tool-rules.ts'

/** Whether a range chosen in the figure can be a parameter of a tool: as one of several lines, or as start and end. */
export function takesRanges(specs: readonly ParameterSpec[]): boolean {
  return specOf(specs, 'ranges', 'lines') || (specOf(specs, 'from', 'number') && specOf(specs, 'to', 'number'))
}

/** The parameters with the range: a further line, or another start and end. */
export function withRange(
  specs: readonly ParameterSpec[],
  given: Parameters,
  range: readonly [from: number, to: number],
): Parameters {
  const [from, to] = range.map((value) => Number(value.toPrecision(6))) as [number, number]
  if (!specOf(specs, 'ranges', 'lines')) return { ...given, from, to }
  const before = String(given['ranges'] ?? '').trimEnd()
  return { ...given, ranges: `${before}${before === '' ? '' : '\n'}${from} ${to}` }
}

function specOf(specs: readonly ParameterSpec[], key: string, kind: ParameterSpec['kind']): boolean {
  return specs.some((spec) => spec.key === key && spec.kind === kind)
}
