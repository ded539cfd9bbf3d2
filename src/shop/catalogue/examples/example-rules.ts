// Example data of a result: the numbers of a measurement, and the plot made from them. It is drawn on the server, so that a page
// carries a short path instead of a thousand numbers; the numbers are a separate file.

export type ExampleCurve = {
  name: string
  /** A line by default; sticks for mass spectra, dots for point-by-point measurements. */
  style?: 'sticks' | 'dots'
  /** Evenly spaced x values are a start and a step; others are listed. */
  x: { from: number; step: number } | number[]
  y: number[]
}

/** A feature of the curve: a peak and its assignment. */
export type ExampleMark = { at: number; y?: number; label: string }

export type ExampleData = {
  x: { label: string; reverse?: boolean; log?: boolean }
  y: { label: string }
  /** How the sample was prepared or measured; shown under the plot. */
  note: string
  curves: ExampleCurve[]
  marks: ExampleMark[]
  /** Bands point down, as in transmission; their numbers are below them. */
  dips?: boolean
}

type Tick = { at: number; text: string }

/** Positions are per cent of the plot from the left and the bottom, so that it stretches to any width. */
export type ExamplePlot = {
  note: string
  x: { label: string; ticks: Tick[] }
  y: { label: string; ticks: Tick[] }
  curves: { name: string; d: string; dots: boolean }[]
  /** Numbers at the peaks, where there is room for them. */
  labels: { x: number; y: number; text: string }[]
  /** All marks, as rows of the table beside the plot. */
  marks: { x: string; y: string; label: string }[]
  dips: boolean
  /** Each x value has one y value per curve, so that the cursor can read the curve. */
  readable: boolean
}

/** The box of the path; the page stretches it. */
export const PLOT_BOX = { width: 1000, height: 500 }
/** One pixel at the largest width of a plot on a page. */
const UNSEEN = 2
/** Most steps of a path. Noise that needs more is drawn more coarsely, which bounds the size of the page. */
const MOST_STEPS = 500
/** Per cent of the width that a number takes on the narrowest phone. */
const LABEL_WIDTH = 12

export function placesOf({ x, y }: ExampleCurve): number[] {
  return Array.isArray(x) ? x : y.map((_, i) => Number((x.from + i * x.step).toPrecision(9)))
}

export function plotOf(data: ExampleData): ExamplePlot {
  const scaleX = scaleOf(data.curves.flatMap(placesOf), data.x)
  const ys = data.curves.flatMap(({ y }) => y)
  const sticks = data.curves.some(({ style }) => style === 'sticks')
  const [least, most] = [Math.min(...ys), Math.max(...ys)]
  const room = (most - least || 1) * 0.16
  // Numbers are above their peaks, or below bands that point down.
  const low = sticks ? 0 : data.dips ? least - room : least - room / 4
  const high = data.dips ? most + room / 4 : most + room
  const scaleY = (value: number) => ((value - low) / (high - low)) * 100
  const pointsOf = (curve: ExampleCurve) =>
    placesOf(curve).map((at, i) => [scaleX.place(at), scaleY(curve.y[i] ?? 0)] as const)
  const places = data.curves[0] ? placesOf(data.curves[0]) : []
  const marks = data.marks.map((mark) => ({ ...mark, y: mark.y ?? heightAt(data, places, mark.at) }))
  // All numbers of a list have the same number of decimals.
  const decimals = Math.max(...marks.map(({ at }) => String(at).split('.')[1]?.length ?? 0))
  const placeText = (at: number) => (Math.abs(at) >= 1e6 ? text(at) : at.toFixed(decimals))
  return {
    note: data.note,
    x: { label: data.x.label, ticks: scaleX.ticks },
    y: {
      label: data.y.label,
      ticks: ticksOf(low, high, 5).map((value) => ({ at: rounded(scaleY(value)), text: text(value) })),
    },
    curves: data.curves.map((curve) => ({
      name: curve.name,
      d: pathOf(curve, pointsOf(curve)),
      dots: curve.style === 'dots',
    })),
    labels: labelsOf(
      marks.map(({ at, y }) => ({ x: scaleX.place(at), y: scaleY(y), text: placeText(at) })),
      data.dips === true,
    ),
    marks: marks.map(({ at, y, label }) => ({ x: placeText(at), y: text(y), label })),
    dips: data.dips === true,
    readable: !data.x.log && data.curves.every(isReadable),
  }
}

/** True for a loop, whose x values run back. */
function isReadable(curve: ExampleCurve): boolean {
  const places = placesOf(curve)
  const forward = places.every((place, i) => i === 0 || place > (places[i - 1] ?? 0))
  const backward = places.every((place, i) => i === 0 || place < (places[i - 1] ?? 0))
  return curve.style === undefined && (forward || backward)
}

/** One column of x values for all curves, or one for each curve when they differ. */
export function csvOf({ x, y, curves }: ExampleData): string {
  const columns = curves.flatMap((curve, i) => {
    const places = placesOf(curve)
    const shared = i > 0 && String(places) === String(placesOf(curves[0] as ExampleCurve))
    const name = curves.length > 1 ? `${y.label} ${curve.name}` : y.label
    return [...(shared ? [] : [{ name: x.label, values: places }]), { name, values: curve.y }]
  })
  const rows = Math.max(...columns.map(({ values }) => values.length))
  const lines = Array.from({ length: rows }, (_, i) => columns.map(({ values }) => values[i] ?? '').join(','))
  return `\uFEFF${[columns.map(({ name }) => name.replaceAll(',', '，')).join(','), ...lines].join('\r\n')}\r\n`
}

