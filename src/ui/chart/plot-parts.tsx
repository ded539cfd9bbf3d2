// What lies inside the frame of a plot, in the coordinates of its drawing.
import { type Band, type Mark, spaced } from './plot-marks.ts'
import { niceTicks, type Range, tickText } from './scale.ts'
import css from './spectrum-plot.module.css'

export const margin = { left: 64, right: 16, top: 12, bottom: 40 }

export function Chosen({ from, to, bottom }: { from: number; to: number; bottom: number }) {
  const left = Math.min(from, to)
  return <rect x={left} width={Math.abs(from - to)} y={margin.top} height={bottom - margin.top} fill="#5fd4de33" />
}

type AxesProps = {
  view: Range
  yView: Range
  px: (x: number) => number
  py: (y: number) => number
  box: { right: number; bottom: number }
  xLabel: string
  yLabel: string
  yText: (value: number) => string
}

export function Axes({ view, yView, px, py, box, xLabel, yLabel, yText }: AxesProps) {
  return (
    <g className={css.axis} stroke="none">
      {niceTicks(view, Math.max(4, Math.round((box.right - margin.left) / 90))).map((tick) => (
        <g key={tick}>
          <path d={`M${px(tick)} ${margin.top}V${box.bottom}`} stroke="#2c414b" strokeWidth=".6" />
          <text x={px(tick)} y={box.bottom + 16} textAnchor="middle">
            {tickText(tick)}
          </text>
        </g>
      ))}
      {niceTicks(yView, 4).map((tick) => (
        <g key={tick}>
          <path d={`M${margin.left} ${py(tick)}H${box.right}`} stroke="#2c414b" strokeWidth=".6" />
          <text x={margin.left - 6} y={py(tick) + 4} textAnchor="end">
            {yText(tick)}
          </text>
        </g>
      ))}
      <text x={(margin.left + box.right) / 2} y={box.bottom + margin.bottom - 6} textAnchor="middle">
        {xLabel}
      </text>
      <text transform={`translate(13 ${(margin.top + box.bottom) / 2}) rotate(-90)`} textAnchor="middle">
        {yLabel}
      </text>
    </g>
  )
}

/** Texts in a row over their peaks; one that would cover the text before it is left out, as in print. */
export function Marks({ marks, view, px, py }: { marks: readonly Mark[]; view: Range } & Places) {
  const seen = marks.filter((mark) => mark.x >= view[0] && mark.x <= view[1])
  return (
    <g className={css.mark} stroke="none">
      {spaced(seen.map((mark) => ({ ...mark, left: px(mark.x), top: py(mark.y) }))).map((mark) => (
        <g key={`${mark.x} ${mark.y}`}>
          <path d={`M${mark.left} ${mark.top + (mark.down ? 4 : -10)}v6`} stroke="#fff" strokeWidth="1" />
          <text
            transform={`translate(${mark.left + 4} ${mark.top + (mark.down ? 13 : -13)}) rotate(-90)`}
            textAnchor={mark.down ? 'end' : 'start'}
          >
            {mark.text}
          </text>
        </g>
      ))}
    </g>
  )
}

export function Bands({ bands, px, py, bottom }: { bands: readonly Band[]; bottom: number } & Places) {
  return bands.map(({ from, to, baseline }) => (
    <g key={`${from} ${to}`}>
      <Chosen from={px(from)} to={px(to)} bottom={bottom} />
      {baseline && (
        <path
          d={`M${px(from)} ${py(baseline[0])}L${px(to)} ${py(baseline[1])}`}
          stroke="#fff"
          strokeDasharray="4 3"
          strokeWidth="1"
        />
      )}
    </g>
  ))
}

type Places = { px: (x: number) => number; py: (y: number) => number }
