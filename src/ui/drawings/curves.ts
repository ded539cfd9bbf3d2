import { seededRandom } from './random.ts'

/** Position, height and width of a peak, in the units of its axis. */
export type Peak = { at: number; height: number; width: number }
export type Point = readonly [x: number, y: number]
export type Box = { width: number; height: number }

export const drawingBox: Box = { width: 320, height: 160 }

/** Pseudo-Voigt, half Lorentz and half Gauss: the shape of a diffraction line. */
export function pseudoVoigt(x: number, { at, height, width }: Peak, mixing = 0.5): number {
  const u = ((x - at) / width) ** 2
  return height * (mixing / (1 + 4 * u) + (1 - mixing) * Math.exp(-4 * Math.LN2 * u))
}

/** The sum of the peaks along the axis, sampled densely only near peaks, which keeps a drawing under 2 KB. */
export function peakCurve(peaks: readonly Peak[], from: number, to: number, samples = 64): Point[] {
  const step = (to - from) / samples
  const xs = new Set<number>()
  for (let i = 0; i <= samples; i++) xs.add(from + i * step)
  for (const peak of peaks) for (const k of [-2, -1, -0.5, -0.25, 0, 0.25, 0.5, 1, 2]) xs.add(peak.at + k * peak.width)
  return [...xs]
    .filter((x) => x >= from && x <= to)
    .sort((a, b) => a - b)
    .map((x) => [x, peaks.reduce((sum, peak) => sum + pseudoVoigt(x, peak), 0)] as const)
}

/** The SVG path of the points scaled to the box, with `headroom` above the highest value. */
export function pathOf(points: readonly Point[], box: Box = drawingBox, options: Scale = {}): string {
  return pathsOf([points], box, options)[0] ?? ''
}

type Scale = { reverse?: boolean; floor?: number; headroom?: number }

/** The paths of several curves on the same scale. */
export function pathsOf(curves: readonly (readonly Point[])[], box: Box = drawingBox, options: Scale = {}): string[] {
  const xs = curves.flatMap((points) => points.map(([x]) => x))
  const ys = curves.flatMap((points) => points.map(([, y]) => y))
  const [left, right] = [Math.min(...xs), Math.max(...xs)]
  const low = options.floor ?? Math.min(...ys)
  const high = Math.max(...ys)
  const top = box.height * (options.headroom ?? 0.08)
  const px = (x: number) => ((x - left) / (right - left || 1)) * box.width
  const py = (y: number) => box.height - ((y - low) / (high - low || 1)) * (box.height - top)
  return curves.map((points) =>
    shortPath(simplified(points.map(([x, y]) => [short(options.reverse ? box.width - px(x) : px(x)), short(py(y))]))),
  )
}

/** Half a pixel of the box, less than the width of the line. */
const UNSEEN = 0.6

/** Simplifies a path by Douglas–Peucker; a page with twenty drawings becomes a third smaller. */
function simplified(points: readonly Point[]): readonly Point[] {
  const [first, last] = [points[0], points.at(-1)]
  if (!first || !last || points.length < 3) return points
  let [farthest, most] = [0, 0]
  for (const [index, point] of points.entries()) {
    const distance = distanceTo(point, first, last)
    if (distance > most) [farthest, most] = [index, distance]
  }
  if (most <= UNSEEN) return [first, last]
  return [...simplified(points.slice(0, farthest + 1)).slice(0, -1), ...simplified(points.slice(farthest))]
}

/** The distance from a point to the line through two others. */
function distanceTo([x, y]: Point, [fromX, fromY]: Point, [toX, toY]: Point): number {
  const [dx, dy] = [toX - fromX, toY - fromY]
  const length = dx * dx + dy * dy
  const share = length === 0 ? 0 : Math.max(0, Math.min(1, ((x - fromX) * dx + (y - fromY) * dy) / length))
  return Math.hypot(x - fromX - share * dx, y - fromY - share * dy)
}

