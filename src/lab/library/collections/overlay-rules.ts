import { axisMeaning } from '../../../core/curves/meaning-rules.ts'

/** A curve with the axes of its own file. */
export interface OverlaidCurve {
  name: string
  x: readonly number[]
  y: readonly number[]
  xLabel: string
  yLabel: string
  /** The points in the file, when fewer are here. */
  total?: number | undefined
}

export const baselines = { none: '不扣', line: '扣除首尾连线', snip: '扣除背景（SNIP）' } as const
export type Baseline = keyof typeof baselines
export const normalisings = { none: '不归一', max: '最高为 1', area: '面积为 1' } as const
export type Normalising = keyof typeof normalisings

/** How curves are drawn together. */
export interface OverlayView {
  baseline: Baseline
  normalise: Normalising
  /** Each curve is raised by this share of the height of the figure above the one before. */
  offset: number
  /** The places of two curves, of which the second is taken away from the first; null: the curves themselves. */
  difference: { of: number; minus: number } | null
  /** The person has said that axes whose units differ, or are not named, are the same. */
  sameUnits: boolean
}

export const plainOverlay: OverlayView = {
  baseline: 'none',
  normalise: 'none',
  offset: 0,
  difference: null,
  sameUnits: false,
}

/** The unit in brackets at the end of the name of an axis; empty when it names none. */
export function unitOf(label: string): string {
  const unit = /[(（[]([^()（）[\]]*)[)）\]]\s*$/.exec(label.trim())?.[1] ?? /\/\s*([^/\s]+)\s*$/.exec(label)?.[1] ?? ''
  return unit.trim().replace(/º|deg(?:rees?)?|度/gi, '°')
}

export type OverlayProblem = 'axesDiffer' | 'unitsDiffer' | 'noOverlap'

type Axes = Pick<OverlaidCurve, 'xLabel' | 'yLabel'>

/**
 * Why these curves cannot be drawn so. Axes that mean something else are never drawn together. A difference takes values away from each other:
 * where units differ, or one is not named, the person says that they are the same, since nobody can know it from the names.
 */
export function overlayProblem(curves: readonly Axes[], view: OverlayView): OverlayProblem | undefined {
  const [first] = curves
  if (!first) return undefined
  if (curves.some(({ xLabel }) => axisMeaning(xLabel) !== axisMeaning(first.xLabel))) return 'axesDiffer'
  const units = new Set(curves.map(({ xLabel }) => unitOf(xLabel)).filter(Boolean))
  if (units.size > 1 && !view.sameUnits) return 'unitsDiffer'
  if (!view.difference) return undefined
  const [one, other] = [curves[view.difference.of], curves[view.difference.minus]]
  if (!one || !other || view.sameUnits) return undefined
  return sameUnit(one.xLabel, other.xLabel) && sameValues(one.yLabel, other.yLabel) ? undefined : 'unitsDiffer'
}

function sameUnit(a: string, b: string): boolean {
  return a.trim() === b.trim() || (unitOf(a) !== '' && unitOf(a) === unitOf(b))
}

/** Of values the whole name counts: 强度 (counts) and 透过率 (%) are not the same, nor is a 强度 without a unit known to be in counts. */
function sameValues(a: string, b: string): boolean {
  return unitOf(a) !== '' && a.trim() === b.trim()
}

/** The curves as the view draws them, before the offset. */
export function overlaid(curves: readonly OverlaidCurve[], view: OverlayView): OverlaidCurve[] | 'noOverlap' {
  const treated = curves.map((curve) => normalised(withoutBaseline(curve, view.baseline), view.normalise))
  if (!view.difference) return treated
  const [one, other] = [treated[view.difference.of], treated[view.difference.minus]]
  if (!one || !other) return treated
  const difference = differenceOf(one, other)
  return difference ? [difference] : 'noOverlap'
}

