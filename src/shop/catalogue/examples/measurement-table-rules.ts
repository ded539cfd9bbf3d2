// Reads columns of numbers that editors paste or instruments write. The reader of delivered results takes what it can from a file that
// nobody will correct; this one reports every faulty line, because an editor can correct it.
import { cleanLabel, downsample } from '../../../core/curves/curve-rules.ts'
import { readFinite } from '../../../core/curves/number-rules.ts'

export interface TableCurve {
  name: string
  x: number[]
  y: number[]
}

export const mostRows = 4000
export const mostCurves = 5
export const mostCharacters = 100_000
/** Largest absolute value; a larger one is a typing error. */
const LARGEST = 1e15

interface Line {
  line: number
  cells: string[]
}

/**
 * The first column holds the x values, each other column a curve. A column with the same header as the first holds the x values of the columns after it.
 * Lines before the first row of numbers are the header. Too many rows are a fault too; `thinned` reduces them.
 */
export function readTable(text: string): { curves: TableCurve[]; faults: string[] } {
  const { header, rows, faults } = linesOf(text)
  if (rows.length === 0)
    return { curves: [], faults: faults.length > 0 ? faults : ['没有数据：每行写位置与数值，至少两行'] }
  if (rows.length > mostRows) faults.push(`共 ${rows.length} 行，最多 ${mostRows} 行`)
  const width = rows[0]?.cells.length ?? 0
  const names = header?.cells.length === width ? header.cells.map(cleanLabel) : []
  const columns = Array.from({ length: width }, (_, i) => i)
  const isPlaces = (i: number) => i === 0 || (names[i] !== undefined && names[i] !== '' && names[i] === names[0])
  const values = rows.map(({ line, cells }) => numbersIn(line, cells, width, faults))
  if (faults.length > 0) return { curves: [], faults }
  let places = 0
  const curves: TableCurve[] = []
  for (const column of columns) {
    if (isPlaces(column)) {
      places = column
      continue
    }
    const there = values.filter((row) => row[places] !== undefined && row[column] !== undefined)
    const homeless = values.findIndex((row) => row[places] === undefined && row[column] !== undefined)
    if (homeless >= 0) faults.push(`第 ${rows[homeless]?.line} 行：第 ${column + 1} 列有数值而没有位置`)
    if (there.length < 2) faults.push(`第 ${column + 1} 列不足两个数值`)
    curves.push({
      name: (names[column] || (width === 2 ? '数据' : `第 ${column + 1} 列`)).slice(0, 40),
      x: there.map((row) => row[places] as number),
      y: there.map((row) => row[column] as number),
    })
  }
  if (curves.length === 0) faults.push('只有位置，没有数值：每行至少两列')
  // Thousands of names would be compared with each other for seconds.
  if (curves.length > mostCurves)
    return { curves: [], faults: [...faults, `共 ${curves.length} 条曲线，最多 ${mostCurves} 条`] }
  const twice = curves.find(({ name }, i) => curves.findIndex((other) => other.name === name) < i)
  if (twice) faults.push(`第 ${header?.line ?? 1} 行：有两列都叫「${twice.name}」`)
  return faults.length > 0 ? { curves: [], faults } : { curves, faults }
}

/** Rows of numbers with their line numbers. */
export function dataLines(text: string): { line: number; values: number[] }[] {
  return linesOf(text).rows.map(({ line, cells }) => ({
    line,
    values: cells.flatMap((cell) => readFinite(cell) ?? []),
  }))
}

/** The header of the x column, when the text has one. */
export function placesName(text: string): string {
  const { header, rows } = linesOf(text)
  return header && header.cells.length === rows[0]?.cells.length ? cleanLabel(header.cells[0] ?? '').slice(0, 40) : ''
}