/** A path of relative steps, with one command for a horizontal run: half the bytes of absolute points, on pages with a dozen drawings. */
function shortPath(points: readonly Point[]): string {
  let path = ''
  let [lastX, lastY] = [0, 0]
  for (const [index, [x, y]] of points.entries()) {
    const next = points[index + 1]
    if (index === 0) path = `M${x} ${y}`
    else if (next && y === lastY && next[1] === y) continue
    else if (y === lastY) path += `h${x - lastX}`
    else path += `l${x - lastX}${y < lastY ? '' : ' '}${y - lastY}`
    ;[lastX, lastY] = [x, y]
  }
  return path
}

const short = (value: number) => Math.round(value)

/** Diffraction lines of a plausible crystal when a project has no list of its own. */
export function seededPeaks(seed: number, count = 7, from = 15, to = 75): Peak[] {
  const random = seededRandom(seed)
  return Array.from({ length: count }, (_, i) => ({
    at: from + ((to - from) * (i + 0.2 + 0.6 * random())) / count,
    height: 12 + 88 * random() ** 2,
    width: 0.7 + 0.5 * random(),
  }))
}

/** From a reference list of (2θ, relative intensity): the lines, and the angles between which they are drawn. */
export function diffractionPeaks(
  seed: number,
  list?: readonly (readonly [number, number])[],
): { lines: Peak[]; span: readonly [number, number] } {
  const lines = list?.map(([at, height]) => ({ at, height, width: 0.9 })) ?? seededPeaks(seed)
  const ats = lines.map(({ at }) => at)
  return { lines, span: [Math.max(5, Math.min(...ats) - 8), Math.max(...ats) + 8] }
}

/** The same as a path. */
export function diffractionPath(seed: number, list?: readonly (readonly [number, number])[]): string {
  const { lines, span } = diffractionPeaks(seed, list)
  return pathOf(peakCurve(lines, ...span, 40), drawingBox, { floor: 0 })
}

export type SpectrumKind = 'xps' | 'raman' | 'ftir' | 'tga' | 'uv'

/** Mass against temperature for given losses (℃, percent). */
export function massLossPath(losses: readonly (readonly number[])[]): string {
  const last = Math.max(...losses.map(([at = 0]) => at)) + 180
  const points = Array.from({ length: 61 }, (_, i) => {
    const t = 30 + (i * (last - 30)) / 60
    return [t, 100 - losses.reduce((sum, [at = 0, loss = 0]) => sum + loss / (1 + Math.exp((at - t) / 18)), 0)] as const
  })
  return pathOf(points, drawingBox, { floor: Math.min(...points.map(([, y]) => y)) - 8 })
}

export function spectrumPath(seed: number, kind: SpectrumKind): string {
  const random = seededRandom(seed)
  if (kind === 'tga') return pathOf(lossSteps(random), drawingBox, { floor: 0 })
  if (kind === 'xps') {
    const at = 284.8 + random()
    const peaks = [
      { at, height: 100, width: 1.5 },
      { at: at + 1.6, height: 20 + 40 * random(), width: 1.7 },
      { at: at + 3.8, height: 8 + 25 * random(), width: 1.9 },
    ]
    return pathOf(peakCurve(peaks, 280, 294), drawingBox, { reverse: true, floor: -4 })
  }
  if (kind === 'ftir') {
    const bands = Array.from({ length: 7 }, (_, i) => ({
      at: 700 + 480 * i + 200 * random(),
      height: 15 + 60 * random(),
      width: 50 + 130 * random(),
    }))
    const points = peakCurve(bands, 500, 4000).map(([x, y]) => [x, Math.max(4, 100 - y)] as const)
    return pathOf(points, drawingBox, { reverse: true, floor: 0 })
  }
  if (kind === 'uv') {
    const bands = [260, 330, 450].map((at) => ({
      at: at + 30 * random(),
      height: 20 + 80 * random(),
      width: 60 + 40 * random(),
    }))
    return pathOf(peakCurve(bands, 200, 800), drawingBox, { floor: 0 })
  }
  const ratio = 0.5 + 0.7 * random()
  const bands = [
    { at: 1350, height: 100 * ratio, width: 90 },
    { at: 1585, height: 100, width: 60 },
    { at: 2700, height: 30 + 50 * random(), width: 110 },
  ]
  return pathOf(peakCurve(bands, 900, 3100), drawingBox, { floor: -6 })
}

