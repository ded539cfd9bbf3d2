/** A maximum of a curve without its background. */
export interface FoundPeak {
  /** Place in the list of points. */
  index: number
  /** Position of the top of the parabola through the three highest points. */
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
      peaks.push({ index: top, ...vertex(x, y, top), prominence, width: widthAtHalf(x, y, top) })
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

function vertex(x: readonly number[], y: readonly number[], i: number): { x: number; height: number } {
  const [x0, x1, x2] = [x[i - 1], x[i], x[i + 1]] as [number, number, number]
  const [y0, y1, y2] = [y[i - 1], y[i], y[i + 1]] as [number, number, number]
  const left = (y1 - y0) / (x1 - x0)
  const right = (y2 - y1) / (x2 - x1)
  const curvature = (right - left) / (x2 - x0)
  if (!(curvature < 0)) return { x: x1, height: y1 }
  const top = (x0 + x1) / 2 - left / (2 * curvature)
  const place = Math.min(Math.max(top, x0), x2)
  return { x: place, height: y0 + left * (place - x0) + curvature * (place - x0) * (place - x1) }
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
