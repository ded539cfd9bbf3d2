export type Range = readonly [from: number, to: number]

/** About `count` round numbers inside the range, and the step between them. */
export function ticksOf([from, to]: Range, count: number): { at: number[]; step: number } {
  const rough = (to - from) / Math.max(1, count)
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = ([1, 2, 5, 10].find((factor) => factor * power >= rough * 0.999999) ?? 10) * power
  const at: number[] = []
  for (let i = Math.ceil(from / step - 1e-9); i * step <= to + step * 1e-9; i++)
    at.push(Number((i * step).toPrecision(12)))
  return { at, step }
}

/** A number at an axis, as printed: a real minus sign, and powers of ten for very large and very small numbers. */
export function tickText(value: number): string {
  const size = Math.abs(value)
  const sign = value < 0 ? '−' : ''
  if (size === 0 || (size < 1e6 && size >= 1e-3)) return `${sign}${Number(size.toPrecision(6))}`
  const exponent = Math.floor(Math.log10(size) + 1e-12)
  const factor = Number((size / 10 ** exponent).toPrecision(4))
  const power = `10${raised(exponent)}`
  return `${sign}${factor === 1 ? power : `${factor}×${power}`}`
}

function raised(exponent: number): string {
  return [...String(exponent)].map((digit) => (digit === '-' ? '⁻' : '⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(digit)])).join('')
}
