import { rangeOf, runsOneWay, type Series } from './scale.ts'

export type Peak = {
  x: number
  y: number
  prominence: number
  /** The full width at half of the prominence; null when the curve ends before. */
  width: number | null
}

/** A peak stands out by at least this share of the height of the curve; lower ones are mostly noise. */
export const leastShare = 0.05
export const mostPeaks = 12
export const peakShares = [0.005, 0.01, 0.02, leastShare, 0.1] as const

/**
 * The peaks of a curve by prominence: the height above the higher of the two lowest points that separate it from higher ground. The first
 * and the last point are no peaks, because the measurement does not show their other side. A flat top counts once, at its middle.
 * `downwards` finds the bands of a transmission spectrum. The most prominent ones are kept, in the order of x.
 */
export function findPeaks(
  { x, y }: Pick<Series, 'x' | 'y'>,
  downwards = false,
  { share = leastShare, most = mostPeaks }: { share?: number; most?: number } = {},
): Peak[] {
  if (!runsOneWay(x)) return []
  const order = Array.from({ length: Math.min(x.length, y.length) }, (_, i) => i)
  order.sort((a, b) => (x[a] as number) - (x[b] as number))
  const heights = order.map((i) => (downwards ? -(y[i] as number) : (y[i] as number)))
  if (heights.length < 3 || heights.every((height) => height === heights[0])) return []
  const [low, high] = rangeOf(heights)
  const found: Peak[] = []
  for (let from = 1; from < heights.length - 1; from++) {
    const top = heights[from] as number
    if (!(top > (heights[from - 1] as number))) continue
    let to = from
    while (heights[to + 1] === top) to++
    if (to < heights.length - 1 && (heights[to + 1] as number) < top) {
      const prominence = top - Math.max(lowest(heights, from, -1), lowest(heights, to, 1))
      const at = order[Math.floor((from + to) / 2)] as number
      if (prominence >= (high - low) * share) {
        const level = top - prominence / 2
        const place = (i: number) => x[order[i] as number] as number
        const sides = [crossing(heights, place, from, -1, level), crossing(heights, place, to, 1, level)]
        const [left, right] = sides
        const width = left === undefined || right === undefined ? null : Math.abs(right - left)
        found.push({ x: x[at] as number, y: y[at] as number, prominence, width })
      }
    }
    from = to
  }
  return found
    .sort((a, b) => b.prominence - a.prominence)
    .slice(0, most)
    .sort((a, b) => a.x - b.x)
}

/** The lowest height between a top and the next higher one in a direction, or the end of the curve. */
function lowest(heights: readonly number[], top: number, direction: 1 | -1): number {
  const height = heights[top] as number
  let low = height
  for (let i = top + direction; i >= 0 && i < heights.length && (heights[i] as number) <= height; i += direction)
    low = Math.min(low, heights[i] as number)
  return low
}

/** Where the curve falls to a level beside a top, between two points; undefined when it ends before. */
function crossing(
  heights: readonly number[],
  place: (i: number) => number,
  top: number,
  direction: 1 | -1,
  level: number,
): number | undefined {
  for (let i = top; heights[i + direction] !== undefined; i += direction) {
    const [here, next] = [heights[i] as number, heights[i + direction] as number]
    if (next <= level) return place(i) + ((here - level) / (here - next)) * (place(i + direction) - place(i))
  }
  return undefined
}

/** Bands of a transmission spectrum point down. */
export function pointsDown(yLabel: string): boolean {
  return /透过率|透射率|transmittance|%\s*T\b/i.test(yLabel)
}
