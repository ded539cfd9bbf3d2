/** Points of a curve in the order of the file or in ascending order, and the few things that every tool asks of them. */

export interface Points {
  x: readonly number[]
  y: readonly number[]
}

/** `noUncheckedIndexedAccess` with loops over known lengths: an index outside is an error of the code, not of the data. */
export function at(values: ArrayLike<number>, i: number): number {
  const value = values[i]
  if (value === undefined) throw new Error(`no value at ${i}`)
  return value
}

export function part(points: Points, first: number, last: number): { x: number[]; y: number[] } {
  return { x: points.x.slice(first, last + 1), y: points.y.slice(first, last + 1) }
}

export function between(points: Points, from: number, to: number): { x: number[]; y: number[] } {
  const kept = points.x.flatMap((x, i) => (x >= from && x <= to ? [i] : []))
  return { x: kept.map((i) => at(points.x, i)), y: kept.map((i) => at(points.y, i)) }
}

/** In ascending order; values at the same position become their mean. `moved` and `merged` are for the warning. */
export function ascending(points: Points): { x: number[]; y: number[]; moved: number; merged: number } {
  const order = points.x.map((_, i) => i).sort((a, b) => at(points.x, a) - at(points.x, b) || a - b)
  const moved = order.filter((from, to) => from !== to).length
  const x: number[] = []
  const y: number[] = []
  const counts: number[] = []
  for (const i of order) {
    const last = x.length - 1
    if (last >= 0 && x[last] === points.x[i]) {
      const count = at(counts, last)
      y[last] = (at(y, last) * count + at(points.y, i)) / (count + 1)
      counts[last] = count + 1
    } else {
      x.push(at(points.x, i))
      y.push(at(points.y, i))
      counts.push(1)
    }
  }
  return { x, y, moved, merged: points.x.length - x.length }
}

export function reversed(points: Points): { x: number[]; y: number[] } {
  return { x: [...points.x].reverse(), y: [...points.y].reverse() }
}

/** Straight line between neighbours; undefined outside. Ascending points. */
export function valueAt(points: Points, position: number): number | undefined {
  const { x, y } = points
  if (x.length === 0 || position < at(x, 0) || position > at(x, x.length - 1)) return undefined
  let low = 0
  let high = x.length - 1
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if (at(x, middle) <= position) low = middle
    else high = middle
  }
  if (low === high || at(x, high) === at(x, low)) return at(y, low)
  return at(y, low) + ((at(y, high) - at(y, low)) * (position - at(x, low))) / (at(x, high) - at(x, low))
}

/** Where the values pass `level` for the first time, from point `from` to point `to` (either direction). */
export function crossing(points: Points, level: number, from: number, to: number): number | undefined {
  const step = to >= from ? 1 : -1
  for (let i = from; i !== to; i += step) {
    const here = at(points.y, i) - level
    const next = at(points.y, i + step) - level
    if (here === 0) return at(points.x, i)
    if (here * next <= 0) return at(points.x, i) + ((at(points.x, i + step) - at(points.x, i)) * here) / (here - next)
  }
  return undefined
}

/** Area under the points by trapezoids. */
export function trapezoids({ x, y }: Points): number {
  let sum = 0
  for (let i = 1; i < x.length; i++) sum += ((at(y, i) + at(y, i - 1)) / 2) * (at(x, i) - at(x, i - 1))
  return sum
}

/** Areas from the first point to each point, by trapezia. */
export function cumulative(x: readonly number[], y: readonly number[]): number[] {
  const areas = [0]
  for (let i = 1; i < x.length; i++) {
    const part = (((y[i] as number) + (y[i - 1] as number)) / 2) * ((x[i] as number) - (x[i - 1] as number))
    areas.push((areas[i - 1] as number) + part)
  }
  return areas
}

export function indexOfMost(values: readonly number[]): number {
  return values.reduce((best, value, i) => (value > at(values, best) ? i : best), 0)
}

export function nearest(x: readonly number[], position: number): number {
  return x.reduce((best, value, i) => (Math.abs(value - position) < Math.abs(at(x, best) - position) ? i : best), 0)
}
