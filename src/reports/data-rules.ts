/** What instruments write as text, read as curves: two or more columns of numbers, the first of them x. Pure, streaming and bounded. */

export interface Series {
  label: string
  x: number[]
  y: number[]
}

export interface ParsedData {
  series: Series[]
  xLabel: string
  yLabel: string
}

/** Points of a curve as it is sent to a browser. */
export const mostPoints = 4000
const mostSeries = 8
/** Points of a curve held while reading; past this every second pair of extremes is let go. */
const heldPoints = 200_000
const longestLine = 10_000
const longestLabel = 60

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eEdD][+-]?\d{1,4})?$/
const DECIMAL_COMMA = /^[+-]?\d+,\d+(?:[eE][+-]?\d{1,4})?$/
const COMMENT = /^(?:[#%!'*]|\/\/|;)/

/** Reads text piece by piece; memory depends on the number of columns, not on the size of the file. */
export class ColumnReader {
  #rest = ''
  #skippingLine = false
  #columns: { x: Float64Array; y: Float64Array; length: number }[] = []
  #header: string[] = []
  #afterCarriageReturn = false

  push(piece: string): void {
    let text = this.#afterCarriageReturn && piece.startsWith('\n') ? piece.slice(1) : piece
    this.#afterCarriageReturn = false
    if (text === '') return
    this.#afterCarriageReturn = text.endsWith('\r')
    text = this.#rest + text
    const lines = text.split(/\r\n|\n|\r/)
    this.#rest = lines.pop() ?? ''
    for (const line of lines) this.#takeLine(line)
    if (this.#rest.length > longestLine) {
      this.#rest = ''
      this.#skippingLine = true
    }
  }

  end(): ParsedData | undefined {
    if (this.#rest !== '') this.#takeLine(this.#rest)
    this.#rest = ''
    if (this.#columns.length === 0 || (this.#columns[0]?.length ?? 0) < 2) return undefined
    const labelled = this.#header.length === this.#columns.length + 1
    const labels = labelled ? this.#header.slice(1) : []
    const series = this.#columns.map((column, i) => {
      const { x, y } = downsample(column.x.subarray(0, column.length), column.y.subarray(0, column.length), mostPoints)
      return { label: labels[i] || (this.#columns.length === 1 ? '数据' : `第${i + 2}列`), x, y }
    })
    return {
      series,
      xLabel: (labelled && this.#header[0]) || 'x',
      yLabel: labels.length === 1 ? (labels[0] ?? 'y') : 'y',
    }
  }

  #takeLine(line: string): void {
    if (this.#skippingLine) {
      this.#skippingLine = false
      return
    }
    if (line.length > longestLine) return
    const trimmed = line.trim()
    if (trimmed === '') return
    const fields = splitFields(trimmed)
    const numbers = numbersOf(fields)
    if (numbers.length >= 2) this.#takeRow(numbers)
    else if (this.#columns.length === 0) this.#header = headerOf(trimmed)
  }

  #takeRow(numbers: number[]): void {
    if (this.#columns.length === 0) {
      const count = Math.min(numbers.length - 1, mostSeries)
      this.#columns = Array.from({ length: count }, () => ({
        x: new Float64Array(1024),
        y: new Float64Array(1024),
        length: 0,
      }))
      // A header of another width is not the header of these columns.
      if (this.#header.length !== numbers.length) this.#header = []
      else this.#header = this.#header.slice(0, count + 1)
    }
    const x = numbers[0] as number
    for (const [i, column] of this.#columns.entries()) {
      const y = numbers[i + 1]
      if (y === undefined) return
      if (column.length === column.x.length) grow(column)
      column.x[column.length] = x
      column.y[column.length] = y
      column.length += 1
    }
  }
}

function grow(column: { x: Float64Array; y: Float64Array; length: number }): void {
  if (column.length >= heldPoints) {
    const kept = downsample(column.x, column.y, heldPoints / 2)
    column.x.set(kept.x)
    column.y.set(kept.y)
    column.length = kept.x.length
    return
  }
  const size = Math.min(column.x.length * 2, heldPoints)
  for (const axis of ['x', 'y'] as const) {
    const larger = new Float64Array(size)
    larger.set(column[axis])
    column[axis] = larger
  }
}

function splitFields(line: string): string[] {
  if (line.includes('\t'))
    return line
      .split('\t')
      .map((field) => field.trim())
      .filter((field) => field !== '')
  if (line.includes(';'))
    return line
      .split(';')
      .map((field) => field.trim())
      .filter((field) => field !== '')
  if (/\d,\d+\s+[-+]?\d+,\d/.test(line)) return line.split(/\s+/)
  return line.split(/[\s,]+/).filter((field) => field !== '')
}

/** The leading numbers of a row; empty when it does not begin with one. */
function numbersOf(fields: string[]): number[] {
  const numbers: number[] = []
  for (const field of fields) {
    if (numbers.length > mostSeries) break
    const value = readNumber(field)
    if (value === undefined) break
    numbers.push(value)
  }
  return numbers
}

/** A number as instruments write it: decimal commas, quotes and the exponents of Fortran included. */
export function readNumber(field: string): number | undefined {
  const plain = unquoted(field)
  if (plain.length > 40) return undefined
  const text = plain.includes(',') && DECIMAL_COMMA.test(plain) ? plain.replace(',', '.') : plain
  if (!NUMBER.test(text)) return undefined
  // Fortran writes exponents with a D.
  const value = /[dD]/.test(text) ? Number(text.replace(/[dD]/, 'e')) : Number(text)
  return Number.isFinite(value) ? value : undefined
}

/** `2Theta, Counts` or `# 2Theta Counts` or `"温度/℃";"质量/%"`: names of the columns that follow. */
function headerOf(line: string): string[] {
  const text = line.replace(COMMENT, '').trim()
  const parts = /[\t;]/.test(text)
    ? text.split(/[\t;]/)
    : text.includes(',')
      ? text.split(',')
      : text.split(/\s{2,}|\s+/)
  return parts.map((part) => cleanLabel(unquoted(part.trim()))).filter((part) => part !== '')
}

export function cleanLabel(text: string): string {
  return text
    .replace(/[\u0000-\u001f\u007f\u202a-\u202e\u2066-\u2069]/g, '')
    .trim()
    .slice(0, longestLabel)
}

function unquoted(field: string): string {
  return field.length >= 2 && field.startsWith('"') && field.endsWith('"') ? field.slice(1, -1) : field
}

/**
 * At most `most` points, which keep the least and the largest value of every bucket in their order: a peak one point wide
 * survives, which averaging or skipping would lose. First and last point stay.
 */
export function downsample(x: ArrayLike<number>, y: ArrayLike<number>, most: number): { x: number[]; y: number[] } {
  const length = Math.min(x.length, y.length)
  if (length <= most) return { x: Array.from(x).slice(0, length), y: Array.from(y).slice(0, length) }
  const keptX: number[] = []
  const keptY: number[] = []
  const keep = (i: number) => {
    keptX.push(x[i] as number)
    keptY.push(y[i] as number)
  }
  keep(0)
  const buckets = Math.max(1, Math.floor((most - 2) / 2))
  const inner = length - 2
  for (let bucket = 0; bucket < buckets; bucket++) {
    const from = 1 + Math.floor((bucket * inner) / buckets)
    const to = 1 + Math.floor(((bucket + 1) * inner) / buckets)
    let least = from
    let largest = from
    for (let i = from; i < to; i++) {
      if ((y[i] as number) < (y[least] as number)) least = i
      if ((y[i] as number) > (y[largest] as number)) largest = i
    }
    keep(Math.min(least, largest))
    if (least !== largest) keep(Math.max(least, largest))
  }
  keep(length - 1)
  return { x: keptX, y: keptY }
}

export function parseColumns(text: string): ParsedData | undefined {
  const reader = new ColumnReader()
  reader.push(text)
  return reader.end()
}

/** The encoding of a text file from its first bytes: marks, then valid UTF-8, else what Chinese instrument software writes. */
export function encodingOf(head: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' | 'gb18030' | undefined {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le'
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be'
  if (head.includes(0)) return undefined
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true })
    return 'utf-8'
  } catch {
    return 'gb18030'
  }
}

/** Names of files that may hold a curve; whether one does is only known after reading it. */
export function mayHoldSeries(name: string): boolean {
  return /\.(?:xy|xye|dat|csv|txt|asc|prn|tsv|jdx|dx|jcamp)$/i.test(name)
}

/**
 * The sample a file belongs to, by its name: the one of the order's sample numbers that stands in it, alone (`…01` is not
 * found in `…011`). Upper and lower case, and dashes or blanks inside the number, do not matter. Undefined: of the whole order.
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

/** Chemical shift, wavenumber and binding energy are drawn from right to left, as the field reads them. */
export function runsRightToLeft(axis: string): boolean {
  return /\bppm\b|1\/cm|cm\s*[-⁻−^]+\s*[1¹]|wavenumber|binding|波数|结合能|化学位移/i.test(axis)
}
