import { rangeOf, type Series } from './scale.ts'

export type Arrangement = {
  scale: 'linear' | 'log'
  /** Each curve is raised by this share of the height of the figure above the one before. */
  offset: number
  /** Each curve from 0 to 100 % of its own height. */
  normalised: boolean
}

export const plainly: Arrangement = { scale: 'linear', offset: 0, normalised: false }

/**
 * The curves as they are drawn, point by point: a point that cannot be drawn is NaN, so that the indexes stay those of the measurement.
 * A logarithm exists for positive values only; `left` counts the points that are not drawn.
 */
export function arranged(
  series: readonly Series[],
  { scale, offset, normalised }: Arrangement,
): { series: Series[]; left: number } {
  let left = 0
  const scaled = series.map((each) => {
    const [low, high] = rangeOf(each.y)
    return each.y.map((value) => {
      const shown = normalised ? ((value - low) / (high - low)) * 100 : value
      if (scale === 'linear') return shown
      if (shown > 0) return Math.log10(shown)
      left += 1
      return Number.NaN
    })
  })
  const [low, high] = rangeOf(scaled.flatMap((values) => rangeOf(values)))
  const step = (high - low) * offset
  return {
    left,
    series: series.map((each, i) => ({
      ...each,
      y: (scaled[i] as number[]).map((value) => value + i * step),
    })),
  }
}
