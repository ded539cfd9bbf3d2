/** `total`: the curve has that many points, of which these are drawn. */
export type Series = { name: string; x: readonly number[]; y: readonly number[]; total?: number }
export type Range = readonly [from: number, to: number]

/** The smallest and the largest value. A loop, because Math.min(...values) overflows the stack with a long measurement. */
export function rangeOf(values: readonly number[]): Range {
  let low = Infinity
  let high = -Infinity
  for (const value of values) {
    if (value < low) low = value
    if (value > high) high = value
  }
  return low > high ? [0, 1] : low === high ? [low - 0.5, high + 0.5] : [low, high]
}

/** About `count` round numbers inside the range. */
export function niceTicks([from, to]: Range, count = 6): number[] {
  const rough = (to - from) / count
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = ([1, 2, 5, 10].find((factor) => factor * power >= rough) ?? 10) * power
  const ticks: number[] = []
  for (let i = Math.ceil(from / step); i * step <= to + step * 1e-9; i++) ticks.push(Number((i * step).toPrecision(12)))
  return ticks
}

export function tickText(value: number): string {
  const size = Math.abs(value)
  if (size !== 0 && (size >= 1e6 || size < 1e-3)) return value.toExponential(1).replace('e+', 'e')
  return String(Number(value.toPrecision(6)))
}

/** Indexes to draw inside the range: per column the lowest and highest point, so that no narrow peak is lost. */
export function visibleIndexes({ x, y }: Series, [from, to]: Range, columns = 400): number[] {
  const buckets = new Map<number, { low: number; high: number }>()
  for (let i = 0; i < x.length; i++) {
    const at = x[i] as number
    if (at < from || at > to || Number.isNaN(y[i])) continue
    const column = Math.floor(((at - from) / (to - from)) * columns)
    const bucket = buckets.get(column)
    if (!bucket) buckets.set(column, { low: i, high: i })
    else if ((y[i] as number) < (y[bucket.low] as number)) bucket.low = i
    else if ((y[i] as number) > (y[bucket.high] as number)) bucket.high = i
  }
  const indexes = new Set([...buckets.values()].flatMap(({ low, high }) => [low, high]))
  return [...indexes].sort((a, b) => (x[a] as number) - (x[b] as number))
}

/** Whether x never turns back: an isotherm or a voltammogram runs both ways and has no peaks or areas over x. */
export function runsOneWay(x: readonly number[]): boolean {
  let direction = 0
  for (let i = 1; i < x.length; i++) {
    const step = Math.sign((x[i] as number) - (x[i - 1] as number))
    if (step === 0) continue
    if (direction !== 0 && step !== direction) return false
    direction = step
  }
  return true
}

/** The index of the highest point inside the range; -1 when nothing lies there. */
export function highestIndex({ x, y }: Series, [from, to]: Range): number {
  let best = -1
  for (let i = 0; i < x.length; i++) {
    const at = x[i] as number
    if (Number.isNaN(y[i])) continue
    if (at >= from && at <= to && (best < 0 || (y[i] as number) > (y[best] as number))) best = i
  }
  return best
}

/** The index of the point nearest to an x value, for ascending and descending measurements. */
export function nearestIndex(x: readonly number[], at: number): number {
  let best = 0
  for (let i = 1; i < x.length; i++) if (Math.abs((x[i] as number) - at) < Math.abs((x[best] as number) - at)) best = i
  return best
}

/** The range zoomed around a centre, at most the whole range and at least a thousandth of it. */
export function zoomed(view: Range, whole: Range, factor: number, centre = (view[0] + view[1]) / 2): Range {
  const width = Math.min(whole[1] - whole[0], Math.max((whole[1] - whole[0]) / 1000, (view[1] - view[0]) * factor))
  const share = (centre - view[0]) / (view[1] - view[0])
  return inside([centre - share * width, centre + (1 - share) * width], whole)
}

export function panned(view: Range, whole: Range, share: number): Range {
  const by = (view[1] - view[0]) * share
  return inside([view[0] + by, view[1] + by], whole)
}

function inside([from, to]: Range, whole: Range): Range {
  const by = Math.max(0, whole[0] - from) - Math.max(0, to - whole[1])
  return [Math.max(whole[0], from + by), Math.min(whole[1], to + by)]
}
