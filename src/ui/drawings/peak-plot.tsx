import { type Box, type Peak, pathOf, peakCurve } from './curves.ts'
import { DrawingFrame, type DrawingProps, Trace } from './frame.tsx'

/** Below it stand the numbers of the axis. */
const box: Box = { width: 320, height: 148 }
/** A character of a name, in the units of the box. */
const LETTER = 6
/** The part above the highest peak, for its name and the caption of the picture. */
const HEADROOM = 0.17
const MOST_TICKS = 5

interface Shown extends DrawingProps {
  peaks: readonly Peak[]
  /** The name of each peak: an index of reflection, an orbital, a vibration. */
  names?: readonly string[] | undefined
  span: readonly [from: number, to: number]
  samples: number
  floor: number
  reverse?: boolean
  /** Bands point down from the top, as in transmission. */
  dips?: boolean
}

/** A measured curve with the numbers of its axis and the names of its peaks. */
export function PeakPlot({ peaks, names = [], span, samples, floor, reverse = false, dips = false, ...frame }: Shown) {
  const [from, to] = span
  const drawn = (height: number) => (dips ? 104 - height : height)
  const points = peakCurve(peaks, from, to, samples).map(([x, y]) => [x, drawn(y)] as const)
  const high = Math.max(...points.map(([, y]) => y))
  const x = (at: number) => {
    const share = (at - from) / (to - from)
    return Math.round(box.width * (reverse ? 1 - share : share))
  }
  const y = (value: number) =>
    Math.round(box.height - ((value - floor) / (high - floor || 1)) * (box.height * (1 - HEADROOM)))
  const heightAt = new Map(points)
  return (
    <DrawingFrame {...frame}>
      <Trace d={pathOf(points, box, { reverse, floor, headroom: HEADROOM })} />
      <g fill="#c9d4d8" fontSize="10" textAnchor="middle">
        {ticks(from, to).map((at) => (
          <text key={at} x={x(at)} y="164">
            {at}
          </text>
        ))}
        {named(peaks, names, x).map(({ at, name }) => (
          <text key={name} x={x(at)} y={y(heightAt.get(at) ?? 0) + (dips ? 10 : -3)}>
            {name}
          </text>
        ))}
      </g>
    </DrawingFrame>
  )
}

/** The names of the highest peaks, as far as they do not touch each other or leave the picture. */
function named(peaks: readonly Peak[], names: readonly string[], x: (at: number) => number) {
  const placed: { at: number; name: string; left: number; right: number }[] = []
  const all = peaks.map(({ at, height }, index) => ({ at, height, name: names[index] ?? '' }))
  for (const { at, name } of all.toSorted((left, right) => right.height - left.height)) {
    const half = (name.length * LETTER) / 2
    const [left, right] = [x(at) - half, x(at) + half]
    const isFree = placed.every((other) => right < other.left || left > other.right)
    if (name !== '' && isFree && left > -6 && right < box.width + 6) placed.push({ at, name, left, right })
  }
  return placed
}

/** Round numbers inside the axis, far enough from its ends. */
function ticks(from: number, to: number): number[] {
  const raw = (to - from) / MOST_TICKS
  const power = 10 ** Math.floor(Math.log10(raw))
  const step = ([1, 2, 5, 10].find((factor) => factor * power >= raw) ?? 10) * power
  const edge = (to - from) * 0.03
  const first = Math.ceil((from + edge) / step)
  const count = Math.floor((to - edge) / step) - first + 1
  return Array.from({ length: Math.max(0, count) }, (_, i) => Number(((first + i) * step).toPrecision(6)))
}
