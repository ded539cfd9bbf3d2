import { type Run, runsOf } from '../../../platform/small-signs.ts'

/** A figure as lines and texts in points, with the origin at the top left. SVG and PDF are written from the same items. */
export interface Drawing {
  widthMm: number
  heightMm: number
  width: number
  height: number
  font: string
  items: DrawnItem[]
}

export type DrawnItem = DrawnPath | DrawnText

export interface DrawnPath {
  kind: 'path'
  /** One or more open lines. */
  lines: [x: number, y: number][][]
  colour: string
  width: number
  /** Lengths of dash and gap. */
  dash?: [number, number]
  /** Nothing is drawn outside of this box. */
  clip?: { left: number; top: number; width: number; height: number }
}

export interface DrawnText {
  kind: 'text'
  x: number
  /** Of the baseline. */
  y: number
  anchor: 'start' | 'middle' | 'end'
  size: number
  bold?: boolean
  /** Turned by a quarter to the left around its place. */
  upwards?: boolean
  runs: Run[]
}

export const pointsPerMm = 72 / 25.4

/** About the width of a text in points, from the widths of Arial: exact widths are known only where it is drawn. */
export function textWidth(text: string, size: number): number {
  return runsOf(text).reduce(
    (sum, run) => sum + [...run.text].reduce((width, letter) => width + letterWidth(letter), 0) * run.scale * size,
    0,
  )
}

function letterWidth(letter: string): number {
  if (/[\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef]/.test(letter)) return 1
  if (/[iljt.,:;'|!()[\]\s/-]/.test(letter)) return 0.3
  if (/[A-Zmw%−×]/.test(letter)) return 0.7
  return 0.556
}

/** The drawing as a file: sizes in millimetres, texts as texts. */
export function drawingSvg({ widthMm, heightMm, width, height, font, items }: Drawing): string {
  const parts = items.map((item, i) => (item.kind === 'path' ? pathSvg(item, i) : textSvg(item)))
  const family = `${font}, ${font === 'Arial' ? 'Helvetica' : 'Arial'}, 'Noto Sans SC', 'Microsoft YaHei', 'PingFang SC', sans-serif`
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${number(widthMm)}mm" height="${number(heightMm)}mm" viewBox="0 0 ${number(width)} ${number(height)}" font-family="${family}"><rect width="${number(width)}" height="${number(height)}" fill="#fff"/>${parts.join('')}</svg>`
}

function pathSvg({ lines, colour, width, dash, clip }: DrawnPath, i: number): string {
  const d = lines
    .map((line) => line.map(([x, y], n) => `${n === 0 ? 'M' : 'L'}${number(x)} ${number(y)}`).join(''))
    .join('')
  const path = `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${number(width)}" stroke-linejoin="round"${dash ? ` stroke-dasharray="${dash.map(number).join(' ')}"` : ''}`
  if (!clip) return `${path}/>`
  const box = `<rect x="${number(clip.left)}" y="${number(clip.top)}" width="${number(clip.width)}" height="${number(clip.height)}"/>`
  return `<clipPath id="c${i}">${box}</clipPath>${path} clip-path="url(#c${i})"/>`
}

function textSvg({ x, y, anchor, size, bold, upwards, runs }: DrawnText): string {
  const place = upwards
    ? `transform="translate(${number(x)} ${number(y)}) rotate(-90)"`
    : `x="${number(x)}" y="${number(y)}"`
  let lifted = 0
  const spans = runs.map((run) => {
    const lift = run.shift * size
    const dy = lifted - lift
    lifted = lift
    const plain = run.scale === 1 && dy === 0
    const text = escaped(run.text)
    return plain
      ? text
      : `<tspan${dy === 0 ? '' : ` dy="${number(dy)}"`}${run.scale === 1 ? '' : ` font-size="${number(size * run.scale)}"`}>${text}</tspan>`
  })
  return `<text ${place} text-anchor="${anchor}" font-size="${number(size)}"${bold ? ' font-weight="700"' : ''} fill="#000">${spans.join('')}</text>`
}

function number(value: number): string {
  return String(Math.round(value * 1000) / 1000)
}

/** A label is typed or comes out of a file: it must not end its element. */
function escaped(text: string): string {
  return text
    .replace(/[\u0000-\u001f\ufffe\uffff]/g, '')
    .toWellFormed()
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
}
