/** Least pivot of a matrix that is scaled to ones on its diagonal: below it, its columns depend on each other. */
export const dependent = 1e-14

/** Solves a small system of equations by elimination with the largest pivot; undefined when it has no single finite solution. */
export function solve(
  matrix: readonly (readonly number[])[],
  right: readonly number[],
  leastPivot = Number.MIN_VALUE,
): number[] | undefined {
  const n = right.length
  const rows = matrix.map((row, i) => [...row, right[i] as number])
  for (let column = 0; column < n; column++) {
    let pivot = column
    for (let i = column + 1; i < n; i++)
      if (Math.abs(at(rows, i, column)) > Math.abs(at(rows, pivot, column))) pivot = i
    const top = rows[pivot] as number[]
    if (!(Math.abs(top[column] as number) > leastPivot)) return undefined
    rows[pivot] = rows[column] as number[]
    rows[column] = top
    for (let i = 0; i < n; i++) {
      if (i === column) continue
      const row = rows[i] as number[]
      const factor = (row[column] as number) / (top[column] as number)
      if (factor !== 0) for (let j = column; j <= n; j++) row[j] = (row[j] as number) - factor * (top[j] as number)
    }
  }
  const solution = rows.map((row, i) => (row[n] as number) / (row[i] as number))
  return solution.every(Number.isFinite) ? solution : undefined
}

/** Columns of the inverse are the solutions for unit vectors. */
export function inverse(matrix: readonly (readonly number[])[], leastPivot?: number): number[][] | undefined {
  const columns = matrix.map((_, i) =>
    solve(
      matrix,
      matrix.map((_, j) => (i === j ? 1 : 0)),
      leastPivot,
    ),
  )
  if (columns.some((column) => column === undefined)) return undefined
  return matrix.map((_, i) => columns.map((column) => column?.[i] as number))
}

export interface LinearFit {
  /** One coefficient for each column, with one standard deviation each (NaN without a degree of freedom). */
  coefficients: number[]
  errors: number[]
  sumOfSquares: number
}

/** Least squares of `values = Σ coefficient · column`; undefined when the columns depend on each other. */
export function fitColumns(columns: readonly (readonly number[])[], values: readonly number[]): LinearFit | undefined {
  const scales = columns.map((column) => Math.hypot(...sampleOf(column)) || 1)
  const scaled = columns.map((column, i) => column.map((value) => value / (scales[i] as number)))
  const normal = scaled.map((a) => scaled.map((b) => dot(a, b)))
  const inverted = inverse(normal, dependent)
  if (!inverted) return undefined
  const right = scaled.map((column) => dot(column, values))
  const solution = inverted.map((row) => dot(row, right))
  let sumOfSquares = 0
  for (const [i, value] of values.entries()) {
    let model = 0
    for (const [j, column] of scaled.entries()) model += (solution[j] as number) * (column[i] as number)
    sumOfSquares += (value - model) ** 2
  }
  const free = values.length - columns.length
  const variance = free > 0 ? sumOfSquares / free : Number.NaN
  return {
    coefficients: solution.map((value, i) => value / (scales[i] as number)),
    errors: inverted.map((row, i) => Math.sqrt(variance * (row[i] as number)) / (scales[i] as number)),
    sumOfSquares,
  }
}

/** The polynomial of a degree through points, by weighted least squares; positions are scaled to −1…1 so that high degrees stay exact. */
export function fitPolynomial(
  x: readonly number[],
  y: readonly number[],
  degree: number,
): ((at: number) => number) | undefined {
  const middle = ((x[0] as number) + (x.at(-1) as number)) / 2
  const half = ((x.at(-1) as number) - (x[0] as number)) / 2 || 1
  const columns = Array.from({ length: degree + 1 }, (_, power) => x.map((value) => ((value - middle) / half) ** power))
  const fit = fitColumns(columns, y)
  return fit && ((at) => fit.coefficients.reduceRight((value, c) => value * ((at - middle) / half) + c, 0))
}

function at(rows: readonly (readonly number[])[], i: number, j: number): number {
  return rows[i]?.[j] as number
}

export function dot(a: readonly number[], b: readonly number[]): number {
  let total = 0
  for (let i = 0; i < a.length; i++) total += (a[i] as number) * (b[i] as number)
  return total
}

/** Long columns must not be spread into the arguments of a call; their size is found from a part of them. */
function sampleOf(column: readonly number[]): readonly number[] {
  const step = Math.ceil(column.length / 1000)
  return step === 1 ? column : column.filter((_, i) => i % step === 0)
}
