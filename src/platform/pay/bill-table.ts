import { fromShanghai } from '../time.ts'

/** Rows of a bill by the names of its columns. Cells lose the marks that keep Excel from rewriting numbers: a backtick, tabs, quotes. */
export type BillRow = ReadonlyMap<string, string>

const GRAVE = '`'

/**
 * Reads the table that begins with the line containing all of `columns`, up to a comment or a line of much fewer cells (the summary). The order
 * of columns does not matter, nor do further ones. Commas that belong to nobody belong to `freeText`. Undefined when no line has these columns.
 */
export function billRows(text: string, columns: readonly string[], freeText: string): BillRow[] | undefined {
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/)
  const start = lines.findIndex((line) => {
    const cells = new Set(cellsOf(line))
    return columns.every((column) => cells.has(column))
  })
  if (start < 0) return undefined
  const head = cellsOf(lines[start] ?? '')
  // Some bills close the last cell of every line with a comma.
  const closing = head.at(-1) === '' ? -1 : undefined
  const names = head.slice(0, closing)
  const rows: BillRow[] = []
  for (const line of lines.slice(start + 1)) {
    if (line.trim() === '') continue
    const cells = rejoined(cellsOf(line).slice(0, closing), names, freeText)
    if (line.startsWith('#') || cells.length < names.length / 2) break
    if (cells.length < names.length) throw new Error('a line of the bill is cut off')
    rows.push(new Map(names.map((name, i) => [name, cells[i] ?? ''])))
  }
  return rows
}

function rejoined(cells: string[], names: string[], freeText: string): string[] {
  const surplus = cells.length - names.length
  const at = names.indexOf(freeText)
  if (surplus <= 0 || at < 0) return cells
  return [...cells.slice(0, at), cells.slice(at, at + surplus + 1).join(','), ...cells.slice(at + surplus + 1)]
}

/** A column that must be there. */
export function cell(row: BillRow, name: string): string {
  const value = row.get(name)
  if (value === undefined) throw new Error(`the bill has no column ${name}`)
  return value
}

/** A time of a bill, which is always in Shanghai. */
export function billTime(text: string): Date {
  const at = fromShanghai(text.replaceAll('/', '-'))
  if (Number.isNaN(at.getTime())) throw new Error(`not a time: ${text.slice(0, 40)}`)
  return at
}

/** A bill is UTF-8 or GBK, without saying which. */
export function billText(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('gb18030').decode(bytes)
  }
}

/** With backticks, a comma inside a cell is no border, because every cell begins with one. Otherwise quotes protect commas. */
function cellsOf(line: string): string[] {
  if (line.startsWith(GRAVE)) return line.slice(1).split(`,${GRAVE}`).map(plain)
  const cells: string[] = []
  let from = 0
  let quoted = false
  for (let at = 0; at <= line.length; at += 1) {
    if (line[at] === '"') quoted = !quoted
    if (at < line.length && (line[at] !== ',' || quoted)) continue
    cells.push(plain(line.slice(from, at)))
    from = at + 1
  }
  return cells
}

function plain(text: string): string {
  const bare = text.trim()
  const quoted = bare.length > 1 && bare.startsWith('"') && bare.endsWith('"')
  return quoted ? bare.slice(1, -1).replaceAll('""', '"').trim() : bare
}
