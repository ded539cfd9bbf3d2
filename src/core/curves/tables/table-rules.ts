// Tables of numbers as instruments export them, read line by line: memory depends on the number of columns, not on the size of the file.
import { CurveRefused, mostSeries, type ParsedData, parsedData } from '../curve-rules.ts'
import { type CommaMeaning, commaMeaning, readNumber } from '../number-rules.ts'
import { HeldCurve } from './held-curve-rules.ts'
import { type Pairing, pairColumns } from './table-columns-rules.ts'
import { cellsOf, headerOf, isRow, namesIn, numbersIn } from './table-line-rules.ts'

const longestLine = 10_000
/** Rows read before the layout of a table is decided. */
const sampleRows = 50
const mostTables = 60
const mostCells = 64
const keptTexts = 12

interface Table {
  /** The line above the table that names no columns: `Adsorption data`. */
  title: string
  texts: string[]
  sample: string[][]
  names: string[]
  comma: CommaMeaning
  width: number
  pairs: Pairing[]
  columns: HeldCurve[]
  rows: number
  oddRows: number
  /** Values of drawn columns that are text, and the first of them. */
  unknown: number
  unknownText: string
  lastX: number
  direction: number
}

export class TableReader {
  #rest = ''
  #skippingLine = false
  #afterCarriageReturn = false
  #texts: string[] = []
  /** Lines among the texts that hold a position and an empty cell. */
  #emptyRows = 0
  #tables: Table[] = []
  #open: Table | undefined

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

