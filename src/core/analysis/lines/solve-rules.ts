import { at } from './point-rules.ts'

/** Solution of a small square system by elimination with pivots; undefined when the matrix is singular. */
export function solve(matrix: readonly (readonly number[])[], right: readonly number[]): number[] | undefined {
  const n = right.length
  const rows = matrix.map((row, i) => [...row, at(right, i)])
  for (let column = 0; column < n; column++) {
    const pivot = pivotRow(rows, column)
    const [top] = rows.splice(pivot, 1)
    if (!top) return undefined
    rows.splice(column, 0, top)
    const scale = at(top, column)
    if (!(Math.abs(scale) > Number.MIN_VALUE)) return undefined
    for (const row of rows) {
      if (row === top) continue
      const factor = at(row, column) / scale
      for (let k = column; k <= n; k++) row[k] = at(row, k) - factor * at(top, k)
    }
  }
  const result = rows.map((row, i) => at(row, n) / at(row, i))
  return result.every(Number.isFinite) ? result : undefined
}

function pivotRow(rows: readonly (readonly number[])[], column: number): number {
  let best = column
  for (let i = column + 1; i < rows.length; i++) {
    if (Math.abs(at(rows[i] ?? [], column)) > Math.abs(at(rows[best] ?? [], column))) best = i
  }
  return best
}

/** Columns of the inverse are the solutions for unit vectors. */
export function inverse(matrix: readonly (readonly number[])[]): number[][] | undefined {
  const columns = matrix.map((_, i) =>
    solve(
      matrix,
      matrix.map((_, k) => (k === i ? 1 : 0)),
    ),
  )
  if (!columns.every((column) => column !== undefined)) return undefined
  return matrix.map((_, row) => columns.map((column) => at(column, row)))
}
