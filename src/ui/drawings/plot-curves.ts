// Curves of methods whose shape follows from a few physical numbers, which editors give.
import { drawingBox, type Peak, pathOf, pathsOf, peakCurve, type Point } from './curves.ts'
import { seededRandom } from './random.ts'

/** A row of an editor's numbers, such as position, height and width. */
export type Row = readonly number[]

function steps(count: number): number[] {
  return Array.from({ length: count + 1 }, (_, i) => i / count)
}

export const peakOf = ([at = 0, height = 100, width = 1]: Row): Peak => ({ at, height, width: Math.max(width, 1e-6) })

/** The range of the axis that contains the peaks, with a margin on both sides. */
export function spanOf(peaks: readonly Peak[]): readonly [number, number] {
  const ats = peaks.map((peak) => peak.at)
  const widest = Math.max(...peaks.map((peak) => peak.width))
  const margin = Math.max(2.5 * widest, 0.12 * (Math.max(...ats) - Math.min(...ats)))
  return [Math.min(...ats) - margin, Math.max(...ats) + margin]
}

/** Lines or bands at their positions; with `dips` they point down from the top, as in transmission. */
export function peakListPath(rows: readonly Row[], options: { reverse?: boolean; dips?: boolean } = {}): string {
  const peaks = rows.map(peakOf)
  const [from, to] = spanOf(peaks)
  const points = peakCurve(peaks, from, to, 28)
  const shown = options.dips ? points.map(([x, y]) => [x, 104 - y] as const) : points
  return pathOf(shown, drawingBox, { reverse: options.reverse ?? false, floor: options.dips ? 0 : -3 })
}

/** Chromatographic peaks tail to later times. */
export function chromatogramPath(rows: readonly Row[]): string {
  const peaks = rows.map(peakOf)
  const last = Math.max(...peaks.map((peak) => peak.at + 8 * peak.width))
  const xs = new Set(steps(20).map((t) => t * last))
  for (const { at, width } of peaks) for (const k of [-2, -1, -0.5, 0, 0.5, 1, 2, 4]) xs.add(at + k * width)
  const height = (x: number, { at, height: top, width }: Peak) => {
    const u = (x - at) / (x > at ? 1.5 * width : width)
    return top * Math.exp(-2.77 * u * u)
  }
  const points = [...xs]
    .filter((x) => x >= 0 && x <= last)
    .sort((left, right) => left - right)
    .map((x) => [x, peaks.reduce((sum, peak) => sum + height(x, peak), 0)] as const)
  return pathOf(points, drawingBox, { floor: -4 })
}

/** Sticks of a mass spectrum: position in the box and height. */
export function sticks(rows: readonly Row[]): { x: number; height: number; mass: number }[] {
  const masses = rows.map(([mass = 0]) => mass)
  const [low, high] = [Math.min(...masses) - 12, Math.max(...masses) + 12]
  const most = Math.max(...rows.map(([, height = 0]) => height), 1)
  return rows.map(([mass = 0, height = 0]) => ({
    mass,
    x: Math.round(((mass - low) / (high - low)) * drawingBox.width),
    height: Math.round((height / most) * 108),
  }))
}

/** Stress against strain: yield, strength and elongation at break of each specimen. Equal yield and strength means brittle. */
export function stressPaths(rows: readonly Row[]): string[] {
  return pathsOf(
    rows.map(([yields = 0, strength = 1, elongation = 1]) => {
      const elastic = Math.min(0.12, 0.02 + 0.1 * (yields / Math.max(strength, 1))) * elongation
      const brittle = strength <= yields * 1.02
      const flow = brittle
        ? []
        : steps(16).map((t) => {
            const rise = yields + (strength - yields) * Math.sin((Math.PI / 2) * Math.min(1, t / 0.75))
            const neck = t > 0.75 ? 0.14 * strength * ((t - 0.75) / 0.25) ** 2 : 0
            return [elastic + t * (elongation - elastic), rise - neck] as const
          })
      const end = brittle ? elongation : elastic
      return [[0, 0], ...steps(4).map((t) => [t * end, t * yields] as const), ...flow] as Point[]
    }),
    drawingBox,
    { floor: 0 },
  )
}

/** Magnetisation against field: the coercive field as a share of the axis, and the squareness of the loop. A coercive field of 0 is a superparamagnet. */
export function loopPaths(rows: readonly Row[]): string[] {
  return rows.flatMap(([coercive = 0.2, slope = 0.25, saturation = 1]) => {
    const branch = (shift: number) =>
      steps(36).map((t) => {
        const h = 2 * t - 1
        return [h, saturation * Math.tanh((h + shift) / Math.max(slope, 0.02))] as const
      })
    // All loops share one scale: the box is always ±1.
    return [branch(-coercive), branch(coercive)].map((points) => scaledTo(points, 1))
  })
}

/** The path of points with x and y within ±1 (or ±most) around the centre of the box. */
function scaledTo(points: readonly Point[], most: number): string {
  const { width, height } = drawingBox
  let path = ''
  for (const [index, [x, y]] of points.entries()) {
    path += `${index === 0 ? 'M' : 'L'}${Math.round(((x + 1) / 2) * width)} ${Math.round(height / 2 - (y / most) * (height / 2 - 12))}`
  }
  return path
}

