import { runsOneWay, type Series } from './scale.ts'

export type Integral = {
  from: number
  to: number
  /** Above the straight line between both ends of the range. */
  net: number
  /** Above zero. */
  gross: number
  /** The line under the net area. */
  baseline: readonly [number, number]
  /** Measured points inside the range. */
  points: number
}

/**
 * The area under a curve between two positions by the trapezoidal rule. The values at both ends are interpolated between the neighbouring
 * points, so that the area does not depend on where points happen to lie. Text: why there is none.
 */
export function integrate({ x, y }: Pick<Series, 'x' | 'y'>, start: number, end: number): Integral | string {
  if (!runsOneWay(x)) return '曲线的横轴有往返，不能对横轴积分'
  const points = x.map((at, i) => [at, y[i] as number] as const)
  const first = points[0]
  const last = points.at(-1)
  if (!first || !last || points.length < 2) return '曲线的点数不足'
  if (first[0] > last[0]) points.reverse()
  const [low, high] = [Math.min(first[0], last[0]), Math.max(first[0], last[0])]
  const [from, to] = [Math.max(low, Math.min(start, end)), Math.min(high, Math.max(start, end))]
  if (!(to > from)) return '区间不在曲线范围内'
  const inside = points.filter(([at]) => at > from && at < to)
  const baseline = [valueAt(points, from), valueAt(points, to)] as const
  const outline = [[from, baseline[0]] as const, ...inside, [to, baseline[1]] as const]
  let gross = 0
  for (let i = 1; i < outline.length; i++) {
    const [a, b] = [outline[i - 1] as readonly [number, number], outline[i] as readonly [number, number]]
    gross += ((a[1] + b[1]) / 2) * (b[0] - a[0])
  }
  const below = ((baseline[0] + baseline[1]) / 2) * (to - from)
  return { from, to, net: gross - below, gross, baseline, points: inside.length }
}

/** Between two points in ascending order of x, on the line that joins them. */
function valueAt(points: readonly (readonly [number, number])[], at: number): number {
  const next = points.findIndex(([x]) => x >= at)
  const [x1, y1] = points[next] as readonly [number, number]
  if (x1 === at || next === 0) return y1
  const [x0, y0] = points[next - 1] as readonly [number, number]
  return y0 + ((y1 - y0) * (at - x0)) / (x1 - x0)
}

/** The unit of an area from the names of the axes: `强度 (counts)` over `2θ (°)` gives `counts·°`. */
export function areaUnit(xLabel: string, yLabel: string): string {
  const unit = (label: string) => /[([（]([^()[\]（）]+)[)\]）]\s*$/.exec(label)?.[1]?.trim() ?? label
  return `${unit(yLabel)}·${unit(xLabel)}`
}
