import type { ReactNode } from 'react'
import { drawingBox, type Peak, pathsOf, peakCurve, type Point } from './curves.ts'
import css from './frame.module.css'
import { DrawingFrame, type DrawingProps, Trace } from './frame.tsx'
import { nyquistDots, type Row, sizeShares, spanOf, sticks } from './plot-curves.ts'

/** Curves in the frame of an instrument's screen, alternately green and cyan. */
export function Plot({
  paths,
  axis,
  children,
  title,
}: DrawingProps & { paths: readonly string[]; children?: ReactNode }) {
  return (
    <DrawingFrame title={title} axis={axis}>
      {children}
      {paths.map((d, index) => (
        <Trace key={d} d={d} cyan={index % 2 === 1} />
      ))}
    </DrawingFrame>
  )
}

/** Dots as one path, which takes a tenth of the bytes of circles. */
function dotsPath(points: readonly Point[]): string {
  return points.map(([x, y]) => `M${Math.round(x)} ${Math.round(y)}h0`).join('')
}

/** Drops points that are too close to the previous one to be distinguished. */
function apart(points: readonly Point[], least: number): Point[] {
  const kept: Point[] = []
  for (const point of points) {
    const last = kept.at(-1)
    if (!last || Math.hypot(point[0] - last[0], point[1] - last[1]) >= least) kept.push(point)
  }
  return kept
}

function Dots({ points }: { points: readonly Point[] }) {
  return <path d={dotsPath(points)} stroke="#e6edf0" strokeWidth="3" strokeLinecap="round" />
}

export function MassSpectrum({ lines, axis = 'm/z', title }: DrawingProps & { lines: readonly Row[] }) {
  const drawn = sticks(lines)
  const named = drawn.toSorted((left, right) => right.height - left.height).slice(0, 4)
  return (
    <DrawingFrame title={title} axis={axis}>
      <Trace d={drawn.map(({ x, height }) => `M${x} 148v-${height}`).join('')} />
      <g fill="#c9d4d8" fontSize="11" textAnchor="middle">
        {named.map(({ x, height, mass }) => (
          <text key={mass} x={x} y={144 - height}>
            {mass}
          </text>
        ))}
      </g>
    </DrawingFrame>
  )
}

/** A size distribution: shares as bars, the cumulative share as a curve. */
export function Distribution({ modes, axis = '粒径', title }: DrawingProps & { modes: readonly Row[] }) {
  const shares = sizeShares(modes)
  const step = drawingBox.width / shares.length
  const bars = shares
    .map(({ share }, i) => ({ x: Math.round(i * step + 1), height: Math.round(share * 130) }))
    .filter(({ height }) => height > 0)
  const passed = shares.map(
    ({ passed: y }, i) => `${i === 0 ? 'M' : 'L'}${Math.round((i + 0.5) * step)} ${Math.round(140 - y * 128)}`,
  )
  return (
    <DrawingFrame title={title} axis={axis}>
      <path
        className={css.amber}
        opacity=".75"
        d={bars.map(({ x, height }) => `M${x} 140v-${height}h${Math.round(step - 3)}v${height}z`).join('')}
      />
      <Trace d={passed.join('')} cyan />
    </DrawingFrame>
  )
}

export function Nyquist({ arcs, axis = 'Z′ / Ω', title }: DrawingProps & { arcs: readonly Row[] }) {
  return (
    <DrawingFrame title={title} axis={axis}>
      <Dots points={nyquistDots(arcs)} />
    </DrawingFrame>
  )
}

/** A peak fit: measured dots, the components, and their sum as a line through the dots. */
export function PeakFit({ peaks, axis = '结合能 / eV', title }: DrawingProps & { peaks: readonly Row[] }) {
  const parts: Peak[] = peaks.slice(0, 4).map(([at = 0, height = 100, width = 1]) => ({ at, height, width }))
  const [from, to] = spanOf(parts)
  const sum = peakCurve(parts, from, to, 16)
  const own = parts.map((part) => peakCurve([part], part.at - 2.2 * part.width, part.at + 2.2 * part.width, 6))
  const base = [
    [from, 0],
    [to, 0],
  ] as const
  const [total = '', , ...components] = pathsOf([sum, base, ...own], drawingBox, { reverse: true, floor: -6 })
  const high = Math.max(...sum.map(([, y]) => y))
  const dots = sum
    .filter((_, index) => index % 2 === 0)
    .map(
      ([x, y], i) =>
        [320 - ((x - from) / (to - from)) * 320, 160 - ((y + 6) / (high + 6)) * 147 + (i % 3) - 1] as const,
    )
  return (
    <DrawingFrame title={title} axis={axis}>
      {components.map((d, index) => (
        <path key={d} d={d} className={index % 2 === 0 ? css.amber : css.blue} opacity=".5" />
      ))}
      <Dots points={dots} />
      <Trace d={total} />
    </DrawingFrame>
  )
}

/** Rietveld: calculated line through measured dots, ticks of the reflections, the difference below. */
export function Refinement({ peaks, seed, axis = '2θ / °', title }: DrawingProps & { peaks: readonly Row[] }) {
  const parts: Peak[] = peaks.slice(0, 9).map(([at = 0, height = 100]) => ({ at, height, width: 0.9 }))
  const [from, to] = spanOf(parts)
  const curve = peakCurve(parts, from, to, 48)
  const [calculated = ''] = pathsOf([curve], { width: 320, height: 112 }, { floor: -2 })
  const x = (at: number) => Math.round(((at - from) / (to - from)) * 320)
  const high = Math.max(...curve.map(([, y]) => y))
  const measured = curve.map(([at, y]) => [x(at), 112 - ((y + 2) / (high + 2)) * 103] as const)
  const wave = Array.from(
    { length: 24 },
    (_, i) => `L${(i + 1) * 13} ${145 + Math.round(3 * Math.sin(i * 2.3 + Number(seed) || i * i))}`,
  )
  return (
    <DrawingFrame title={title} axis={axis}>
      <Dots points={apart(measured, 6)} />
      <Trace d={calculated} />
      <path d={parts.map(({ at }) => `M${x(at)} 120v8`).join('')} stroke="#e6a23c" strokeWidth="1.6" />
      <Trace d={`M0 145${wave.join('')}`} cyan />
    </DrawingFrame>
  )
}
