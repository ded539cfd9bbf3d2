import type { Series } from './scale.ts'

/**
 * Curves as a table: one column of positions when all curves share it, else one before each curve. Begins with a byte order mark, so that
 * spreadsheet programs read Chinese names; a name that such a program would take for a formula is written as text.
 */
export function curvesCsv(series: readonly Series[], xLabel: string): string {
  const [first] = series
  const shared = series.every((each) => each.x.length === first?.x.length && each.x.every((at, i) => at === first.x[i]))
  const columns = series.flatMap((each, i) => [
    ...(i === 0 || !shared ? [{ name: xLabel, values: each.x }] : []),
    { name: each.name, values: each.y },
  ])
  const rows = Math.max(0, ...columns.map((column) => column.values.length))
  const lines = [columns.map((column) => cell(column.name)).join(',')]
  for (let row = 0; row < rows; row++) lines.push(columns.map((column) => column.values[row] ?? '').join(','))
  return `\uFEFF${lines.join('\r\n')}\r\n`
}

/** Rows of texts and numbers as CSV. */
export function rowsCsv(rows: readonly (readonly (string | number)[])[]): string {
  return `\uFEFF${rows.map((row) => row.map((each) => (typeof each === 'number' ? each : cell(each))).join(',')).join('\r\n')}\r\n`
}

function cell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