function scaleOf(values: number[], { reverse, log }: ExampleData['x']) {
  const on = (value: number) => (log ? Math.log10(value) : value)
  const [from, to] = [on(Math.min(...values)), on(Math.max(...values))]
  const place = (value: number) => {
    const share = ((on(value) - from) / (to - from || 1)) * 100
    return reverse ? 100 - share : share
  }
  const chosen = log ? powersOf(from, to) : ticksOf(from, to, 6)
  return { place, ticks: chosen.map((value) => ({ at: rounded(place(value)), text: text(value) })) }
}

/** Ticks of a logarithmic axis: powers of ten, thinned out when there are many; round numbers when there is at most one. */
function powersOf(from: number, to: number): number[] {
  const [first, last] = [Math.ceil(from), Math.floor(to)]
  if (last <= first) return ticksOf(10 ** from, 10 ** to, 4)
  const every = Math.ceil((last - first + 1) / 7)
  return Array.from({ length: Math.floor((last - first) / every) + 1 }, (_, i) => 10 ** (first + i * every))
}

/** About `count` round numbers between two values. */
function ticksOf(from: number, to: number, count: number): number[] {
  const rough = (to - from) / count
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = ([1, 2, 5].find((factor) => factor * power >= rough) ?? 10) * power
  const first = Math.ceil(from / step)
  return Array.from({ length: Math.floor(to / step) - first + 1 }, (_, i) =>
    Number(((first + i) * step).toPrecision(9)),
  )
}

/** The first curve's y value at the x value nearest to the mark. */
function heightAt({ curves: [curve] }: ExampleData, places: readonly number[], at: number): number {
  if (!curve) return 0
  const nearest = places.reduce(
    (best, place, i) => (Math.abs(place - at) < Math.abs((places[best] ?? 0) - at) ? i : best),
    0,
  )
  return curve.y[nearest] ?? 0
}

type Label = { x: number; y: number; text: string }

/** Strongest peaks first; a number that would overlap another is shown in the table only. */
function labelsOf(labels: Label[], dips: boolean): Label[] {
  const kept: Label[] = []
  for (const label of labels.toSorted((left, right) => (dips ? left.y - right.y : right.y - left.y)))
    if (kept.every((other) => Math.abs(other.x - label.x) > LABEL_WIDTH || Math.abs(other.y - label.y) > 9))
      kept.push(label)
  return kept.map(({ x, y, text: words }) => ({ x: rounded(x), y: rounded(y), text: words }))
}

type Point = readonly [x: number, y: number]

function pathOf({ style }: ExampleCurve, points: readonly Point[]): string {
  const drawn = points.map(
    ([x, y]) =>
      [Math.round((x / 100) * PLOT_BOX.width), Math.round(PLOT_BOX.height - (y / 100) * PLOT_BOX.height)] as const,
  )
  if (style === 'sticks') return drawn.map(([x, y]) => `M${x} ${PLOT_BOX.height}V${y}`).join('')
  if (style === 'dots') return drawn.map(([x, y]) => `M${x} ${y}h0`).join('')
  let seen = withoutUnseen(drawn, UNSEEN)
  for (let unseen = UNSEEN * 2; seen.length > MOST_STEPS; unseen *= 2) seen = withoutUnseen(drawn, unseen)
  return stepsOf(seen)
}

function stepsOf(points: readonly Point[]): string {
  let [lastX, lastY] = [0, 0]
  return points
    .map(([x, y], index) => {
      const step =
        index === 0 ? `M${x} ${y}` : y === lastY ? `h${x - lastX}` : `l${x - lastX}${y < lastY ? '' : ' '}${y - lastY}`
      ;[lastX, lastY] = [x, y]
      return step
    })
    .join('')
}

/** Simplifies by Douglas–Peucker, with an explicit stack instead of recursion, because a spectrum has thousands of points. */
function withoutUnseen(points: readonly Point[], unseen: number): readonly Point[] {
  const keep = new Set([0, points.length - 1])
  const stretches: [number, number][] = [[0, points.length - 1]]
  for (let stretch = stretches.pop(); stretch; stretch = stretches.pop()) {
    const [from, to] = stretch
    let [farthest, most] = [from, unseen]
    for (let i = from + 1; i < to; i++) {
      const distance = distanceTo(points[i] as Point, points[from] as Point, points[to] as Point)
      if (distance > most) [farthest, most] = [i, distance]
    }
    if (farthest === from) continue
    keep.add(farthest)
    stretches.push([from, farthest], [farthest, to])
  }
  return points.filter((_, i) => keep.has(i))
}

function distanceTo([x, y]: Point, [fromX, fromY]: Point, [toX, toY]: Point): number {
  const [dx, dy] = [toX - fromX, toY - fromY]
  const length = dx * dx + dy * dy
  const share = length === 0 ? 0 : Math.max(0, Math.min(1, ((x - fromX) * dx + (y - fromY) * dy) / length))
  return Math.hypot(x - fromX - share * dx, y - fromY - share * dy)
}

const rounded = (value: number) => Math.round(value * 10) / 10

function text(value: number): string {
  if (Math.abs(value) >= 1e6) return `${Number((value / 1e6).toPrecision(3))}×10⁶`
  return String(Number(value.toPrecision(value % 1 === 0 ? 6 : 4)))
}
