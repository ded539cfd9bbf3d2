import { formatFen, parseYuan } from '../../platform/money.ts'

/** ¥80 or ¥80.50: a list price without .00. */
export function shortMoneyText(fen: number): string {
  return formatFen(fen).replace(/\.00$/, '')
}

/** 1280.5 from 128050: an amount as the text of an input. */
export function yuanText(fen: number): string {
  return formatFen(fen)
    .replace(/[¥,]/g, '')
    .replace(/\.00$|(?<=\.\d)0$/, '')
}

/** Reads yuan as fen. Accepts partial input (“12.”) and input of a Chinese keyboard (full-width digits, 元). */
export function fenFromText(text: string): number | undefined {
  return parseYuan(
    text
      .normalize('NFKC')
      .replace(/[\s元]/g, '')
      .replace(/\.$/, ''),
  )
}
