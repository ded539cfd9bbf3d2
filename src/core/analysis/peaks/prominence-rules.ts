import { at } from '../inputs/point-rules.ts'

/**
 * Local maxima that rise by at least `least` over the higher of the two valleys that part them from higher ones. With `ground` the ends of
 * the curve count as that deep, because a peak may begin before the curve does.
 */
export function prominent(values: readonly number[], least: number, ground = Infinity): number[] {
  return values.flatMap((value, i) => {
    const isTop = value > (values[i - 1] ?? -Infinity) && value >= (values[i + 1] ?? -Infinity)
    return isTop && prominence(values, i, ground) >= least ? [i] : []
  })
}

export function prominence(values: readonly number[], top: number, ground = Infinity): number {
  return at(values, top) - Math.max(valleyFrom(values, top, -1, ground), valleyFrom(values, top, 1, ground))
}

/** Lowest value on the way to the next higher one. */
function valleyFrom(values: readonly number[], top: number, direction: 1 | -1, ground: number): number {
  let lowest = at(values, top)
  for (let i = top + direction; i >= 0 && i < values.length; i += direction) {
    const value = at(values, i)
    const higher = direction === 1 ? value > at(values, top) : value >= at(values, top)
    if (higher) return lowest
    lowest = Math.min(lowest, value)
  }
  return Math.min(lowest, ground)
}
