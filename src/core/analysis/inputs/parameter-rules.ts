// Parameters against their specs: the form, the server and every tool read them here.
import { NotAnalysable, type Parameters, type ParameterSpec } from '../tool-rules.ts'

const longestLines = 20_000

/** Every parameter of the tool: the given ones that are valid, and the initial values of those not given. */
export function checkedParameters(specs: readonly ParameterSpec[], given: Parameters): Parameters {
  const unknown = Object.keys(given).find((key) => !specs.some((spec) => spec.key === key))
  if (unknown !== undefined) throw new NotAnalysable(`没有参数“${unknown}”。`)
  return Object.fromEntries(specs.map((spec) => [spec.key, checkedParameter(spec, given[spec.key])]))
}

/** One valid value. Throws `NotAnalysable`. */
export function checkedParameter(spec: ParameterSpec, value: number | string | undefined): number | string {
  if (value === undefined) return spec.initial
  if (spec.kind === 'number') return checkedNumber(spec, value)
  const text = String(value)
  if (spec.kind === 'choice' && !spec.choices.some((choice) => choice.value === text))
    throw new NotAnalysable(`“${spec.label}”没有这个选项，可选：${spec.choices.map(({ label }) => label).join('、')}。`)
  if (text.length > longestLines) throw new NotAnalysable(`“${spec.label}”最多 ${longestLines} 个字符。`)
  return text
}

function checkedNumber(spec: ParameterSpec & { kind: 'number' }, value: number | string): number {
  const number = typeof value === 'number' ? value : value.trim() === '' ? Number.NaN : Number(value)
  if (!Number.isFinite(number)) throw new NotAnalysable(`请在“${spec.label}”填写一个数。`)
  if (number < spec.least || number > spec.most)
    throw new NotAnalysable(`“${spec.label}”应在 ${spec.least} 到 ${spec.most}${spec.unit && ` ${spec.unit}`} 之间。`)
  return number
}

/**
 * The parameters of one run by name and kind. All are checked first, also those that this run does not use, so that the parameters kept with a
 * result are right as a whole.
 */
export function readParameters(specs: readonly ParameterSpec[], given: Parameters) {
  const checked = checkedParameters(specs, given)
  const specOf = (key: string, kind: ParameterSpec['kind']) => {
    const spec = specs.find((one) => one.key === key)
    if (!spec || spec.kind !== kind) throw new Error(`the tool has no parameter ${key} of the kind ${kind}`)
    return spec
  }
  const number = (key: string) => Number(checked[specOf(key, 'number').key])
  const text = (key: string, kind: 'choice' | 'lines') => String(checked[specOf(key, kind).key])
  return {
    number,
    choice: (key: string) => text(key, 'choice'),
    /** Lines that are not empty. */
    lines: (key: string) =>
      text(key, 'lines')
        .split('\n')
        .map((line) => line.trim())
        .filter((line) => line !== ''),
    /** Two numbers that bound a range. */
    range(from: string, to: string): [number, number] {
      const range: [number, number] = [number(from), number(to)]
      if (range[0] >= range[1])
        throw new NotAnalysable(
          `“${specOf(from, 'number').label}”要小于“${specOf(to, 'number').label}”，现在是 ${range[0]} 和 ${range[1]}。`,
        )
      return range
    },
  }
}

export type ReadParameters = ReturnType<typeof readParameters>
