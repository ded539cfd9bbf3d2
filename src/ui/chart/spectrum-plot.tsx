import { type KeyboardEvent, type PointerEvent, useEffect, useId, useRef, useState } from 'react'
import { Button } from '../inputs/button.tsx'
import type { Band, Mark } from './plot-marks.ts'
import { Axes, Bands, Chosen, margin, Marks } from './plot-parts.tsx'
import {
  highestIndex,
  nearestIndex,
  panned,
  type Range,
  rangeOf,
  type Series,
  tickText,
  visibleIndexes,
  zoomed,
} from './scale.ts'
import css from './spectrum-plot.module.css'
import { useWidth } from './use-width.ts'

export type SpectrumPlotProps = {
  title: string
  series: readonly Series[]
  xLabel: string
  yLabel: string
  /** Binding energy, wavenumber and chemical shift run from right to left. */
  reverseX?: boolean
  height?: number
  /** The curves as they are drawn when that is not as they were measured: point for point the same places. */
  drawn?: readonly Series[]
  /** The text of a tick of y; empty: none. */
  yText?: (value: number) => string
  /** What stands beside the y axis, when values are not drawn as they were measured. */
  yAxis?: string
  marks?: readonly Mark[]
  bands?: readonly Band[]
  /** The curve that the cursor reads. */
  active?: number
  /** Dragging chooses a range for the caller instead of zooming; [ and ] choose its ends at the cursor. */
  onRange?: ((range: Range) => void) | undefined
  /** Told what is visible, after each change. */
  onView?: (view: Range) => void
}

export const traces = [
  'var(--trace-green)',
  'var(--trace-cyan)',
  'var(--trace-amber)',
  '#f2a0c0',
  '#c9d4d8',
  '#8fb4ff',
  '#ffb38a',
  '#b9e07a',
]

/**
 * Measured curves with zoom and cursor. Dragging selects a range; the wheel scrolls the page. By keyboard: arrows move the
 * cursor, + and - zoom, Page keys pan, P jumps to the highest visible peak, 0 shows everything. A sentence below describes the plot.
 */
export function SpectrumPlot(props: SpectrumPlotProps) {
  const {
    title,
    series,
    xLabel,
    yLabel,
    reverseX = false,
    height = 360,
    yText = tickText,
    marks = [],
    bands = [],
  } = props
  const drawn = props.drawn ?? series
  const id = useId()
  const screen = useRef<SVGSVGElement>(null)
  const width = useWidth(screen)
  const plot = usePlot(props, drawn)
  const { view, yView, cursor } = plot
  const box = { right: width - margin.right, bottom: height - margin.bottom }
  const px = (x: number) => {
    const share = (x - view[0]) / (view[1] - view[0])
    return margin.left + (reverseX ? 1 - share : share) * (box.right - margin.left)
  }
  const py = (y: number) => box.bottom - ((y - yView[0]) / (yView[1] - yView[0])) * (box.bottom - margin.top)
  const xAt = (event: PointerEvent<SVGSVGElement>) => {
    const frame = event.currentTarget.getBoundingClientRect()
    const raw = (((event.clientX - frame.left) / frame.width) * width - margin.left) / (box.right - margin.left)
    const share = Math.min(1, Math.max(0, raw))
    return view[0] + (reverseX ? 1 - share : share) * (view[1] - view[0])
  }
  return (
    <figure className={css.plot}>
      <Head title={title} series={series} plot={plot} />
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- role application passes the keys to the plot */}
      <svg
        ref={screen}
        viewBox={`0 0 ${width} ${height}`}
        role="application"
        aria-roledescription="谱图"
        aria-label={`${title}：方向键读数，加减号缩放，P 到最高峰，0 还原`}
        aria-describedby={id}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- role application is operated by keyboard
        tabIndex={0}
        className={css.screen}
        onKeyDown={plot.onKeyDown}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId)
          plot.startDrag(xAt(event))
        }}
        onPointerMove={(event) => plot.moveTo(xAt(event))}
        onPointerUp={plot.endDrag}
        onPointerCancel={plot.cancelDrag}
      >
        <clipPath id={`${id}c`}>
          <rect x={margin.left} y={0} width={box.right - margin.left} height={box.bottom} />
        </clipPath>
        <Axes
          view={view}
          yView={yView}
          px={px}
          py={py}
          box={box}
          xLabel={xLabel}
          yLabel={props.yAxis ?? yLabel}
          yText={yText}
        />
        <g clipPath={`url(#${id}c)`} fill="none" strokeWidth="1.5" strokeLinejoin="round">
          <Bands bands={bands} px={px} py={py} bottom={box.bottom} />
          {drawn.map((each, i) => (
            <path key={each.name} d={linePath(each, view, px, py)} stroke={traces[i % traces.length]} />
          ))}
          {plot.drag && <Chosen from={px(plot.drag[0])} to={px(plot.drag[1])} bottom={box.bottom} />}
          {cursor && (
            <path
              d={`M${px(cursor.x)} ${margin.top}V${box.bottom}`}
              stroke="#fff"
              strokeDasharray="3 3"
              strokeWidth="1"
            />
          )}
          {cursor && !Number.isNaN(cursor.drawnY) && (
            <circle cx={px(cursor.x)} cy={py(cursor.drawnY)} r="4" fill="#fff" />
          )}
          <Marks marks={marks} view={view} px={px} py={py} />
        </g>
      </svg>
      <figcaption className={css.readout}>
        <span role="status">
          {cursor && `${cursor.name}读数 ${xLabel} ${tickText(cursor.x)}，${yLabel} ${tickText(cursor.y)}。`}
        </span>
        <span id={id}>{describe(series, xLabel, yLabel)}</span>
      </figcaption>
    </figure>
  )
}

