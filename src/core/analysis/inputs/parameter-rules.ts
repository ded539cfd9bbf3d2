import { NotAnalysable, type Parameters, type ParameterSpec } from '../tool-rules.ts'

/**
 * Reads the parameters of one run. A missing one has its initial value; a wrong one is refused with its allowed range, also when this run would
 * not use it, so that the parameters kept with a result are right as a whole.
 */
export function readParameters(specs: readonly ParameterSpec[], given: Parameters) {
  const specOf = (key: string) => {
    const spec = specs.find((one) => one.key === key)
    if (!spec) throw new Error(`the tool has no parameter ${key}`)
    return spec
  }
  const read = {
    number(key: string): number {
      const spec = specOf(key)
      if (spec.kind !== 'number') throw new Error(`${key} is no number`)
      const typed = given[key] ?? spec.initial
      const value = String(typed).trim() === '' ? Number.NaN : Number(typed)
      if (!Number.isFinite(value)) throw new NotAnalysable(`“${spec.label}”要填一个数字。`)
      if (value < spec.least || value > spec.most) {
        const unit = spec.unit && ` ${spec.unit}`
        throw new NotAnalysable(
          `“${spec.label}”要在 ${spec.least} 到 ${spec.most}${unit} 之间，现在是 ${value}${unit}。`,
        )
      }
      return value
    },
    choice(key: string): string {
      const spec = specOf(key)
      if (spec.kind !== 'choice') throw new Error(`${key} is no choice`)
      const value = String(given[key] ?? spec.initial)
      if (!spec.choices.some((choice) => choice.value === value)) {
        const named = spec.choices.map(({ label }) => label).join('、')
        throw new NotAnalysable(`“${spec.label}”没有“${value}”这个选项，可选：${named}。`)
      }
      return value
    },
    lines(key: string): string[] {
      const spec = specOf(key)
      if (spec.kind !== 'lines') throw new Error(`${key} is no list of lines`)
      return String(given[key] ?? spec.initial)
        .split('\n')
        .map((line) => line.trim())
        .filter((line) => line !== '')
    },
  }
  for (const { kind, key } of specs) {
    if (kind === 'number') read.number(key)
    if (kind === 'choice') read.choice(key)
  }
  return read
}

export type ReadParameters = ReturnType<typeof readParameters>

/** A number as steps and warnings write it: significant digits, without zeros at the end. */
export function shown(value: number, digits = 4): string {
  if (value !== 0 && (Math.abs(value) >= 1e6 || Math.abs(value) < 1e-4)) {
    const [mantissa, exponent] = value.toExponential(digits - 1).split('e')
    return `${Number(mantissa)}×10^${Number(exponent)}`
  }
  return String(Number(value.toPrecision(digits)))
}
