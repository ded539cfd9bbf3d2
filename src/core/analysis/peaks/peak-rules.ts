import { fitColumns } from '../fitting/linear-rules.ts'

/** A maximum of a curve without its background. */
export interface FoundPeak {
  /** Place in the list of points. */
  index: number
  /** Top of the parabola through the points within a quarter of the width on both sides, of three points at least. */
  x: number
  height: number
  /** How far the curve falls on both sides before it rises above this peak. */
  prominence: number
  /** Full width at half of the height, by straight lines between points. */
  width: number
}

/**
 * Local maxima whose prominence reaches what `demanded` asks at that place. Prominence as in topography: the height above the higher of the two
 * lowest points that lie between the peak and the next higher ground on each side.
 */
export function findPeaks(
  x: readonly number[],
  y: readonly number[],
  demanded: (index: number) => number,
): FoundPeak[] {
  const peaks: FoundPeak[] = []
  for (let i = 1; i < y.length - 1; i++) {
    const value = y[i] as number
    if (!(value > (y[i - 1] as number))) continue
    // A flat top counts once, at its first point.
    let end = i
    while (end + 1 < y.length && y[end + 1] === value) end++
    if (end + 1 >= y.length || (y[end + 1] as number) > value) continue
    const top = Math.floor((i + end) / 2)
    const prominence = value - Math.max(lowest(y, i, -1), lowest(y, end, 1))
    if (prominence >= demanded(top) && prominence > 0) {
      const width = widthAtHalf(x, y, top)
      peaks.push({ index: top, ...vertexWithin(x, y, top, width / 4), prominence, width })
    }
  }
  return peaks
}

function lowest(y: readonly number[], from: number, step: 1 | -1): number {
  const height = y[from] as number
  let low = height
  for (let i = from + step; i >= 0 && i < y.length; i += step) {
    const value = y[i] as number
    if (value > height) break
    if (value < low) low = value
  }
  return low
}

function vertexWithin(
  x: readonly number[],
  y: readonly number[],
  top: number,
  reach: number,
): { x: number; height: number } {
  const at = x[top] as number
  let [from, to] = [top - 1, top + 1]
  while (from > 0 && (x[from - 1] as number) >= at - reach) from--
  while (to < x.length - 1 && (x[to + 1] as number) <= at + reach) to++
  const places = x.slice(from, to + 1).map((value) => value - at)
  const fit = fitColumns([places.map(() => 1), places, places.map((place) => place * place)], y.slice(from, to + 1))
  const [constant, slope, curvature] = (fit?.coefficients ?? []) as [number, number, number]
  const place = -slope / (2 * curvature)
  const inside = curvature < 0 && place >= (places[0] as number) && place <= (places.at(-1) as number)
  return inside ? { x: at + place, height: constant + (slope * place) / 2 } : { x: at, height: y[top] as number }
}

export function widthAtHalf(x: readonly number[], y: readonly number[], top: number): number {
  const half = (y[top] as number) / 2
  const side = (step: 1 | -1): number => {
    let i = top
    while (i + step >= 0 && i + step < y.length && (y[i] as number) > half) i += step
    const inner = i - step
    const [ya, yb] = [y[inner] as number, y[i] as number]
    const share = ya === yb ? 0 : Math.min(1, Math.max(0, (ya - half) / (ya - yb)))
    return (x[inner] as number) + share * ((x[i] as number) - (x[inner] as number))
  }
  return side(1) - side(-1)
}
