// Decides which columns of a table are positions, which are curves, and which are neither.

export interface Pairing {
  x: number
  y: number
}

const COUNTER = /^(?:no\.?|nr\.?|#|idx|index|point|points|pt\.?|序号|编号|点号|点)$/i
const RELATIVE_PRESSURE = /p\s*\/\s*p\s*(?:0|o|₀)\b|p\/p₀|relative\s*pressure|相对压力/i
const ADSORBED =
  /adsorbed|uptake|loading|吸附量|^v(?:a|olume)?\b[^a-z]*.*(?:ml|cm|cc|stp)|^n\s*\/|volume.*(?:stp|cc|cm)/i
const ERROR = /^(?:e\.?s\.?d\.?|err(?:or)?s?|sigma|σ|uncertainty|误差|不确定度)\b/i
/** Settings of the measurement that some programs repeat in every row. */
const SETTING = /^(?:time\s*per\s*step|step\s*time|counting\s*time|步长时间|每步时间)/i
const mostColumns = 40

/**
 * Pairs of columns, from their names and the first rows. Row counters, text columns and errors of the column before are not curves; an
 * isotherm is drawn over relative pressure; a column with the name of the first one is the position of those after it.
 */
export function pairColumns(
  names: readonly string[],
  sample: readonly (readonly number[])[],
  width: number,
): Pairing[] {
  const columns = Array.from({ length: Math.min(width, mostColumns) }, (_, i) => i)
  const values = (column: number) => sample.map((row) => row[column] ?? Number.NaN)
  const filled = columns.filter((column) => values(column).some(Number.isFinite))
  const measured = filled.filter((column, i) => !isCounter(names[column], values(column), i, filled.length))
  const pressure = measured.filter((column) => RELATIVE_PRESSURE.test(names[column] ?? ''))
  const adsorbed = measured.filter((column) => ADSORBED.test(names[column] ?? '') && !pressure.includes(column))
  if (pressure.length > 0 && adsorbed.length > 0) return isotherms(pressure, adsorbed)
  const [first, ...others] = withoutLeadingConstants(measured, values)
  if (first === undefined) return []
  const pairs: Pairing[] = []
  let x = first
  for (const column of others) {
    const name = names[column] ?? ''
    if (name !== '' && name === names[first]) x = column
    else if (!ERROR.test(name) && !SETTING.test(name) && !isErrorOf(name, values(column - 1), values(column)))
      pairs.push({ x, y: column })
  }
  return pairs
}

/** Columns that do not change are flags of the program, not positions, when two columns beside them change. */
function withoutLeadingConstants(columns: readonly number[], values: (column: number) => number[]): readonly number[] {
  const changes = (column: number) => values(column).some((value) => value !== values(column)[0])
  if (columns.filter(changes).length < 2) return columns
  return columns.slice(columns.findIndex(changes))
}

function isotherms(pressure: readonly number[], adsorbed: readonly number[]): Pairing[] {
  if (pressure.length === 1) return adsorbed.slice(0, 1).map((y) => ({ x: pressure[0] as number, y }))
  // Adsorption and desorption are in columns side by side.
  return pressure.flatMap((x, i) => {
    const y = adsorbed.find((column) => column > x && column < (pressure[i + 1] ?? Number.POSITIVE_INFINITY))
    return y === undefined ? [] : [{ x, y }]
  })
}

/** Rows numbered by one: the column is named so, or has no name and at least two more columns beside it. */
function isCounter(name: string | undefined, values: readonly number[], position: number, columns: number): boolean {
  const byOnes = values.length >= 3 && values.every((value, i) => value === (values[0] as number) + i)
  if (position !== 0 || columns < 3) return false
  return name ? COUNTER.test(name) : byOnes && (values[0] === 0 || values[0] === 1)
}

/** An unnamed third column that is the square root of the counts before it: the error column of xye files. */
function isErrorOf(name: string, counts: readonly number[], values: readonly number[]): boolean {
  if (name !== '' || counts.length < 3) return false
  return counts.every(
    (count, i) => count > 0 && Math.abs((values[i] as number) - Math.sqrt(count)) <= 0.02 * Math.sqrt(count) + 0.006,
  )
}