/** The same curves in the allowed number of rows, keeping every peak; undefined when the table does not have too many rows. */
export function thinned(text: string): { text: string; rows: number } | undefined {
  const { rows } = linesOf(text)
  if (rows.length <= mostRows) return undefined
  const header = text.split(/\r\n|\n|\r/, (rows[0]?.line ?? 1) - 1)
  const sample = readTable([...header, ...rows.slice(0, 2).map(({ cells }) => cells.join('\t'))].join('\n'))
  if (sample.faults.length > 0) return undefined
  const all = rows.map(({ cells }) => cells.map(readFinite))
  const named = sample.curves.map(({ name }) => name)
  const width = rows[0]?.cells.length ?? 0
  // Tables with several x columns are left to the editor: instruments do not write them with so many rows.
  if (width !== named.length + 1 || all.some((row) => row.length !== width || row.includes(undefined))) return undefined
  const curves = named.map((name, i) => ({
    name,
    ...downsample(
      all.map(([x]) => x as number),
      all.map((row) => row[i + 1] as number),
      Math.floor(mostRows / (named.length > 1 ? 2 : 1)),
    ),
  }))
  return { text: tableText(curves, placesName(text) || 'x'), rows: rows.length }
}

/** Tab-separated columns, as spreadsheets copy and paste them. */
export function tableText(curves: readonly TableCurve[], xLabel: string): string {
  const columns = curves.flatMap(({ name, x, y }, i) => {
    const shared = i > 0 && String(x) === String(curves[0]?.x)
    return [...(shared ? [] : [{ name: xLabel, values: x }]), { name, values: y }]
  })
  const rows = Math.max(...columns.map(({ values }) => values.length))
  const lines = Array.from({ length: rows }, (_, i) => columns.map(({ values }) => values[i] ?? '').join('\t'))
  return [columns.map(({ name }) => name.replace(/\s/g, ' ')).join('\t'), ...lines].join('\n')
}

function linesOf(text: string): { header?: Line; rows: Line[]; faults: string[] } {
  const rows: Line[] = []
  const faults: string[] = []
  let header: Line | undefined
  for (const [i, raw] of text
    .replace('\uFEFF', '')
    .split(/\r\n|\n|\r/)
    .entries()) {
    const line = i + 1
    if (raw.trim() === '') continue
    const isComment = /^\s*(?:[#%!'*]|\/\/)/.test(raw)
    const cells = cellsOf(isComment ? raw.replace(/^\s*(?:[#%!'*]+|\/\/+)\s*/, '') : raw)
    const numbers = cells.filter((cell) => cell !== '').map(readFinite)
    if (!isComment && numbers.length >= 2 && !numbers.includes(undefined)) rows.push({ line, cells })
    else if (rows.length === 0 && (isComment || numbers[0] === undefined)) header = { line, cells }
    else if (!isComment) faults.push(...faultsOf(line, cells))
  }
  if (rows.length > 0) {
    const width = rows[0]?.cells.length ?? 0
    withoutEmptyColumns(rows)
    if (header && header.cells.length === width) header.cells.length = rows[0]?.cells.length ?? 0
  }
  return { header, rows, faults }
}

function faultsOf(line: number, cells: readonly string[]): string[] {
  const wrong = cells.findIndex((cell) => cell !== '' && readFinite(cell) === undefined)
  if (wrong < 0) return [`第 ${line} 行只有一个数`]
  return [`第 ${line} 行第 ${wrong + 1} 列「${cleanLabel(cells[wrong] ?? '').slice(0, 20)}」不是数字`]
}

function numbersIn(line: number, cells: readonly string[], width: number, faults: string[]): (number | undefined)[] {
  if (cells.length !== width) faults.push(`第 ${line} 行有 ${cells.length} 列，应为 ${width} 列`)
  return cells.map((cell, i) => {
    const value = readFinite(cell)
    if (value !== undefined && Math.abs(value) > LARGEST) faults.push(`第 ${line} 行第 ${i + 1} 列的数值过大`)
    return value
  })
}

/** Splits at tabs, semicolons, commas or blanks, the first of these that the line contains. Only blanks cannot enclose an empty cell. */
function cellsOf(line: string): string[] {
  const separator = line.includes('\t')
    ? '\t'
    : /[;；]/.test(line)
      ? /[;；]/
      : /\d,\d+\s+[-+]?\d+,\d/.test(line)
        ? /\s+/
        : /[,，]/.test(line)
          ? /[,，]/
          : /\s+/
  // A tab at the start or end of a line marks an empty cell.
  return (separator === '\t' ? line : line.trim()).split(separator).map((cell) => cell.trim())
}

/** Removes columns without numbers at the end, because instruments end lines with a separator. */
function withoutEmptyColumns(lines: readonly Line[]): void {
  while (lines.every(({ cells }) => cells.length > 2 && cells.at(-1) === '')) for (const { cells } of lines) cells.pop()
}
