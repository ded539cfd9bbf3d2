/** Curves as they are read from instrument files: pure functions with limits; data that cannot be read is reported, never guessed. */

export interface Series {
  label: string
  x: number[]
  y: number[]
  /** The number of points in the file, when fewer are kept here. */
  total?: number
  /** Rows of the curve without a position or value, such as `NaN` or an empty cell between measured ones; they are not among the points. */
  missing?: number
}

export interface ParsedData {
  series: Series[]
  xLabel: string
  yLabel: string
  /** Remarks for the reader of the plot, in Chinese: a header that disagrees with the data, tables that are not drawn. */
  notes: string[]
}

/** The file was understood but must not be drawn: a checksum fails, or its format is binary. The message is for people, in Chinese. */
export class CurveRefused extends Error {}

/** Points of a curve that are stored for drawing. */
export const mostPoints = 4000
/** Points of a curve with which it is analysed. */
export const mostWholePoints = 100_000
/** Curves of one file that are drawn. */
export const mostSeries = 8
const longestLabel = 60

/** A label without control characters and without characters that change the writing direction. */
export function cleanLabel(text: string): string {
  return text
    .replace(/[\u0000-\u001f\u007f\u202a-\u202e\u2066-\u2069]/g, '')
    .trim()
    .slice(0, longestLabel)
}

export function unquoted(field: string): string {
  return field.length >= 2 && field.startsWith('"') && field.endsWith('"') ? field.slice(1, -1).trim() : field
}

/**
 * Reduces a curve to at most `most` points. Keeps the smallest and the largest value of every bucket in their order: a peak one point wide
 * survives, which averaging or skipping would lose. The first and the last point stay.
 */
export function downsample(x: ArrayLike<number>, y: ArrayLike<number>, most: number): { x: number[]; y: number[] } {
  const length = Math.min(x.length, y.length)
  if (length <= most) return { x: Array.from(x).slice(0, length), y: Array.from(y).slice(0, length) }
  const keptX: number[] = []
  const keptY: number[] = []
  const keep = (i: number) => {
    keptX.push(x[i] as number)
    keptY.push(y[i] as number)
  }
  keep(0)
  const buckets = Math.max(1, Math.floor((most - 2) / 2))
  const inner = length - 2
  for (let bucket = 0; bucket < buckets; bucket++) {
    const from = 1 + Math.floor((bucket * inner) / buckets)
    const to = 1 + Math.floor(((bucket + 1) * inner) / buckets)
    let least = from
    let largest = from
    for (let i = from; i < to; i++) {
      if ((y[i] as number) < (y[least] as number)) least = i
      if ((y[i] as number) > (y[largest] as number)) largest = i
    }
    keep(Math.min(least, largest))
    if (least !== largest) keep(Math.max(least, largest))
  }
  keep(length - 1)
  return { x: keptX, y: keptY }
}

/** A curve as a reader found it. `total`: it has that many points, of which fewer are held. */
export interface ReadCurve {
  label: string
  x: ArrayLike<number>
  y: ArrayLike<number>
  total?: number
  missing?: number
}

/** The curves of a file with every point that is held; undefined when none has two points. */
export function parsedData(
  curves: readonly ReadCurve[],
  axes: { x: string; y: string },
  notes: readonly string[] = [],
): ParsedData | undefined {
  const drawable = curves.map(finitePoints).filter((curve) => curve.x.length >= 2)
  if (drawable.length === 0) return undefined
  const left = drawable.length - mostSeries
  return {
    series: drawable.slice(0, mostSeries),
    xLabel: cleanLabel(axes.x) || 'x',
    yLabel: cleanLabel(axes.y) || 'y',
    notes: [...notes, ...(left > 0 ? [`文件含 ${drawable.length} 条曲线，仅绘出前 ${mostSeries} 条`] : [])],
  }
}

/** The curves with at most `most` points each. */
export function reduced(data: ParsedData, most: number): ParsedData {
  return {
    ...data,
    series: data.series.map(({ x, y, total = x.length, ...curve }) => {
      const kept = downsample(x, y, most)
      return { ...curve, ...kept, ...(total > kept.x.length ? { total } : {}) }
    }),
  }
}

function finitePoints(curve: ReadCurve): Series {
  const length = Math.min(curve.x.length, curve.y.length)
  const x: number[] = []
  const y: number[] = []
  for (let i = 0; i < length; i++) {
    if (!Number.isFinite(curve.x[i]) || !Number.isFinite(curve.y[i])) continue
    x.push(curve.x[i] as number)
    y.push(curve.y[i] as number)
  }
  const missing = (curve.missing ?? 0) + length - x.length
  const { label, total = 0 } = curve
  return { label, x, y, ...(total > x.length ? { total } : {}), ...(missing > 0 ? { missing } : {}) }
}

/** n equally spaced positions from `first` on. */
export function equallySpaced(first: number, step: number, n: number): number[] {
  return Array.from({ length: n }, (_, i) => roundTo12(first + i * step))
}

/** Rounds away the noise of binary fractions: 10.02 + 0.02 would read 10.040000000000001. */
export function roundTo12(value: number): number {
  return Number(value.toPrecision(12))
}

/** Chemical shift, wavenumber and binding energy are drawn from right to left, as is usual in these fields. */
export function runsRightToLeft(axis: string): boolean {
  return /\bppm\b|1\/cm|cm\s*[-⁻−^]+\s*[1¹]|wavenumber|binding|波数|结合能|化学位移/i.test(axis)
}
