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

function csvCell(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  const text = neutralised(cell)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
