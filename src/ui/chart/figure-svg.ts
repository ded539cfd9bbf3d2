// A figure for print as the text of an SVG file: white paper, dark colours, text as text.
import { type Band, type Mark, spaced } from './plot-marks.ts'
import { niceTicks, type Range, rangeOf, type Series, tickText, visibleIndexes } from './scale.ts'

export type Figure = {
  title: string
  /** The curves as they are drawn. */
  series: readonly Series[]
  view: Range
  xLabel: string
  yLabel: string
  reverseX: boolean
  yText?: (value: number) => string
  marks?: readonly Mark[]
  bands?: readonly Band[]
}

export const figureSize = { width: 960, height: 600 }
const box = { left: 84, right: 936, top: 56, bottom: 532 }
const colours = ['#0b5fa5', '#b42318', '#1b7f4b', '#8a5a00', '#6b3fa0', '#0f7c86', '#a0306b', '#4a5561']

export function figureSvg(figure: Figure): string {
  const { title, series, view, reverseX, marks = [], bands = [], yText = tickText } = figure
  const shown = series.map((each) => ({ each, indexes: visibleIndexes(each, view, 800) }))
  const values = shown.flatMap(({ each, indexes }) => indexes.map((i) => each.y[i] as number))
  const [low, high] = rangeOf(values)
  const room = (down: boolean) => (marks.some((mark) => (mark.down ?? false) === down) ? 0.22 : 0.05)
  const height = high - low
  const yView: Range = [low - height * room(true), high + height * room(false)]
  const px = (x: number) => {
    const share = (x - view[0]) / (view[1] - view[0])
    return round(box.left + (reverseX ? 1 - share : share) * (box.right - box.left))
  }
  const py = (y: number) => round(box.bottom - ((y - yView[0]) / (yView[1] - yView[0])) * (box.bottom - box.top))
  const parts = [
    `<rect width="${figureSize.width}" height="${figureSize.height}" fill="#fff"/>`,
    `<text x="${box.left}" y="24" font-size="16" font-weight="600">${escaped(title)}</text>`,
    ...niceTicks(view, 8).map(
      (at) => line(px(at), box.bottom, px(at), box.bottom + 6) + text(px(at), box.bottom + 22, tickText(at), 'middle'),
    ),
    ...niceTicks(yView, 6)
      .filter((at) => yText(at) !== '')
      .map((at) => line(box.left - 6, py(at), box.left, py(at)) + text(box.left - 10, py(at) + 5, yText(at), 'end')),
    `<clipPath id="f"><rect x="${box.left}" y="${box.top}" width="${box.right - box.left}" height="${box.bottom - box.top}"/></clipPath>`,
    `<g clip-path="url(#f)" fill="none" stroke-width="1.4" stroke-linejoin="round">`,
    ...bands.map(({ from, to, baseline }) => {
      const left = Math.min(px(from), px(to))
      const area = `<rect x="${left}" y="${box.top}" width="${round(Math.abs(px(to) - px(from)))}" height="${box.bottom - box.top}" fill="#0f7c86" fill-opacity="0.12"/>`
      if (!baseline) return area
      return `${area}<path d="M${px(from)} ${py(baseline[0])}L${px(to)} ${py(baseline[1])}" stroke="#4a5561" stroke-dasharray="5 4"/>`
    }),
    ...shown.map(
      ({ each, indexes }, i) =>
        `<path d="${indexes.map((at, n) => `${n ? 'L' : 'M'}${px(each.x[at] as number)} ${py(each.y[at] as number)}`).join('')}" stroke="${colourOf(i)}"/>`,
    ),
    '</g>',
    ...spaced(
      marks
        .filter(({ x }) => x >= view[0] && x <= view[1])
        .map((mark) => ({ ...mark, left: px(mark.x), top: py(mark.y) })),
    ).map(
      ({ left, top, down, text: name }) =>
        `${line(left, top + (down ? 4 : -12), left, top + (down ? 12 : -4))}<text transform="translate(${left + 4} ${top + (down ? 15 : -15)}) rotate(-90)" text-anchor="${down ? 'end' : 'start'}">${escaped(name)}</text>`,
    ),
    `<rect x="${box.left}" y="${box.top}" width="${box.right - box.left}" height="${box.bottom - box.top}" fill="none" stroke="#1a1f26"/>`,
    text((box.left + box.right) / 2, 576, figure.xLabel, 'middle', 15),
    `<text transform="translate(24 ${(box.top + box.bottom) / 2}) rotate(-90)" text-anchor="middle" font-size="15">${escaped(figure.yLabel)}</text>`,
    ...(series.length > 1 ? legend(series) : []),
  ]
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${figureSize.width}" height="${figureSize.height}" viewBox="0 0 ${figureSize.width} ${figureSize.height}" font-family="Arial, 'Noto Sans SC', 'Microsoft YaHei', 'PingFang SC', sans-serif" font-size="13" fill="#1a1f26"><title>${escaped(title)}</title>${parts.join('')}</svg>`
}

/** Curve names at the right end of the plot, one under the other. */
function legend(series: readonly Series[]): string[] {
  return series.map(({ name }, i) => {
    const y = box.top + 20 + i * 20
    return `<path d="M${box.right - 40} ${y - 4}H${box.right - 14}" stroke="${colourOf(i)}" stroke-width="2.4"/>${text(box.right - 46, y, name, 'end')}`
  })
}

function colourOf(i: number): string {
  return colours[i % colours.length] as string
}

function line(x1: number, y1: number, x2: number, y2: number): string {
  return `<path d="M${x1} ${y1}L${x2} ${y2}" stroke="#1a1f26"/>`
}

function text(x: number, y: number, value: string, anchor: string, size?: number): string {
  return `<text x="${x}" y="${y}" text-anchor="${anchor}"${size ? ` font-size="${size}"` : ''}>${escaped(value)}</text>`
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}

/** A label comes out of a file: it must not end its element. */
function escaped(value: string): string {
  return value
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
