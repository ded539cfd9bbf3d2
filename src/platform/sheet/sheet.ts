/** A cell is a text, a number or empty. */
export type Cell = string | number | null

export interface Sheet {
  name: string
  /** The first row names the columns. */
  rows: Cell[][]
}

/** A text that a spreadsheet would take for a formula gets an apostrophe in front, so that it is shown as it is. */
export function neutralised(text: string): string {
  return /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
}

/** A CSV that Excel opens as UTF-8. */
export function csvOf(rows: readonly Cell[][]): Buffer {
  const lines = rows.map((row) => row.map(csvCell).join(','))
  return Buffer.from(`\ufeff${lines.join('\r\n')}\r\n`)
}

/** An XLSX file with typed cells: a text is never a formula. */
export async function xlsxOf(sheets: readonly Sheet[]): Promise<Buffer> {
  const { default: writeXlsx } = await import('write-excel-file/node')
  return writeXlsx(
    sheets.map(({ name, rows }) => ({
      sheet: name,
      data: rows.map((row) =>
        row.map((cell) =>
          cell === null ? null : typeof cell === 'number' ? cell : { type: String, value: neutralised(cell) },
        ),
      ),
    })),
  ).toBuffer()
}

/** Reads pasted cells or a CSV: the separator is a tab when the first line has one, otherwise a comma. Empty lines are left out. */
export function readCells(text: string): string[][] {
  const plain = text.replace(/^\ufeff/, '')
  const separator = plain.slice(0, plain.search(/\r?\n|$/)).includes('\t') ? '\t' : ','
  const rows: string[][] = [['']]
  let quoted = false
  for (let at = 0; at < plain.length; at += 1) {
    const row = rows.at(-1) as string[]
    const letter = plain[at] as string
    if (quoted && letter === '"' && plain[at + 1] === '"') {
      row[row.length - 1] += '"'
      at += 1
    } else if (letter === '"' && (quoted || row.at(-1) === '')) quoted = !quoted
    else if (!quoted && letter === separator) row.push('')
    else if (!quoted && letter === '\n') rows.push([''])
    else if (quoted || letter !== '\r') row[row.length - 1] += letter
  }
  return rows
    .map((row) => row.map((cell) => cell.trim().replace(/^'(?=[=+\-@])/, '')))
    .filter((row) => row.some((cell) => cell !== ''))
}

function csvCell(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  const text = neutralised(cell)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