function withoutBaseline(curve: OverlaidCurve, kind: Baseline): OverlaidCurve {
  if (kind === 'none' || curve.x.length < 2) return curve
  const base = kind === 'line' ? lineBetweenEnds(curve) : snip(curve.y)
  return { ...curve, y: curve.y.map((value, i) => value - (base[i] as number)) }
}

function lineBetweenEnds({ x, y }: OverlaidCurve): number[] {
  const last = x.length - 1
  const [x0, y0, x1, y1] = [x[0] as number, y[0] as number, x[last] as number, y[last] as number]
  return x.map((at) => (x1 === x0 ? y0 : y0 + ((at - x0) / (x1 - x0)) * (y1 - y0)))
}

/**
 * Peaks are clipped step by step to the mean of their neighbours (Ryan et al. 1988, without the transform of counts), from wide windows to narrow
 * ones; what remains is the slow background below them.
 */
export function snip(values: readonly number[]): number[] {
  let base = [...values]
  const widest = Math.min(Math.floor((values.length - 1) / 2), Math.max(1, Math.round(values.length / 20)))
  for (let width = widest; width >= 1; width--) {
    const before = base
    base = before.map((value, i) =>
      i < width || i >= before.length - width
        ? value
        : Math.min(value, ((before[i - width] as number) + (before[i + width] as number)) / 2),
    )
  }
  return base
}

function normalised(curve: OverlaidCurve, kind: Normalising): OverlaidCurve {
  const by = kind === 'max' ? highest(curve.y) : kind === 'area' ? area(curve) : 1
  return by === 1 || by === 0 ? curve : { ...curve, y: curve.y.map((value) => value / by) }
}

function highest(values: readonly number[]): number {
  return values.reduce((most, value) => Math.max(most, Math.abs(value)), 0)
}

/** Whatever the direction in which the curve was measured. */
function area({ x, y }: OverlaidCurve): number {
  let sum = 0
  for (let i = 1; i < x.length; i++)
    sum += (((y[i] as number) + (y[i - 1] as number)) / 2) * ((x[i] as number) - (x[i - 1] as number))
  return Math.abs(sum)
}

/** The first minus the second at the positions of the first, where both were measured; the second is interpolated between its points. */
export function differenceOf(one: OverlaidCurve, other: OverlaidCurve): OverlaidCurve | undefined {
  const points = sorted(other)
  const [from, to] = [points[0]?.[0] ?? Infinity, points.at(-1)?.[0] ?? -Infinity]
  const x: number[] = []
  const y: number[] = []
  let at = 0
  for (const [position, value] of sorted(one)) {
    if (position < from || position > to) continue
    while (at < points.length - 2 && (points[at + 1]?.[0] as number) < position) at += 1
    x.push(position)
    y.push(value - between(points[at] as Point, points[at + 1] as Point, position))
  }
  return x.length < 2 ? undefined : { ...one, name: `${one.name} − ${other.name}`, x, y, total: undefined }
}

type Point = readonly [number, number]

/** By position; of points at one position the first is taken, so that the curve has one value there. */
function sorted({ x, y }: OverlaidCurve): Point[] {
  const points = x.map((at, i) => [at, y[i] as number] as const).sort(([a], [b]) => a - b)
  return points.filter(([at], i) => i === 0 || at !== points[i - 1]?.[0])
}

function between([x0, y0]: Point, [x1, y1]: Point, at: number): number {
  return x1 === x0 ? y0 : y0 + ((at - x0) / (x1 - x0)) * (y1 - y0)
}

/** What stands beside the y axis. */
export function valueLabel(curves: readonly Axes[], { normalise, baseline }: OverlayView): string {
  const names = [...new Set(curves.map(({ yLabel }) => yLabel))]
  const name = names.length === 1 ? (names[0] ?? '') : '强度'
  const treated = [
    ...(baseline === 'none' ? [] : ['已扣背景']),
    ...(normalise === 'max' ? ['按最高归一'] : normalise === 'area' ? ['按面积归一'] : []),
  ]
  return normalise === 'none' ? [name, ...treated].join('，') : ['相对强度', ...treated].join('，')
}
