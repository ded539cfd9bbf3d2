import { checkChangingCurve } from '../inputs/curve-rules.ts'
import { ascending, at, indexOfMost, part, type Points } from '../inputs/point-rules.ts'
import { NotAnalysable, type Curve } from '../tool-rules.ts'
import { shown } from '../write-rules.ts'

/** A stress-strain curve up to its break. */
export interface Loading {
  points: Points
  /** Index of the highest stress. */
  top: number
  /** Whether the file goes on after the break, or simply ends there. */
  broken: boolean
  steps: string[]
  warnings: string[]
}

/** Strain may go back by this share of its range before it counts as an unloading. */
const jitterShare = 0.01

export function readLoading(curve: Curve, breakShare: number): Loading {
  checkChangingCurve(curve, ['应变'], 20)
  checkLabels(curve)
  const highest = indexOfMost(curve.y)
  const most = at(curve.y, highest)
  if (most <= 0) throw new NotAnalysable('应力没有正值，请检查符号（拉伸为正）。')
  const after = curve.y.findIndex((y, i) => i > highest && y < breakShare * most)
  const last = after < 0 ? curve.x.length - 1 : after - 1
  const raw = part(curve, 0, last)
  checkOneLoading(raw)
  const { moved, merged, ...points } = ascending(raw)
  if (points.x.length < 20) throw new NotAnalysable(`断裂之前只有 ${points.x.length} 个不同的应变，至少需要 20 个。`)
  return {
    points,
    top: indexOfMost(points.y),
    broken: after >= 0,
    steps: [
      after >= 0
        ? `断裂点：最大应力之后应力首次低于其 ${breakShare * 100}% 的前一个点（第 ${last + 1} 点，应变 ${shown(at(curve.x, last))}%）；之后的点不用。`
        : `应力在最大值之后没有降到其 ${breakShare * 100}% 以下，以最后一点为断裂点。`,
    ],
    warnings: [
      ...(moved > 0 ? ['有些点的应变小幅回退，已按应变排序。'] : []),
      ...(merged > 0 ? [`有 ${merged} 个点的应变与其他点相同，已取应力的平均值。`] : []),
      ...(after >= 0 ? [] : ['曲线没有显示断裂，断裂应变以最后一点计，可能偏小。']),
    ],
  }
}

function checkLabels({ xLabel, yLabel }: Curve): void {
  if (/\b[kM]?N\b/.test(yLabel) && !/N\s*\/\s*mm/.test(yLabel)) {
    throw new NotAnalysable(`纵轴写的是“${yLabel}”，是力而不是应力。请除以原始截面积换算为 MPa。`)
  }
  if (/GPa|kPa|psi/i.test(yLabel)) throw new NotAnalysable(`纵轴写的是“${yLabel}”，请先换算为 MPa。`)
  if (/mm\s*\/\s*mm|\bm\s*\/\s*m\b/.test(xLabel))
    throw new NotAnalysable(`横轴写的是“${xLabel}”，请先换算为 %（乘以 100）。`)
}

function checkOneLoading({ x }: Points): void {
  const range = Math.max(...x) - Math.min(...x)
  let furthest = at(x, 0)
  for (const [i, strain] of x.entries()) {
    if (furthest - strain > jitterShare * range) {
      throw new NotAnalysable(
        `第 ${i + 1} 点的应变比之前小了 ${shown(furthest - strain)}%，曲线含卸载或多次加载。请只截取一次加载。`,
      )
    }
    furthest = Math.max(furthest, strain)
  }
}