/** Cyclic voltammogram: reversible couples at their potentials over a charging current. */
export function voltammogramPath(rows: readonly Row[]): string {
  const couple = (x: number, at: number) => Math.exp(-(((x - at) / 0.1) ** 2)) + 0.35 / (1 + Math.exp((at - x) / 0.05))
  const sweep = (sign: 1 | -1) =>
    steps(40).map((t) => {
      const x = sign === 1 ? 2 * t - 1 : 1 - 2 * t
      const faradaic = rows.reduce(
        (sum, [at = 0, height = 1, split = 0.06]) => sum + height * couple(sign * x, sign * at + split),
        0,
      )
      return [x, sign * (0.12 + 0.55 * faradaic)] as const
    })
  const points = [...sweep(1), ...sweep(-1)]
  return `${scaledTo(points, Math.max(...points.map(([, y]) => Math.abs(y))) || 1)}z`
}

/** Heat flow, exothermic up: events [℃, height, width] and glass transitions as steps. */
export function heatFlowPath(events: readonly Row[], glass: readonly Row[]): string {
  const peaks = events.map(peakOf)
  const ats = [...peaks.map((peak) => peak.at), ...glass.map(([at = 0]) => at)]
  const [from, to] = [Math.min(...ats) - 45, Math.max(...ats) + 45]
  const xs = new Set(steps(30).map((t) => from + t * (to - from)))
  for (const { at, width } of peaks) for (const k of [-1.5, -1, -0.5, -0.2, 0, 0.2, 0.5, 1]) xs.add(at + k * width)
  const points = [...xs]
    .sort((left, right) => left - right)
    .map((x) => {
      const step = glass.reduce((sum, [at = 0, drop = 0]) => sum - drop / (1 + Math.exp((at - x) / 3)), 0)
      return [
        x,
        step +
          peaks.reduce((sum, { at, height, width }) => sum + height * Math.exp(-2.77 * ((x - at) / width) ** 2), 0),
      ] as const
    })
  return pathOf(points, drawingBox, { headroom: 0.12, floor: Math.min(...points.map(([, y]) => y)) - 12 })
}

/** First derivative of absorption, as an EPR spectrometer records it. */
export function derivativePath(rows: readonly Row[]): string {
  const peaks = rows.map(peakOf)
  const [from, to] = spanOf(peaks)
  const xs = new Set(steps(16).map((t) => from + t * (to - from)))
  for (const { at, width } of peaks)
    for (const k of [-2.5, -1.4, -0.7, -0.35, 0, 0.35, 0.7, 1.4, 2.5]) xs.add(at + k * width)
  const points = [...xs]
    .sort((left, right) => left - right)
    .map(
      (x) =>
        [
          x,
          peaks.reduce((sum, { at, height, width }) => {
            const u = (x - at) / width
            return sum - height * u * Math.exp(0.5 - u * u)
          }, 0),
        ] as const,
    )
  return pathOf(points, drawingBox, { headroom: 0.06, floor: Math.min(...points.map(([, y]) => y)) * 1.08 })
}

/** Bands along a path through the zone, valence below and conduction above the gap. */
export function bandPaths(seed: number, gap: number): string[] {
  const random = seededRandom(seed)
  const middle = drawingBox.height / 2
  return [-3, -2, -1, 1, 2, 3].map((level) => {
    const sign = Math.sign(level)
    const edge = middle - sign * (gap / 2)
    const [depth, shift] = [14 + 16 * random(), Math.abs(level) * 14 - 14 + 6 * random()]
    const points = steps(20).map((t) => {
      const wave = 0.5 - 0.5 * Math.cos(4 * Math.PI * t + level)
      return [t, edge - sign * (shift + depth * (wave + 0.3 * Math.sin(7 * t + level)) * 0.8)] as const
    })
    return points
      .map(([t, y], i) => `${i === 0 ? 'M' : 'L'}${Math.round(t * drawingBox.width)} ${Math.round(y)}`)
      .join('')
  })
}

/** Impedance in the complex plane: one arc per time constant and a Warburg tail, as the measured dots. */
export function nyquistDots(rows: readonly Row[], tail = 0.3): Point[] {
  const total = rows.reduce((sum, [diameter = 1]) => sum + diameter, 0) * (1 + tail) || 1
  const scale = (drawingBox.width - 20) / total
  let left = 8
  const dots = rows.flatMap(([diameter = 1, flat = 0.9]) => {
    const radius = (diameter * scale) / 2
    const arc = steps(14).map((t) => {
      const angle = Math.PI * (1 - t)
      return [left + radius + radius * Math.cos(angle), 150 - Math.min(radius, 130) * flat * Math.sin(angle)] as const
    })
    left += 2 * radius
    return arc
  })
  const length = drawingBox.width - 8 - left
  return [...dots, ...steps(5).map((t) => [left + t * length, 150 - t * Math.min(length, 130)] as const)]
}

/** Particle sizes on a logarithmic axis: share per class and cumulative share. Modes are [µm, spread, share]. */
export function sizeShares(rows: readonly Row[], classes = 26): { share: number; passed: number }[] {
  const sizes = rows.map(([size = 1]) => Math.log10(Math.max(size, 1e-4)))
  const [from, to] = [Math.min(...sizes) - 1, Math.max(...sizes) + 1]
  const raw = steps(classes - 1).map((t) => {
    const x = from + t * (to - from)
    return rows.reduce(
      (sum, [, spread = 0.2, share = 1], i) =>
        sum + share * Math.exp(-(((x - (sizes[i] ?? 0)) / Math.max(spread, 0.03)) ** 2) / 2),
      0,
    )
  })
  const [most, total] = [Math.max(...raw), raw.reduce((sum, value) => sum + value, 0)]
  let passed = 0
  return raw.map((value) => {
    passed += value
    return { share: value / (most || 1), passed: passed / (total || 1) }
  })
}
