/** A number as steps, warnings and marks write it: significant figures, without zeros at the end. */
export function shown(value: number, figures = 4): string {
  if (value < 0) return `−${shown(-value, figures)}`
  if (value !== 0 && (value >= 1e6 || value < 1e-4)) {
    const [digits, power] = value.toExponential(figures - 1).split('e')
    return `${Number(digits)}×10${raised(Number(power))}`
  }
  return String(Number(value.toPrecision(figures)))
}

function raised(power: number): string {
  const signs = '⁰¹²³⁴⁵⁶⁷⁸⁹'
  return `${power < 0 ? '⁻' : ''}${[...String(Math.abs(power))].map((digit) => signs[Number(digit)]).join('')}`
}

/** Digits after the point with which a value shows so many significant figures. */
export function decimals(value: number, figures: number): number {
  return value === 0 ? 0 : Math.min(12, Math.max(0, figures - 1 - Math.floor(Math.log10(Math.abs(value)))))
}
