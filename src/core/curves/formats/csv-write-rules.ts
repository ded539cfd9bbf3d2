import { axisParts } from './axis-parts-rules.ts'
import { decimal, type Written } from './written-rules.ts'

/**
 * The curves as a table: names in the first row, units in the second, numbers below. One column of positions when all curves share it, else
 * one before each curve. Begins with a byte order mark, so that spreadsheet programs read Chinese names.
 */
export function writeCsv({ curves, xLabel, yLabel }: Pick<Written, 'curves' | 'xLabel' | 'yLabel'>): string {
  const [first] = curves
  const shared = curves.every(
    ({ x }) => x === first?.x || (x.length === first?.x.length && x.every((at, i) => at === first.x[i])),
  )
  const [across, up] = [axisParts(xLabel), axisParts(yLabel)]
  const columns = curves.flatMap(({ label, x, y }, i) => [
    ...(i === 0 || !shared ? [{ name: across.name, unit: across.unit, values: x }] : []),
    { name: curves.length === 1 ? up.name : `${up.name} ${label}`, unit: up.unit, values: y },
  ])
  const rows = Math.max(0, ...columns.map(({ values }) => values.length))
  const lines = [columns.map(({ name }) => csvCell(name)).join(','), columns.map(({ unit }) => csvCell(unit)).join(',')]
  for (let row = 0; row < rows; row++)
    lines.push(columns.map(({ values }) => (row < values.length ? decimal(values[row] as number) : '')).join(','))
  return `\uFEFF${lines.join('\r\n')}\r\n`
}

/** A text as a cell; one that a spreadsheet program would take for a formula is written as text. */
export function csvCell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
