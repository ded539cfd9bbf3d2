/**
 * The sample a file belongs to, by its name: the one sample number of the order that the name contains (`…01` is not found in `…011`).
 * Case, dashes and blanks inside the number do not matter. Undefined: the file belongs to the whole order.
 */
export function sampleOfFile(fileName: string, sampleNumbers: readonly string[]): string | undefined {
  const plain = fileName.toUpperCase().replace(/(?<=[A-Z0-9])[-_ ](?=\d)/g, '')
  const found = sampleNumbers.filter(
    (number) => standsAlone(plain, number.toUpperCase()) || standsAlone(fileName.toUpperCase(), number.toUpperCase()),
  )
  return found.length === 1 ? found[0] : undefined
}

function standsAlone(text: string, number: string): boolean {
  for (let at = text.indexOf(number); at >= 0; at = text.indexOf(number, at + 1)) {
    const before = text[at - 1] ?? ''
    const after = text[at + number.length] ?? ''
    if (!/[A-Z0-9]/.test(before) && !/\d/.test(after)) return true
  }
  return false
}
