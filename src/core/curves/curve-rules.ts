/** Curves as they are read from instrument files: pure functions with limits; data that cannot be read is reported, never guessed. */

export interface Series {
  label: string
  x: number[]
  y: number[]
  /** The number of points in the file, when fewer are kept here. */
  total?: number
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

/** Points of a curve that are sent to a browser. */
export const mostPoints = 4000
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

/** The curves in the form that is stored and sent; undefined when none has two points. */
export function parsedData(
  curves: readonly { label: string; x: ArrayLike<number>; y: ArrayLike<number> }[],
  axes: { x: string; y: string },
  notes: readonly string[] = [],
): ParsedData | undefined {
  const drawable = curves.map(finitePoints).filter((curve) => curve.x.length >= 2)
  if (drawable.length === 0) return undefined
  const left = drawable.length - mostSeries
  return {
    series: drawable.slice(0, mostSeries).map(({ label, x, y }) => ({
      label,
      ...downsample(x, y, mostPoints),
      ...(x.length > mostPoints ? { total: x.length } : {}),
    })),
    xLabel: cleanLabel(axes.x) || 'x',
    yLabel: cleanLabel(axes.y) || 'y',
    notes: [...notes, ...(left > 0 ? [`文件含 ${drawable.length} 条曲线，仅绘出前 ${mostSeries} 条`] : [])],
  }
}

function finitePoints(curve: { label: string; x: ArrayLike<number>; y: ArrayLike<number> }) {
  const kept: { label: string; x: number[]; y: number[] } = { label: curve.label, x: [], y: [] }
  for (let i = 0; i < Math.min(curve.x.length, curve.y.length); i++) {
    if (!Number.isFinite(curve.x[i]) || !Number.isFinite(curve.y[i])) continue
    kept.x.push(curve.x[i] as number)
    kept.y.push(curve.y[i] as number)
  }
  return kept
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
