/** Conversion between integer fen and the yuan text of channels and their bills, without floating point. */

/** 128050 → `1280.50`. */
export function yuanOfFen(fen: number): string {
  if (!Number.isSafeInteger(fen)) throw new Error(`not an amount in fen: ${fen}`)
  const digits = String(Math.abs(fen)).padStart(3, '0')
  return `${fen < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** `1280.5` → 128050. Digits after the second decimal must be zero; throws for everything that is not exactly an amount. */
export function fenOfYuan(text: string): number {
  const [, sign, whole = '', cents = '', rest = ''] = /^([+-]?)(\d{1,12})(?:\.(\d{1,2})(\d*))?$/.exec(text.trim()) ?? []
  if (whole === '' || /[1-9]/.test(rest)) throw new Error(`not an amount in yuan: ${text.slice(0, 40)}`)
  const fen = Number(whole) * 100 + Number(cents.padEnd(2, '0'))
  return sign === '-' && fen !== 0 ? -fen : fen
}

/** A fee in a bill may have more decimals, which are rounded half up. An empty text is no fee. */
export function feeFenOfYuan(text: string): number {
  const [, sign, whole = '', decimals = ''] = /^([+-]?)(\d{1,12})(?:\.(\d{1,10}))?$/.exec(text.trim() || '0') ?? []
  if (whole === '') throw new Error(`not a fee in yuan: ${text.slice(0, 40)}`)
  const digits = decimals.padEnd(3, '0')
  const fen = Number(whole) * 100 + Number(digits.slice(0, 2)) + (digits.charAt(2) >= '5' ? 1 : 0)
  return sign === '-' && fen !== 0 ? -fen : fen
}