  /** `cut`: the text goes on, so that the last line may be incomplete; half a number would be another number. */
  end({ cut = false } = {}): ParsedData | undefined {
    if (this.#rest !== '' && !cut) this.#takeLine(this.#rest)
    this.#rest = ''
    this.#close()
    return drawn(this.#tables)
  }

  #takeLine(line: string): void {
    if (this.#skippingLine) {
      this.#skippingLine = false
      return
    }
    if (line.length > longestLine || line.trim() === '') return
    const cells = cellsOf(line).slice(0, mostCells)
    if (isRow(cells)) this.#takeRow(cells)
    else if (this.#open && this.#texts.length === 0 && isMarkedPoint(cells)) countUnknown(this.#open, cells[1] ?? '')
    else {
      if (cells.length === 1 && /[,;\t]\s*$/.test(line) && readNumber(cells[0] ?? '') !== undefined)
        this.#emptyRows += 1
      this.#texts.push(line)
      if (this.#texts.length > keptTexts) this.#texts.shift()
    }
  }

  #takeRow(cells: string[]): void {
    if (this.#open && this.#texts.length > 0 && !continues(this.#open, this.#texts, cells)) this.#close()
    if (!this.#open) {
      if (this.#tables.length >= mostTables) return
      this.#open = newTable(this.#texts)
    }
    const table = this.#open
    for (const column of table.columns) column.addGap(this.#emptyRows)
    this.#texts = []
    this.#emptyRows = 0
    if (table.columns.length > 0) return addRow(table, cells)
    table.sample.push(cells)
    if (table.sample.length >= sampleRows) settle(table)
  }

  #close(): void {
    const table = this.#open
    this.#open = undefined
    if (!table) return
    if (table.columns.length === 0) settle(table)
    if (table.columns.length > 0) this.#tables.push(table)
  }
}

function newTable(texts: readonly string[]): Table {
  return {
    title: '',
    texts: [...texts],
    sample: [],
    names: [],
    comma: 'decimal',
    width: 0,
    pairs: [],
    columns: [],
    rows: 0,
    oddRows: 0,
    unknown: 0,
    unknownText: '',
    lastX: Number.NaN,
    direction: 0,
  }
}

/** After lines of text the table continues when no new names appear and the positions go on in the same direction: a page break, a remark. */
function continues(table: Table, texts: readonly string[], cells: readonly string[]): boolean {
  if (table.columns.length === 0) settle(table)
  if (table.columns.length === 0 || cells.length !== table.width) return false
  const named = texts.map((text) => namesIn(text, table.width)).filter((names) => names !== undefined)
  if (named.some((names) => names.join() !== table.names.join() && table.width >= 2 && !isRemark(names))) return false
  const x = numbersIn(cells, table.comma)[table.pairs[0]?.x ?? 0] ?? Number.NaN
  return table.direction !== 0 && (x - table.lastX) * table.direction > 0
}

/** `Page 2`: a remark with as many words as there are columns does not name them. */
function isRemark(names: readonly string[]): boolean {
  return names.some((name) => readNumber(name) !== undefined)
}

/** Decides the layout from the first rows; narrower or wider rows of numbers before them are a header. */
function settle(table: Table): void {
  const { sample } = table
  const widths = new Map<number, number>()
  for (const row of sample) widths.set(row.length, (widths.get(row.length) ?? 0) + 1)
  const width = [...widths].sort((a, b) => b[1] - a[1] || b[0] - a[0])[0]?.[0] ?? 0
  const start = sample.findIndex((row) => row.length === width)
  const rows = sample.slice(Math.max(start, 0))
  table.width = width
  table.comma = commaMeaning(rows.flat())
  const header = start > 0 ? { names: [], lines: 0 } : headerOf(table.texts, width)
  table.names = header.names
  table.title = titleOf(table.texts.slice(0, table.texts.length - header.lines))
  const values = rows.map((row) => numbersIn(row, table.comma))
  table.pairs = isListOfCounts(table.names, values, width) ? [] : pairColumns(table.names, values, width)
  table.columns = table.pairs.slice(0, mostSeries).map(() => new HeldCurve())
  table.sample = []
  if (table.columns.length > 0) for (const row of rows) addRow(table, row)
}

/** Counts written several per row, with their range in a header that is not known: rows without names whose first column is no position. */
function isListOfCounts(names: readonly string[], rows: readonly (readonly number[])[], width: number): boolean {
  if (names.length > 0 || width < 4 || rows.length < 3) return false
  const first = rows.map((row) => row[0] ?? Number.NaN).filter(Number.isFinite)
  const rising = first.slice(1).filter((value, i) => value > (first[i] as number)).length
  const falling = first.slice(1).filter((value, i) => value < (first[i] as number)).length
  // Positions keep their direction; one return is a cycle.
  return Math.min(rising, falling) > 0 || rising + falling < first.length - 1
}

function titleOf(texts: readonly string[]): string {
  const title = (texts.at(-1) ?? '')
    .replace(/^[#%!'*;/]+/, '')
    .trim()
    .replace(/^"|"$/g, '')
  return title.length <= 40 ? title : ''
}

function addRow(table: Table, cells: readonly string[]): void {
  if (cells.length < table.width) table.oddRows += 1
  const values = numbersIn(cells, table.comma)
  if (values.length > table.width && values.slice(table.width).some(Number.isFinite))
    throw new CurveRefused('部分数据行的列数多于其他行（可能用空格分隔了千位），无法确定各列的含义')
  noteUnknown(table, cells)
  const x = values[table.pairs[0]?.x ?? 0] ?? Number.NaN
  if (Number.isFinite(x)) {
    if (Number.isFinite(table.lastX) && x !== table.lastX) table.direction = Math.sign(x - table.lastX)
    table.lastX = x
  }
  for (const [i, column] of table.columns.entries()) {
    const pair = table.pairs[i] as Pairing
    column.add(values[pair.x] ?? Number.NaN, values[pair.y] ?? Number.NaN)
  }
  table.rows += 1
}

/** A value with a mark that is not a number (`>2500`) cannot be drawn; the reader of the plot is told. */
function noteUnknown(table: Table, cells: readonly string[]): void {
  for (const column of new Set(table.pairs.flatMap(({ x, y }) => [x, y]))) {
    const text = cells[column] ?? ''
    if (text !== '' && readNumber(text, table.comma) === undefined) countUnknown(table, text)
  }
}

/** A position and a value with a mark: `21.00 >2500`, `21.00 2490*`. */
function isMarkedPoint([position = '', value = '', ...others]: readonly string[]): boolean {
  return others.length === 0 && readNumber(position) !== undefined && /^[<>≤≥~≈]?\s*\d[\d.,]*\S{0,3}$/.test(value)
}

function countUnknown(table: Table, text: string): void {
  if (table.unknown === 0) table.unknownText = text.slice(0, 20)
  table.unknown += 1
}

/** The longest table and those with the same columns; tables with other axes are only mentioned. */
function drawn(tables: readonly Table[]): ParsedData | undefined {
  const longest = [...tables].sort((a, b) => b.rows - a.rows)[0]
  if (!longest) return undefined
  const kind = kindOf(longest)
  const alike = tables.filter((table) => kindOf(table) === kind && table.rows >= 2)
  const others = tables.filter((table) => kindOf(table) !== kind && table.rows >= 5).length
  const odd = alike.reduce((sum, table) => sum + table.oddRows, 0)
  const notes = [
    ...(others > 0 ? [`文件另含 ${others} 个列不同的数据表，未绘出`] : []),
    ...(odd > 0 ? [`${odd} 行的列数不足，缺少的数值未绘出`] : []),
  ]
  const unknown = alike.reduce((sum, table) => sum + table.unknown, 0)
  const unknownText = alike.find((table) => table.unknown > 0)?.unknownText
  if (unknown > 0) notes.push(`${unknown} 个数值无法识别（如「${unknownText}」），未绘出`)
  const curves = alike.flatMap((table, i) => curvesOf(table, alike.length > 1 ? i + 1 : undefined))
  const name = (column: number | undefined) => (column === undefined ? '' : (longest.names[column] ?? ''))
  const yNames = new Set(longest.pairs.map((pair) => name(pair.y)))
  const axes = { x: name(longest.pairs[0]?.x), y: yNames.size === 1 ? ([...yNames][0] ?? '') : '' }
  return parsedData(curves, axes, notes)
}

/** Tables without names are alike when they have the same number of columns. */
function kindOf(table: Table): string {
  return `${table.width}:${table.names.join('|')}`
}

function curvesOf(table: Table, number: number | undefined) {
  return table.columns.map((column, i) => {
    const pair = table.pairs[i] as Pairing
    const named = table.names[pair.y] || (table.columns.length === 1 ? '数据' : `第${pair.y + 1}列`)
    const twice = table.pairs.filter((other) => table.names[other.y] === table.names[pair.y]).length > 1
    const label = table.names.length > 0 && twice ? `${named} (${i + 1})` : named
    return {
      label: number === undefined ? label : tableLabel(table, label, number),
      ...column.points(),
    }
  })
}

function tableLabel(table: Table, label: string, number: number): string {
  const title = table.title || `第 ${number} 段`
  return table.columns.length === 1 ? title : `${title} ${label}`
}
