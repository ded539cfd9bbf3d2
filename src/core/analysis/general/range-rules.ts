import { type Points, trapezoids } from '../inputs/point-rules.ts'

export interface Measured {
  from: number
  to: number
  /** Measured points between both ends. */
  points: number
  /** Above the baseline, or below it for a dip: positive in the chosen direction. */
  net: number
  /** Above zero. */
  gross: number
  centroid: number | undefined
  top: { x: number; y: number }
  height: number
  width: number | undefined
  line: { x: number[]; y: number[] }
  warnings: string[]
}

export function measureRange(
  points: Points,
  [from, to]: readonly [number, number],
  { baseline, averaged, down }: { baseline: 'ends' | 'zero'; averaged: number; down: boolean },
): Measured {
  const part = partOf(points, from, to)
  const base = baseline === 'zero' ? () => 0 : lineThrough(part, averaged)
  const sign = down ? -1 : 1
  const net = part.y.map((value, i) => sign * (value - base(part.x[i] as number)))
  const area = trapezoids({ x: part.x, y: net })
  const top = net.reduce((best, value, i) => (value > (net[best] as number) ? i : best), 0)
  const height = net[top] as number
  const opposite = trapezoids({ x: part.x, y: net.map((value) => Math.max(0, -value)) })
  const clear = area > 0 && opposite < 0.5 * area
  const width = height > 0 ? halfWidth(part.x, net, top) : undefined
  return {
    from,
    to,
    points: part.measured,
    net: area,
    gross: trapezoids(part),
    centroid: clear ? momentOf(part.x, net) / area : undefined,
    top: { x: part.x[top] as number, y: part.y[top] as number },
    height,
    width,
    line: { x: [from, to], y: [base(from), base(to)] },
    warnings: warningsOf({
      measured: part.measured,
      area,
      opposite,
      height,
      width,
      down,
      atEnd: top === 0 || top === net.length - 1,
    }),
  }
}

function warningsOf(found: {
  measured: number
  area: number
  opposite: number
  height: number
  width: number | undefined
  down: boolean
  atEnd: boolean
}): string[] {
  const way = found.down ? '最低点' : '最高点'
  return [
    ...(found.measured < 5 ? [`区间内只有 ${found.measured} 个测量点，数值很粗略。`] : []),
    ...(found.area <= 0 ? ['净面积不大于 0，请检查峰的方向和基线。'] : []),
    ...(found.area > 0 && found.opposite > 0.05 * found.area
      ? ['基线另一侧的面积超过净面积的 5%，请检查区间两端是否落在基线上。']
      : []),
    ...(found.height > 0 && found.atEnd ? [`${way}在区间的边上，峰可能没有完整落在区间内。`] : []),
    ...(found.height > 0 && !found.atEnd && found.width === undefined
      ? ['净值没有在两侧都降到半高，因此不给半高宽。']
      : []),
  ]
}

/** The points inside, and both ends on the lines that join their neighbours. */
function partOf({ x, y }: Points, from: number, to: number): { x: number[]; y: number[]; measured: number } {
  const first = x.findIndex((at) => at > from)
  const last = x.findLastIndex((at) => at < to)
  const inside = { x: x.slice(first, last + 1), y: y.slice(first, last + 1) }
  return {
    x: [from, ...inside.x, to],
    y: [valueAt({ x, y }, from), ...inside.y, valueAt({ x, y }, to)],
    measured: x.filter((at) => at >= from && at <= to).length,
  }
}

function valueAt({ x, y }: Points, at: number): number {
  const next = x.findIndex((position) => position >= at)
  const [x1, y1] = [x[next] as number, y[next] as number]
  if (next === 0 || x1 === at) return y1
  const [x0, y0] = [x[next - 1] as number, y[next - 1] as number]
  return y0 + ((y1 - y0) * (at - x0)) / (x1 - x0)
}

/** The straight line through the means of both ends. */
function lineThrough({ x, y }: { x: number[]; y: number[] }, averaged: number): (at: number) => number {
  const count = Math.min(averaged, Math.floor(x.length / 2))
  const left = { x: mean(x.slice(0, count)), y: mean(y.slice(0, count)) }
  const right = { x: mean(x.slice(-count)), y: mean(y.slice(-count)) }
  const slope = (right.y - left.y) / (right.x - left.x)
  return (at) => left.y + slope * (at - left.x)
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

/** ∫x·y dx, exact for straight lines between the points. */
function momentOf(x: readonly number[], y: readonly number[]): number {
  let sum = 0
  for (let i = 1; i < x.length; i++) {
    const [x0, x1, y0, y1] = [x[i - 1], x[i], y[i - 1], y[i]] as [number, number, number, number]
    sum += ((x1 - x0) / 6) * (y0 * (2 * x0 + x1) + y1 * (x0 + 2 * x1))
  }
  return sum
}

function halfWidth(x: readonly number[], y: readonly number[], top: number): number | undefined {
  const half = (y[top] as number) / 2
  const cross = (step: 1 | -1): number | undefined => {
    for (let i = top + step; i >= 0 && i < x.length; i += step) {
      const [here, before] = [y[i] as number, y[i - step] as number]
      if (here > half) continue
      const [at, last] = [x[i] as number, x[i - step] as number]
      return last + ((at - last) * (before - half)) / (before - here)
    }
    return undefined
  }
  const [left, right] = [cross(-1), cross(1)]
  return left === undefined || right === undefined ? undefined : right - left
}
