/** Numbers in the sentences of steps and warnings: so many significant figures that another person gets the same result. */

export function figures(value: number, count = 4): string {
  if (value < 0) return `−${figures(-value, count)}`
  if (value === 0) return '0'
  const size = Math.abs(value)
  if (size >= 1e6 || size < 1e-4) {
    const [digits = '', power = ''] = value.toExponential(count - 1).split('e')
    return `${digits}×10${raised(Number(power))}`
  }
  return value.toFixed(Math.max(0, count - 1 - Math.floor(Math.log10(size))))
}

function raised(power: number): string {
  const signs = '⁰¹²³⁴⁵⁶⁷⁸⁹'
  return `${power < 0 ? '⁻' : ''}${[...String(Math.abs(power))].map((digit) => signs[Number(digit)]).join('')}`
}
