// The data tables of JCAMP-DX: AFFN, PAC, SQZ, DIF and DUP in any mixture, with the checks of the format.
import { CurveRefused } from '../curve-rules.ts'

/** y values of `(X++(Y..Y))`, unscaled; `starts` holds the x value at the beginning of each line. */
export interface Ordinates {
  y: number[]
  starts: { index: number; x: number; halfUnit: number }[]
}

/** Limits the table: one line of repeat counts can ask for billions of points. */
const mostOrdinates = 5_000_000

const SQUEEZED = '@ABCDEFGHI'
const SQUEEZED_NEGATIVE = 'abcdefghi'
const DIFFERENCE = '%JKLMNOPQR'
const DIFFERENCE_NEGATIVE = 'jklmnopqr'
const REPEATS = 'STUVWXYZs'

const TOKEN =
  /([@A-Ia-i%J-Rj-rS-Zs])(\d*(?:\.\d+)?)|([+-]?(?:\d+\.?\d*|\.\d+)(?:[Ee][+-]\d{1,3})?)|(\?)|([\s,;]+)|([^])/gy

/** Throws CurveRefused for a failed check or a character that the format does not know. */
export function readOrdinates(lines: readonly string[]): Ordinates {
  const read: Ordinates = { y: [], starts: [] }
  // `1.5E05` lacks the sign that the format requires. With a decimal point it cannot be a squeezed number.
  const unsignedExponent = lines.some((line) => /\.\d*E\d{1,3}(?!\d)/i.test(line)) && !lines.some(hasPseudoDigits)
  let endedInDifference = false
  for (const [i, line] of lines.entries()) {
    const text = unsignedExponent ? line.replace(/(\.\d*)E(\d{1,3})(?!\d)/gi, '$1E+$2') : line
    endedInDifference = takeLine(text, i + 1, endedInDifference, read)
  }
  return read
}

function hasPseudoDigits(line: string): boolean {
  return /[@%A-DF-Za-df-z]/.test(line)
}

/** Answers whether the line ended in a difference: the next one then begins by repeating the last ordinate. */
function takeLine(line: string, lineNumber: number, checked: boolean, read: Ordinates): boolean {
  const { y } = read
  let expectsX = true
  let expectsCheck = checked && y.length > 0
  let difference: number | undefined
  TOKEN.lastIndex = 0
  for (let token = TOKEN.exec(line); token; token = TOKEN.exec(line)) {
    const [, pseudo, digits, plain, missing, gap, foreign] = token
    if (foreign !== undefined) throw new CurveRefused(`数据第 ${lineNumber} 行含有无法识别的字符「${foreign}」`)
    if (gap !== undefined) continue
    if (expectsX) {
      const x = plain !== undefined ? Number(plain) : squeezed(pseudo ?? '', digits ?? '')
      if (x === undefined) throw new CurveRefused(`数据第 ${lineNumber} 行没有以横坐标开头`)
      // A line with a check ordinate begins at the point that it repeats.
      read.starts.push({ index: expectsCheck ? y.length - 1 : y.length, x, halfUnit: halfLastDigit(plain ?? '') })
      expectsX = false
      continue
    }
    const repeats = pseudo === undefined ? -1 : REPEATS.indexOf(pseudo)
    if (repeats >= 0) {
      repeatLast(y, Number(`${repeats + 1}${digits}`), difference, lineNumber)
      continue
    }
    const step = pseudo === undefined ? undefined : differenceOf(pseudo, digits ?? '')
    const value = valueOf(plain, missing, pseudo, digits, step, y.at(-1))
    if (value === undefined) throw new CurveRefused(`数据第 ${lineNumber} 行无法读取`)
    difference = step
    if (expectsCheck && step === undefined) {
      expectsCheck = false
      checkOrdinate(value, y.at(-1) as number, lineNumber)
      continue
    }
    expectsCheck = false
    push(y, value)
  }
  return difference !== undefined
}

