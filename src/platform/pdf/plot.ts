import type Pdf from 'pdfkit'
import type { PdfPlot } from './document.ts'

type Doc = InstanceType<typeof Pdf>
interface Box {
  left: number
  top: number
  width: number
  height: number
}

const COLOURS = ['#0b5fa5', '#b42318', '#1b7f4b', '#8a5a00', '#6b3fa0', '#0f7c86', '#a0306b', '#4a5561']
const FAINT = '#5b6673'
const GRID = '#e2e7ec'

export const PLOT_HEIGHT = 220

/** Draws a plot at the given position: frame, ticks at round numbers, curves, and a legend when there are several curves. */
export function drawPlot(doc: Doc, plot: PdfPlot, { left, top, width }: Omit<Box, 'height'>): void {
  const box = { left: left + 46, top: top + 20, width: width - 56, height: PLOT_HEIGHT - 66 }
  const xRange = rangeOf(plot.series.flatMap((series) => [least(series.x), most(series.x)]))
  const yRange = widened(rangeOf(plot.series.flatMap((series) => [least(series.y), most(series.y)])))
  const xAt = (x: number) => {
    const share = (x - xRange[0]) / (xRange[1] - xRange[0])
    return box.left + (plot.reverseX ? 1 - share : share) * box.width
  }
  const yAt = (y: number) => box.top + box.height - ((y - yRange[0]) / (yRange[1] - yRange[0])) * box.height

  doc
    .font('bold')
    .fontSize(9)
    .fillColor('#1a1f26')
    .text(plot.title, left, top, { width, lineBreak: false, ellipsis: true })
  doc.font('regular').fontSize(7.5)
  for (const tick of ticks(xRange)) {
    doc
      .moveTo(xAt(tick), box.top)
      .lineTo(xAt(tick), box.top + box.height)
      .lineWidth(0.4)
      .strokeColor(GRID)
      .stroke()
    doc
      .fillColor(FAINT)
      .text(tickText(tick), xAt(tick) - 24, box.top + box.height + 4, { width: 48, align: 'center', lineBreak: false })
  }
  for (const tick of ticks(yRange, 5)) {
    doc
      .moveTo(box.left, yAt(tick))
      .lineTo(box.left + box.width, yAt(tick))
      .lineWidth(0.4)
      .strokeColor(GRID)
      .stroke()
    doc.fillColor(FAINT).text(tickText(tick), left, yAt(tick) - 4, { width: 42, align: 'right', lineBreak: false })
  }
  doc.rect(box.left, box.top, box.width, box.height).lineWidth(0.6).strokeColor('#8a949f').stroke()
  for (const [i, series] of plot.series.entries())
    drawCurve(doc, series, xAt, yAt, COLOURS[i % COLOURS.length] ?? FAINT)
  drawLabels(doc, plot, left, box)
}

function drawCurve(
  doc: Doc,
  { x, y }: { x: number[]; y: number[] },
  xAt: (x: number) => number,
  yAt: (y: number) => number,
  colour: string,
): void {
  for (const [i, at] of x.entries()) {
    const value = y[i] ?? 0
    if (i === 0) doc.moveTo(xAt(at), yAt(value))
    else doc.lineTo(xAt(at), yAt(value))
  }
  doc.lineWidth(0.8).lineJoin('round').strokeColor(colour).stroke()
}

function drawLabels(doc: Doc, plot: PdfPlot, left: number, box: Box): void {
  const below = box.top + box.height + 16
  doc.font('regular').fontSize(8).fillColor(FAINT)
  doc.text(`横轴：${plot.xLabel}　纵轴：${plot.yLabel}`, box.left, below, {
    width: box.width,
    align: 'center',
    lineBreak: false,
  })
  if (plot.series.length < 2) return
  let x = left
  for (const [i, series] of plot.series.entries()) {
    const width = Math.min(doc.widthOfString(series.label) + 26, 140)
    if (x + width > box.left + box.width) return
    doc.rect(x, below + 17, 10, 3).fill(COLOURS[i % COLOURS.length] ?? FAINT)
    doc.fillColor(FAINT).text(series.label, x + 14, below + 13, { width: width - 20, lineBreak: false, ellipsis: true })
    x += width
  }
}

type Range = readonly [from: number, to: number]

const least = (values: readonly number[]) => values.reduce((low, value) => Math.min(low, value), Infinity)
const most = (values: readonly number[]) => values.reduce((high, value) => Math.max(high, value), -Infinity)

function rangeOf(values: readonly number[]): Range {
  const [low, high] = [least(values), most(values)]
  return low < high ? [low, high] : [low - 0.5, low + 0.5]
}

function widened([from, to]: Range): Range {
  const margin = (to - from) * 0.05
  return [from - margin, to + margin]
}

/** Round numbers inside the range. */
function ticks([from, to]: Range, count = 6): number[] {
  const power = 10 ** Math.floor(Math.log10((to - from) / count))
  const step = power * ([1, 2, 5, 10].find((factor) => factor * power >= (to - from) / count) ?? 10)
  const found: number[] = []
  for (let i = Math.ceil(from / step); i * step <= to; i++) found.push(Number((i * step).toPrecision(12)))
  return found
}

function tickText(value: number): string {
  const size = Math.abs(value)
  if (size !== 0 && (size >= 1e6 || size < 1e-3)) return value.toExponential(1).replace('e+', 'e')
  return String(Number(value.toPrecision(6)))
}
