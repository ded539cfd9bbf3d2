import { useId, useRef } from 'react'
import { useWidth } from '../../ui/chart/use-width.ts'
import { minuteText } from '../../ui/text/day-text.ts'
import css from './levey-jennings.module.css'
import { measurementStates, type MeasurementState, numberText, withUnit } from './rules.ts'
import { brokenText, distance, type Limits, type WestgardRule } from './westgard-rules.ts'

export interface ChartPoint {
  id: number
  value: number
  measuredAt: string
  state: MeasurementState
  broken: readonly WestgardRule[]
}

interface Props {
  /** Names the chart for screen readers. */
  title: string
  points: readonly ChartPoint[]
  /** The limits that hold; older points are drawn against them, too. */
  limits: Limits
  unit: string
  height?: number
}

const margin = { left: 76, right: 44, top: 16, bottom: 28 }
const lines = [3, 2, 1, 0, -1, -2, -3] as const
/** A point far away is drawn at the edge, so that the lines stay apart. */
const most = 4.5

/** Levey–Jennings chart: measurements in their order, with lines at the target and at one, two and three standard deviations. */
export function LeveyJennings({ title, points, limits, unit, height = 240 }: Props) {
  const screen = useRef<SVGSVGElement>(null)
  const width = useWidth(screen)
  const name = useId()
  const box = { right: width - margin.right, bottom: height - margin.bottom }
  const py = (z: number) => margin.top + ((most - z) / (2 * most)) * (box.bottom - margin.top)
  const step = (box.right - margin.left) / Math.max(1, points.length)
  const px = (i: number) => margin.left + step * (i + 0.5)
  const placed = points.map((point, i) => {
    const z = distance(point.value, limits)
    return { ...point, x: px(i), y: py(Math.max(-most, Math.min(most, z))) }
  })
  const [first, last] = [points[0], points.at(-1)]
  return (
    <div>
      <svg ref={screen} role="img" aria-labelledby={name} viewBox={`0 0 ${width} ${height}`} className={css.plot}>
        <title id={name}>{`${title}：${summary(points)}`}</title>
        {lines.map((z) => (
          <g key={z}>
            <path
              d={`M${margin.left} ${py(z)}H${box.right}`}
              className={css[z === 0 ? 'target' : `line${Math.abs(z)}`]}
              strokeDasharray={z === 0 ? undefined : '4 4'}
            />
            <text x={margin.left - 6} y={py(z) + 4} textAnchor="end" className={css.axis}>
              {numberText(Number((limits.target + z * limits.deviation).toPrecision(7)))}
            </text>
            <text x={box.right + 6} y={py(z) + 4} className={css.axis}>
              {z === 0 ? '目标' : `${z > 0 ? '+' : '−'}${Math.abs(z)}s`}
            </text>
          </g>
        ))}
        <path d={placed.map(({ x, y }, i) => `${i === 0 ? 'M' : 'L'}${x} ${y}`).join('')} className={css.path} />
        {placed.map((point) => (
          <g key={point.id}>
            <title>{pointText(point, unit)}</title>
            <Mark {...point} />
          </g>
        ))}
        {first && last && (
          <g className={css.axis}>
            <text x={margin.left} y={height - 8}>
              {first.measuredAt.slice(0, 10)}
            </text>
            {points.length > 1 && (
              <text x={box.right} y={height - 8} textAnchor="end">
                {last.measuredAt.slice(0, 10)}
              </text>
            )}
          </g>
        )}
      </svg>
      <ul className={css.legend} aria-hidden="true">
        {(Object.keys(measurementStates) as MeasurementState[])
          .filter((state) => points.some((point) => point.state === state))
          .map((state) => (
            <li key={state}>
              <svg width="16" height="16" viewBox="0 0 16 16">
                <Mark x={8} y={8} state={state} />
              </svg>
              {state === 'none' ? '不计（界限设定前）' : measurementStates[state]}
            </li>
          ))}
      </ul>
    </div>
  )
}

/** Shape and colour say the same, for who does not tell colours apart. */
function Mark({ x, y, state }: { x: number; y: number; state: MeasurementState }) {
  if (state === 'out')
    return <path d={`M${x} ${y - 6}L${x + 6} ${y}L${x} ${y + 6}L${x - 6} ${y}Z`} className={css.out} />
  if (state === 'warning')
    return <path d={`M${x} ${y - 5.5}L${x + 5.5} ${y + 4.5}H${x - 5.5}Z`} className={css.warning} />
  return <circle cx={x} cy={y} r={state === 'none' ? 3 : 3.5} className={css[state]} />
}

function pointText({ measuredAt, value, state, broken }: ChartPoint, unit: string): string {
  const text = `${minuteText(measuredAt)} ${withUnit(numberText(value), unit)}，${measurementStates[state]}`
  return broken.length > 0 ? `${text}：${brokenText(broken)}` : text
}

function summary(points: readonly ChartPoint[]): string {
  const count = (state: MeasurementState) => points.filter((point) => point.state === state).length
  return `${points.length} 次测量，在控 ${count('in')} 次，警告 ${count('warning')} 次，失控 ${count('out')} 次`
}