function Head({
  title,
  series,
  plot,
}: Pick<SpectrumPlotProps, 'title' | 'series'> & { plot: ReturnType<typeof usePlot> }) {
  return (
    <div className={css.head}>
      <span className={css.title}>{title}</span>
      {series.length > 1 &&
        series.map((each, i) => (
          <span key={each.name} className={css.legend}>
            <svg viewBox="0 0 20 8" aria-hidden="true">
              <path d="M0 0H20V8H0z" fill="var(--ink-900)" />
              <path d="M2 4H18" stroke={traces[i % traces.length]} strokeWidth="2" />
            </svg>
            {each.name}
          </span>
        ))}
      <span className="cluster no-print" style={{ gap: 0 }}>
        <Button size="s" variant="quiet" icon="plus" aria-label="放大" onClick={() => plot.zoom(0.5)} />
        <Button size="s" variant="quiet" icon="minus" aria-label="缩小" onClick={() => plot.zoom(2)} />
        <Button size="s" variant="quiet" onClick={plot.toPeak}>
          最高峰
        </Button>
        <Button size="s" variant="quiet" icon="refresh" onClick={plot.reset}>
          还原
        </Button>
      </span>
    </div>
  )
}

/** The visible range and the cursor, which reads the active curve. */
function usePlot(
  { series, reverseX = false, active = 0, onRange, onView, marks = [] }: SpectrumPlotProps,
  drawn: readonly Series[],
) {
  const whole = rangeOf(series.flatMap((each) => rangeOf(each.x)))
  const first = series[active] ?? series[0] ?? { name: '', x: [], y: [] }
  const [chosen, setChosen] = useState<Range>()
  const [index, setIndex] = useState(-1)
  const [drag, setDrag] = useState<Range>()
  const dragging = useRef(false)
  // Curves may have been added or taken away since the range was chosen.
  const view: Range = chosen && chosen[0] < whole[1] && chosen[1] > whole[0] ? chosen : whole
  const [from, to] = view
  useEffect(() => onView?.([from, to]), [onView, from, to])
  const inView = drawn.flatMap((each) => visibleIndexes(each, view).map((i) => each.y[i] as number))
  const [low, high] = rangeOf(inView)
  // Names of peaks stand outside the highest or the lowest one.
  const room = (down: boolean, least: number) => (marks.some((mark) => (mark.down ?? false) === down) ? 0.28 : least)
  const yView: Range = [low - (high - low) * room(true, 0.04), high + (high - low) * room(false, 0.06)]

  const zoom = (factor: number) => setChosen(zoomed(view, whole, factor, first.x[index]))
  const toPeak = () => setIndex(highestIndex(first, view))
  const rangeEnd = useRef<number>(undefined)
  /** By keyboard: one end of the range, then the other. */
  const chooseEnd = () => {
    const at = first.x[index]
    if (at === undefined || !onRange) return
    if (rangeEnd.current === undefined || rangeEnd.current === at) rangeEnd.current = at
    else {
      onRange([Math.min(rangeEnd.current, at), Math.max(rangeEnd.current, at)])
      rangeEnd.current = undefined
    }
  }
  const reset = () => setChosen(undefined)
  /** One cursor step is a 200th of the visible range. */
  const step = (direction: number) => {
    const from = first.x[index] ?? (view[0] + view[1]) / 2
    const to = from + ((direction * (view[1] - view[0])) / 200) * (reverseX ? -1 : 1)
    setIndex(nearestIndex(first.x, Math.min(view[1], Math.max(view[0], to))))
  }
  const pan = (direction: number) => setChosen(panned(view, whole, 0.5 * direction * (reverseX ? -1 : 1)))
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const acts: Record<string, () => void> = {
      ArrowRight: () => step(1),
      ArrowLeft: () => step(-1),
      PageDown: () => pan(1),
      PageUp: () => pan(-1),
      '+': () => zoom(0.5),
      '=': () => zoom(0.5),
      '-': () => zoom(2),
      '0': reset,
      p: toPeak,
      P: toPeak,
      ...(onRange ? { '[': chooseEnd, ']': chooseEnd } : {}),
    }
    const act = acts[event.key]
    if (!act) return
    event.preventDefault()
    act()
  }
  const cancelDrag = () => {
    dragging.current = false
    setDrag(undefined)
  }
  return {
    view,
    yView,
    drag,
    cursor:
      index >= 0 && first.x[index] !== undefined
        ? {
            x: first.x[index],
            y: first.y[index] as number,
            drawnY: (drawn[active] ?? drawn[0])?.y[index] ?? Number.NaN,
            name: series.length > 1 ? `${first.name} ` : '',
          }
        : undefined,
    zoom,
    toPeak,
    reset,
    onKeyDown,
    cancelDrag,
    startDrag: (x: number) => {
      dragging.current = true
      setDrag([x, x])
    },
    moveTo: (x: number) => {
      if (dragging.current) setDrag((before) => [before?.[0] ?? x, x])
      else if (first.x.length) setIndex(nearestIndex(first.x, x))
    },
    endDrag: () => {
      const [a, b] = drag ?? [0, 0]
      // A click without a drag selects no range.
      if (dragging.current && Math.abs(a - b) > (view[1] - view[0]) / 100) {
        if (onRange) onRange([Math.min(a, b), Math.max(a, b)])
        else setChosen([Math.min(a, b), Math.max(a, b)])
      }
      cancelDrag()
    },
  }
}

function linePath(each: Series, view: Range, px: (x: number) => number, py: (y: number) => number): string {
  return visibleIndexes(each, view)
    .map((i, n) => `${n ? 'L' : 'M'}${px(each.x[i] as number).toFixed(1)} ${py(each.y[i] as number).toFixed(1)}`)
    .join('')
}

function describe(series: readonly Series[], xLabel: string, yLabel: string): string {
  return series
    .map((each) => {
      const [from, to] = rangeOf(each.x)
      const peak = highestIndex(each, [from, to])
      const text = `${each.name}：${each.x.length} 个数据点，${xLabel} ${tickText(from)} 至 ${tickText(to)}`
      return peak < 0
        ? `${each.name}：无数据`
        : `${text}，最大 ${yLabel} ${tickText(each.y[peak] as number)} 位于 ${tickText(each.x[peak] as number)}`
    })
    .join('；')
}
