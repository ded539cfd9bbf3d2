// An example measurement as editors enter it: a table of numbers, how it is drawn, and its marks. The form shows the same
// plot and the same faults, with line numbers, as the server.
import { type ExampleCurve, type ExampleData, type ExampleMark, placesOf } from './example-rules.ts'
import { dataLines, readTable, tableText } from './measurement-table-rules.ts'

export const plotStyles = { line: '曲线', dots: '散点', sticks: '棒状（质谱）' } as const
export const axisDirections = { normal: '从左到右', reverse: '从右到左', log: '对数' } as const
export const peakDirections = { up: '向上', down: '向下（透过率、吸热等）' } as const

export type MeasurementForm = {
  table: string
  xLabel: string
  yLabel: string
  note: string
  style: keyof typeof plotStyles
  axis: keyof typeof axisDirections
  peaks: keyof typeof peakDirections
  marks: { at: string; y: string; label: string }[]
}

export type Fault = { path: (string | number)[]; message: string }

export const mostMarks = 12
/** Most points of a curve drawn as dots or sticks, because each is a stroke of its own on the page. */
const mostSeparate = 400
/** How far a mark may be above or below the curve, as a share of the curve's height; the plot leaves this room. */
const ROOM = 0.2

/** The data to draw, or the faults. */
export function measurementOf(form: MeasurementForm): { data?: ExampleData; faults: Fault[] } {
  const { curves: read, faults: wrong } = readTable(form.table)
  if (wrong.length > 0) return { faults: [inTable(saidOf(wrong))] }
  const fault = faultOf(read, form)
  if (fault) return { faults: [inTable(fault)] }
  const curves: ExampleCurve[] = read.map(({ name, x, y }) => ({
    name,
    ...(form.style === 'line' ? {} : { style: form.style }),
    x: evenly(x) ?? x,
    y,
  }))
  const { marks, faults } = marksOf(form, curves)
  if (faults.length > 0) return { faults }
  return {
    faults: [],
    data: {
      x: { label: form.xLabel, ...(form.axis === 'normal' ? {} : { [form.axis]: true }) },
      y: { label: form.yLabel },
      note: form.note,
      curves,
      marks,
      ...(form.peaks === 'down' ? { dips: true } : {}),
    },
  }
}

export function formOfMeasurement({ x, y, note, curves, marks, dips }: ExampleData): MeasurementForm {
  return {
    table: tableText(
      curves.map((curve) => ({ name: curve.name, x: placesOf(curve), y: curve.y })),
      x.label,
    ),
    xLabel: x.label,
    yLabel: y.label,
    note,
    style: curves[0]?.style ?? 'line',
    axis: x.log ? 'log' : x.reverse ? 'reverse' : 'normal',
    peaks: dips ? 'down' : 'up',
    marks: marks.map(({ at, y: height, label }) => ({ at: String(at), y: String(height ?? ''), label })),
  }
}

const inTable = (message: string): Fault => ({ path: ['table'], message })

/** The first few faults with their lines, and how many more there are. */
function saidOf(faults: readonly string[]): string {
  const more = faults.length > 4 ? `；另有 ${faults.length - 4} 处` : ''
  return `${faults.slice(0, 4).join('；')}${more}`
}

function faultOf(
  curves: readonly { name: string; x: number[]; y: number[] }[],
  { style, axis, table }: MeasurementForm,
): string | undefined {
  if (style !== 'line' && curves.some(({ x }) => x.length > mostSeparate))
    return `散点与棒状最多 ${mostSeparate} 行，请改用曲线`
  const places = curves.flatMap(({ x }) => x)
  const [least, most] = extremes(places)
  if (axis === 'log' && least <= 0) return `${lineOf(table, least)}对数横轴的位置都要大于 0`
  if (most - least <= Math.max(Math.abs(most), Math.abs(least)) * 1e-4) return '横轴的位置几乎都相同，画不出曲线'
  return undefined
}

/** The number of the line that contains an x value. */
function lineOf(table: string, place: number): string {
  const line = dataLines(table).find(({ values }) => values.includes(place))?.line
  return line === undefined ? '' : `第 ${line} 行：`
}

function marksOf(form: MeasurementForm, curves: ExampleCurve[]): { marks: ExampleMark[]; faults: Fault[] } {
  const [left, right] = extremes(curves.flatMap(placesOf))
  const [lowest, highest] = extremes(curves.flatMap(({ y }) => y))
  const room = (highest - lowest || 1) * ROOM
  const faults: Fault[] = []
  const marks = form.marks.map(({ at, y, label }, i) => {
    const mark = { at: Number(at), y: y === '' ? undefined : Number(y), label }
    if (mark.at < left || mark.at > right)
      faults.push({ path: ['marks', i, 'at'], message: `位置不在数据的范围 ${left} 至 ${right} 内` })
    if (mark.y !== undefined && (mark.y < Math.min(0, lowest) - room || mark.y > highest + room))
      faults.push({ path: ['marks', i, 'y'], message: `高度不在数据的范围 ${lowest} 至 ${highest} 内` })
    return mark
  })
  return { marks, faults }
}

/** A loop, because Math.min(...values) overflows the stack with many thousands of numbers. */
function extremes(values: readonly number[]): [least: number, most: number] {
  return values.reduce<[number, number]>(
    ([least, most], value) => [Math.min(least, value), Math.max(most, value)],
    [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
  )
}

/** Start and step of evenly spaced x values; undefined when they are not evenly spaced. */
function evenly(x: readonly number[]): { from: number; step: number } | undefined {
  const [from = 0, second = 0] = x
  const step = Number((second - from).toPrecision(9))
  const even = step !== 0 && x.every((place, i) => Number((from + i * step).toPrecision(9)) === place)
  return even ? { from, step } : undefined
}
