// Reading pasted cells and CSV; the browser uses it as well.

/** Reads pasted cells or a CSV: the separator is a tab when the first line has one, otherwise a comma. Empty lines are left out. */
export function readCells(text: string): string[][] {
  return [...sheetRows(text)].filter((row) => row.some((cell) => cell !== ''))
}

/** A quote that is opened and never closed: the rest of the file would be one cell. */
export class OpenQuote extends Error {
  /** Where the quote stands; the head is row 1. */
  readonly row: number
  constructor(row: number) {
    super(`a quote in row ${row} is not closed`)
    this.row = row
  }
}

/**
 * The rows of `readCells` one by one and with the empty ones, so that a long text can be read in parts. Every cell is trimmed, and an
 * apostrophe in front of what looks like a formula is taken away.
 * Cells of a row beyond `mostCells` are counted as one, and letters of a cell beyond `mostLetters` are left out.
 * @throws OpenQuote at the end, when `strict`
 */
export function* sheetRows(
  text: string,
  { strict = false, mostCells = Infinity, mostLetters = Infinity, separator = separatorOf(text) } = {},
): Generator<string[]> {
  const plain = text.replace(/^\ufeff/, '')
  let row: string[] = []
  let cell = ''
  let rowNo = 1
  let quotedSince = 0
  for (let at = 0; at < plain.length; at += 1) {
    const letter = plain[at] as string
    if (quotedSince > 0) {
      if (letter !== '"') {
        if (cell.length < mostLetters) cell += letter
      } else if (plain[at + 1] === '"') {
        cell += '"'
        at += 1
      } else quotedSince = 0
    } else if (letter === '"' && cell === '') quotedSince = rowNo
    else if (letter === separator) {
      if (row.length < mostCells) row.push(plainCell(cell))
      cell = ''
    } else if (letter === '\n') {
      yield [...row, plainCell(cell)]
      row = []
      cell = ''
      rowNo += 1
    } else if (letter !== '\r' && cell.length < mostLetters) cell += letter
  }
  if (strict && quotedSince > 0) throw new OpenQuote(quotedSince)
  yield [...row, plainCell(cell)]
}

const separatorOf = (text: string) => (text.slice(0, text.search(/\r?\n|$/)).includes('\t') ? '\t' : ',')

const plainCell = (cell: string) => cell.trim().replace(/^'(?=[=+\-@])/, '')