function valueOf(
  plain: string | undefined,
  missing: string | undefined,
  pseudo: string | undefined,
  digits: string | undefined,
  step: number | undefined,
  last: number | undefined,
): number | undefined {
  if (plain !== undefined) return Number(plain)
  if (missing !== undefined) return Number.NaN
  if (step !== undefined) return last === undefined ? undefined : last + step
  return squeezed(pseudo ?? '', digits ?? '')
}

function repeatLast(y: number[], times: number, difference: number | undefined, lineNumber: number): void {
  const last = y.at(-1)
  if (last === undefined) throw new CurveRefused(`数据第 ${lineNumber} 行的重复计数之前没有数值`)
  if (y.length + times > mostOrdinates) throw new CurveRefused('数据点过多，无法绘制')
  let value = last
  for (let i = 1; i < times; i++) {
    value += difference ?? 0
    y.push(value)
  }
}

function push(y: number[], value: number): void {
  if (y.length >= mostOrdinates) throw new CurveRefused('数据点过多，无法绘制')
  y.push(value)
}

function checkOrdinate(value: number, last: number, lineNumber: number): void {
  if (Math.abs(value - last) > 1e-6 * Math.max(1, Math.abs(last))) {
    throw new CurveRefused(`数据第 ${lineNumber} 行的校验值与上一行末尾不符，文件可能已损坏，请重新导出`)
  }
}

function squeezed(pseudo: string, digits: string): number | undefined {
  return pseudoNumber(pseudo, digits, SQUEEZED, SQUEEZED_NEGATIVE)
}

function differenceOf(pseudo: string, digits: string): number | undefined {
  return pseudoNumber(pseudo, digits, DIFFERENCE, DIFFERENCE_NEGATIVE)
}

function pseudoNumber(pseudo: string, digits: string, positive: string, negative: string): number | undefined {
  if (pseudo === '') return undefined
  const plus = positive.indexOf(pseudo)
  if (plus >= 0) return Number(`${plus}${digits}`)
  const minus = negative.indexOf(pseudo)
  return minus >= 0 ? -Number(`${minus + 1}${digits}`) : undefined
}

/** A rounded `400` stands for any value from 399.5 to 400.5. */
function halfLastDigit(text: string): number {
  const decimals = /\.(\d*)/.exec(text)?.[1]?.length ?? 0
  const exponent = Number(/[Ee]([+-]\d+)/.exec(text)?.[1] ?? 0)
  return 0.5 * 10 ** (exponent - decimals)
}

/** The pairs of `(XY..XY)`; of the triples of `(XYW..XYW)` and `(XYM..XYM)` the first two values. */
export function readPairs(
  lines: readonly string[],
  width: number,
  decimalComma: boolean,
): { x: number[]; y: number[] } {
  const pairs: { x: number[]; y: number[] } = { x: [], y: [] }
  for (const [i, line] of lines.entries()) {
    const fields = line.split(decimalComma ? /[\s;]+/ : /[\s,;]+/).filter((field) => field !== '')
    if (fields.length % width !== 0) throw new CurveRefused(`数据第 ${i + 1} 行的数值个数不成对`)
    for (let at = 0; at < fields.length; at += width) {
      const [x, y] = [fields[at], fields[at + 1]].map((field) => pairNumber(field ?? '', decimalComma))
      if (x === undefined || y === undefined) throw new CurveRefused(`数据第 ${i + 1} 行无法读取`)
      if (pairs.x.length >= mostOrdinates) throw new CurveRefused('数据点过多，无法绘制')
      pairs.x.push(x)
      pairs.y.push(y)
    }
  }
  return pairs
}

function pairNumber(field: string, decimalComma: boolean): number | undefined {
  if (field === '?') return Number.NaN
  const text = decimalComma ? field.replace(',', '.') : field
  return /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[EeDd][+-]?\d{1,3})?$/.test(text) ? Number(text.replace(/[Dd]/, 'e')) : undefined
}
