/** ¥1,280.00 from integer fen. */
export function moneyText(fen: number): string {
  return `${fen < 0 ? '-' : ''}¥${groupThousands(Math.trunc(Math.abs(fen) / 100))}.${cents(fen)}`
}

/** ¥80 or ¥80.50: a list price drops the .00. */
export function shortMoneyText(fen: number): string {
  return moneyText(fen).replace(/\.00$/, '')
}

/** 1280.5 from 128050: what stands in an input. */
export function yuanText(fen: number): string {
  const text = `${fen < 0 ? '-' : ''}${Math.trunc(Math.abs(fen) / 100)}.${cents(fen)}`
  return text.replace(/\.?0+$/, (zeros) => (zeros.startsWith('.') ? '' : zeros.replace(/0+$/, '')))
}

/**
 * Fen from what a person typed: separators, a yen sign and full-width digits are accepted; more than two decimals are not money.
 * Works on the text because 19.99 * 100 is not 1999 in floating point.
 */
export function fenFromText(text: string): number | undefined {
  const plain = text.normalize('NFKC').replace(/[\s,¥元]/g, '')
  const match = /^(-?)(\d{0,11})(?:\.(\d{0,2}))?$/.exec(plain)
  if (!match || !/\d/.test(plain)) return undefined
  const fen = Number(match[2] || 0) * 100 + Number((match[3] ?? '').padEnd(2, '0'))
  return match[1] && fen ? -fen : fen
}

const cents = (fen: number) => String(Math.abs(fen) % 100).padStart(2, '0')
const groupThousands = (whole: number) => String(whole).replace(/\B(?=(\d{3})+$)/g, ',')
