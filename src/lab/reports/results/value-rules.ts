/**
 * A result of digits and points alone that is no number, such as 12..3 or 0,5. Other texts are results too: 未检出, 10–20, 1.2e-5.
 * Signs before a number are those of limits: <0.01.
 */
export function isBrokenNumber(text: string): boolean {
  const digits = text.replace(/^[<>≤≥≈~±+\-−\s]+/, '')
  return /^[\d.,]+$/.test(digits) && !/^(?:\d+|\d{1,3}(?:,\d{3})+)?(?:\.\d+)?$/.test(digits)
}

/** The place of the first value that stands a second time for its sample and item; -1: none. */
export function repeatedValue(values: readonly { sampleNo: string; name: string }[]): number {
  const seen = new Set<string>()
  return values.findIndex(({ sampleNo, name }) => {
    const key = `${sampleNo} ${name}`
    if (seen.has(key)) return true
    seen.add(key)
    return false
  })
}
