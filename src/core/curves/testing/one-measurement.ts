// One measurement as files of many kinds, for tests.
import { expect, it } from 'vitest'
import { CurveRefused, type ParsedData } from '../curve-rules.ts'
import { readCurves } from '../file-rules.ts'
import { encodingOf } from '../number-rules.ts'

export const X = Array.from({ length: 41 }, (_, i) => Number((20 + i * 0.05).toFixed(2)))
export const Y = X.map((at) => Math.round(90 + 2400 * Math.exp(-((at - 21) ** 2) / 0.02)))
/** Some formats write positions from right to left. */
export const falling = { x: X.toReversed(), y: Y.toReversed() }

export const pairs = (line: (x: number, y: number, i: number) => string, end = '\n') =>
  X.map((x, i) => line(x, Y[i] as number, i)).join(end)
export const plain = (separator: string) => pairs((x, y) => `${x.toFixed(2)}${separator}${y}`)
export const comma = (value: number, digits = 2) => value.toFixed(digits).replace('.', ',')
export const inRows = (values: readonly (string | number)[], perRow: number, separator = ' ') =>
  Array.from({ length: Math.ceil(values.length / perRow) }, (_, row) =>
    values.slice(row * perRow, (row + 1) * perRow).join(separator),
  ).join('\n')

export interface Read {
  x?: readonly number[]
  y?: readonly number[]
  /** The curve among those of the file. */
  curve?: number
  /** The number of curves; absent: one. */
  curves?: number
  xLabel?: string
  notes?: RegExp
}

export type Kind = [name: string, file: string | Uint8Array, expected: Read | 'refused']

/** Every file of a list as one test: the whole curve is compared, not a part of it. */
export function proveKinds(kinds: readonly Kind[]): void {
  for (const [name, file, expected] of kinds) {
    it(`${expected === 'refused' ? 'refuses' : 'reads'} ${name}`, () => {
      const read = readFile(file)
      if (expected === 'refused') return expect(read).toBe('refused')
      if (read === 'refused') throw new Error('refused')
      const curve = read.series[expected.curve ?? 0]
      expect(curve?.x).toEqual(expected.x ?? X)
      expect(curve?.y).toEqual(expected.y ?? Y)
      expect(read.series).toHaveLength(expected.curves ?? 1)
      if (expected.xLabel) expect(read.xLabel).toBe(expected.xLabel)
      expect(read.notes.join()).toMatch(expected.notes ?? /^$/)
    })
  }
}

export function readFile(file: string | Uint8Array): ParsedData | 'refused' {
  const bytes = typeof file === 'string' ? Buffer.from(file) : file
  const encoding = encodingOf(bytes)
  if (!encoding) return 'refused'
  try {
    return readCurves(new TextDecoder(encoding).decode(bytes)) ?? 'refused'
  } catch (error) {
    if (error instanceof CurveRefused) return 'refused'
    throw error
  }
}

export function utf16(text: string, marked: boolean): Uint8Array {
  return Buffer.from(marked ? `\ufeff${text}` : text, 'utf16le')
}

export function swapped(bytes: Uint8Array): Uint8Array {
  return Buffer.from(bytes).swap16()
}

export function gbk(text: string): Uint8Array {
  const decoder = new TextDecoder('gbk')
  const codes = new Map<string, number[]>()
  for (let lead = 0xa1; lead <= 0xf7; lead++)
    for (let trail = 0xa1; trail <= 0xfe; trail++)
      codes.set(decoder.decode(Uint8Array.from([lead, trail])), [lead, trail])
  return Uint8Array.from(
    [...text].flatMap((letter) => (letter < '\u0080' ? [letter.charCodeAt(0)] : (codes.get(letter) ?? [0x3f]))),
  )
}
