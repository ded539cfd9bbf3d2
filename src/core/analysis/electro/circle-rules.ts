import { fitColumns } from '../fitting/linear-rules.ts'
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
  const fit = fitColumns(
    [x, y, x.map(() => 1)],
    x.map((px, i) => px ** 2 + at(y, i) ** 2),
  )
  if (!fit) throw new NotAnalysable('所选的点在一条直线上，无法拟合圆弧。')
  const [cx, cy] = [at(fit.coefficients, 0) / 2, at(fit.coefficients, 1) / 2]
  return [cx, cy, Math.sqrt(at(fit.coefficients, 2) + cx ** 2 + cy ** 2)]
}

function distanceStep({ x, y }: Points, cx: number, cy: number, radius: number): number[] | undefined {
  const far = x.map((px, i) => Math.hypot(px - cx, at(y, i) - cy))
  const columns = [x.map((px, i) => (px - cx) / at(far, i)), y.map((py, i) => (py - cy) / at(far, i)), x.map(() => 1)]
  return fitColumns(
    columns,
    far.map((d) => d - radius),
  )?.coefficients
}