/** Mass against temperature: two or three sigmoid losses. */
function lossSteps(random: () => number): Point[] {
  const steps = [120, 340, 620].map((at) => ({
    at: at + 60 * random(),
    loss: 5 + 25 * random(),
    width: 15 + 20 * random(),
  }))
  return Array.from({ length: 81 }, (_, i) => {
    const t = 30 + i * 9.6
    return [
      t,
      100 - steps.reduce((sum, step) => sum + step.loss / (1 + Math.exp((step.at - t) / step.width)), 0),
    ] as const
  })
}

/**
 * Adsorption and desorption, a loop that closes at both ends. The shape consists of the pressures at which the pores fill and empty, and the
 * volumes of the micropores and mesopores; without a shape a plausible mesoporous solid (type IV).
 */
export function isothermPaths(seed: number, shape: readonly number[] = []): { adsorption: string; desorption: string } {
  const random = seededRandom(seed)
  const [rise = 0.72 + 0.1 * random()] = shape
  const [, fall = rise - 0.12 - 0.06 * random(), micro = 30, meso = 90] = shape
  const filled = (p: number, at: number) => 1 / (1 + Math.exp((at - p) / 0.035))
  const volume = (p: number, at: number) => micro * (p / (p + 0.02)) + 20 * p + meso * filled(p, at)
  const ps = Array.from({ length: 41 }, (_, i) => i / 40)
  const box = drawingBox
  // Both branches share one scale, so that they meet.
  const path = (at: number) =>
    pathOf(
      ps.map((p) => [p, volume(p, at)] as const),
      box,
      { floor: 0 },
    )
  return { adsorption: path(rise), desorption: path(fall) }
}

const patterns = [[1], [1, 1], [0.5, 1, 0.5], [0.35, 1, 1, 0.35]]

/** Sharp lines in multiplets on a reversed ppm axis; each multiplet is shift, height and number of lines. */
export function nmrPath(seed: number, signals?: readonly (readonly number[])[]): string {
  const random = seededRandom(seed)
  const drawn =
    signals ??
    [7.3, 4.1, 2.4, 1.3].map((at, i) => [
      at + 0.5 * (random() - 0.5),
      30 + 70 * random(),
      1 + ((i + Math.floor(random() * 3)) % 4),
    ])
  const peaks = drawn.flatMap(([shift = 1, height = 100, lines = 1]) => {
    const pattern = patterns[Math.min(Math.max(Math.round(lines), 1), 4) - 1] ?? [1]
    return pattern.map((share, k) => ({
      at: shift + 0.09 * (k - (pattern.length - 1) / 2),
      height: height * share,
      width: 0.035,
    }))
  })
  const last = Math.max(5, ...peaks.map((peak) => peak.at + 1))
  return pathOf(peakCurve(peaks, 0, signals ? last : 9, 20), drawingBox, { reverse: true, floor: -3 })
}

/** Heights of bars from 0 to 1, the largest 1: concentrations of an element analysis. */
export function barHeights(seed: number, count: number): number[] {
  const random = seededRandom(seed)
  const values = Array.from({ length: count }, () => 0.08 + random() ** 1.6)
  const most = Math.max(...values)
  return values.map((value) => value / most)
}

/** Circles of grains for a micrograph: centre, radius, brightness. */
export function grains(seed: number, count = 26): { x: number; y: number; r: number; light: number }[] {
  const random = seededRandom(seed)
  return Array.from({ length: count }, () => ({
    x: Math.round(random() * drawingBox.width),
    y: Math.round(random() * drawingBox.height),
    r: Math.round(6 + 20 * random() ** 2),
    light: Math.round(45 + 50 * random()),
  }))
}
