import { solve } from '../fitting/linear-rules.ts'
import { at, type Points } from '../inputs/point-rules.ts'
import { NotAnalysable } from '../tool-rules.ts'

/** The circle through an arc of a Nyquist plot: what the shape alone tells, without any frequency. */
export interface Circle {
  x: number
  y: number
  radius: number
  /** Root mean square distance of the points from the circle. */
  distance: number
}

/** Algebraic circle (Kåsa) as a start, then least squares of the true distances by Gauss and Newton. */
export function fitCircle(points: Points): Circle {
  let [x, y, radius] = algebraic(points)
  for (let round = 0; round < 100; round++) {
    const step = distanceStep(points, x, y, radius)
    if (!step) break
    ;[x, y, radius] = [x + at(step, 0), y + at(step, 1), radius + at(step, 2)]
    if (Math.hypot(...step) <= 1e-10 * radius) {
      const squares = points.x.map((px, i) => (Math.hypot(px - x, at(points.y, i) - y) - radius) ** 2)
      return { x, y, radius, distance: Math.sqrt(squares.reduce((a, b) => a + b, 0) / squares.length) }
    }
  }
  throw new NotAnalysable('圆弧拟合没有收敛：所选的点不成弧形。请修改范围。')
}

function algebraic({ x, y }: Points): [number, number, number] {
  const rows = x.map((px, i) => [px, at(y, i), 1])
  const right = x.map((px, i) => px ** 2 + at(y, i) ** 2)
  const fit = normal(rows, right)
  if (!fit) throw new NotAnalysable('所选的点在一条直线上，无法拟合圆弧。')
  const [cx, cy] = [at(fit, 0) / 2, at(fit, 1) / 2]
  return [cx, cy, Math.sqrt(at(fit, 2) + cx ** 2 + cy ** 2)]
}

function distanceStep(points: Points, x: number, y: number, radius: number): number[] | undefined {
  const far = points.x.map((px, i) => Math.hypot(px - x, at(points.y, i) - y))
  const rows = points.x.map((px, i) => [(px - x) / at(far, i), (at(points.y, i) - y) / at(far, i), 1])
  return normal(
    rows,
    far.map((d) => d - radius),
  )
}

/** Least squares by normal equations. */
function normal(rows: readonly (readonly number[])[], right: readonly number[]): number[] | undefined {
  const size = rows[0]?.length ?? 0
  const product = (i: number, k: number) => rows.reduce((sum, row) => sum + at(row, i) * at(row, k), 0)
  const indices = Array.from({ length: size }, (_, i) => i)
  return solve(
    indices.map((i) => indices.map((k) => product(i, k))),
    indices.map((i) => rows.reduce((sum, row, r) => sum + at(row, i) * at(right, r), 0)),
  )
}
