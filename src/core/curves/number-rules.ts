// Parses numbers and detects encodings as instruments write them.
import { unquoted } from './curve-rules.ts'

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eEdD][+-]?\d{1,4})?$/
const DECIMAL_COMMA = /^[+-]?\d*,\d+(?:[eEdD][+-]?\d{1,4})?$/
const THOUSANDS = /^[+-]?\d{1,3}(?:,\d{3})+(?:\.\d*)?$/
const MISSING = /^(?:[+-]?nan(?:\(.*\))?|[+-]?inf(?:inity)?|[+-]?\d\.#\w+|-{2,}|\*+|n\/?a|#n\/a|null)$/i
/** `1.234,5` and `1.234` where commas are decimal; `1'234.5`. */
const DOTTED = /^[+-]?\d{1,3}(?:\.\d{3})+(?:,\d+)?$/
const SWISS = /^[+-]?\d{1,3}(?:['\u2019]\d{3})+(?:\.\d*)?$/
const longestNumber = 40

/** The meaning of a comma inside a number: `1,5` is one and a half, `1,500.0` is fifteen hundred; `dotted`: and `1.500` is, too. */
export type CommaMeaning = 'decimal' | 'thousands' | 'dotted'

/**
 * A number; NaN for a value that is marked as missing or cannot be represented (`Infinity`, `1.#IND`, `--`, `1e400`); undefined for
 * anything else. Accepts quotes, Fortran exponents (`1.0D+01`) and a typographic minus.
 */
export function readNumber(field: string, comma: CommaMeaning = 'decimal'): number | undefined {
  let text = unquoted(field)
  if (text.length > longestNumber || text === '') return undefined
  const first = text.charCodeAt(0)
  if (first === 0x2212) text = `-${text.slice(1)}`
  if (MISSING.test(text)) return Number.NaN
  if (SWISS.test(text)) text = text.replaceAll(/['\u2019]/g, '')
  if (DOTTED.test(text) && (comma === 'dotted' || text.includes(','))) text = text.replaceAll('.', '')
  if (text.includes(',')) {
    if (comma === 'thousands' && THOUSANDS.test(text)) text = text.replaceAll(',', '')
    else if (THOUSANDS.test(text) && text.includes('.')) text = text.replaceAll(',', '')
    else if (DECIMAL_COMMA.test(text)) text = text.replace(',', '.')
    else return undefined
  }
  if (!NUMBER.test(text)) return undefined
  const value = Number(text.replace(/[dD]/, 'e'))
  return Number.isFinite(value) ? value : Number.NaN
}

/** A number that can be drawn; undefined for anything else. */
export function readFinite(field: string): number | undefined {
  const value = readNumber(field)
  return value !== undefined && Number.isFinite(value) ? value : undefined
}

/**
 * The meaning of commas in a sample of fields. `1,234` alone is ambiguous; it is read as thousands only when every field with a comma could
 * be, several fields have one, and no other field of the sample has a decimal comma. Where commas are decimal and points stand only before
 * three digits, points separate thousands.
 */
export function commaMeaning(fields: readonly string[]): CommaMeaning {
  const withComma = fields.map(unquoted).filter((field) => field.includes(',') && /\d/.test(field))
  const thousands = withComma.length > 0 && withComma.every((field) => THOUSANDS.test(field) && !/^[+-]?0/.test(field))
  const pointElsewhere = fields.some((field) => /^\W*\d*\.\d+/.test(unquoted(field)))
  if (thousands && pointElsewhere) return 'thousands'
  const dots = fields.map(unquoted).filter((field) => field.includes('.'))
  return withComma.some((field) => DECIMAL_COMMA.test(field)) && dots.every((field) => DOTTED.test(field))
    ? 'dotted'
    : 'decimal'
}

export type TextEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'gb18030' | 'windows-1252'

/**
 * The encoding of a text file from its first bytes: byte order marks, UTF-16 without one, valid UTF-8, GB 18030 of Chinese instrument
 * software, else Windows-1252. Undefined: the file is binary.
 */
export function encodingOf(head: Uint8Array): TextEncoding | undefined {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le'
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be'
  if (head.includes(0)) return utf16WithoutMark(head)
  if (decodes(head, 'utf-8')) return 'utf-8'
  return decodes(head, 'gb18030') ? 'gb18030' : 'windows-1252'
}

function utf16WithoutMark(head: Uint8Array): TextEncoding | undefined {
  const sample = head.subarray(0, 512 - (head.length % 2))
  const zeros = (parity: number) => sample.filter((byte, i) => byte === 0 && i % 2 === parity).length
  const [even, odd] = [zeros(0), zeros(1)]
  if (even === 0 && odd > sample.length * 0.4) return 'utf-16le'
  if (odd === 0 && even > sample.length * 0.4) return 'utf-16be'
  return undefined
}

function decodes(head: Uint8Array, encoding: string): boolean {
  try {
    new TextDecoder(encoding, { fatal: true }).decode(head, { stream: true })
    return true
  } catch {
    return false
  }
}
