import type { PdfDrawing, PdfPath, PdfText } from './document.ts'
import type { Doc } from './sheet.ts'

/** Draws lines and texts where they stand. The fonts are part of the file, as printers ask. */
export function drawDrawing(doc: Doc, { items }: PdfDrawing): void {
  for (const item of items) {
    doc.save()
    if (item.kind === 'path') drawPath(doc, item)
    else drawText(doc, item)
    doc.restore()
  }
}

function drawPath(doc: Doc, { lines, colour, width, dash, clip }: PdfPath): void {
  if (clip) doc.rect(clip.left, clip.top, clip.width, clip.height).clip()
  for (const line of lines)
    for (const [i, [x, y]] of line.entries()) {
      if (i === 0) doc.moveTo(x, y)
      else doc.lineTo(x, y)
    }
  if (dash) doc.dash(dash[0], { space: dash[1] })
  doc.lineWidth(width).lineJoin('round').strokeColor(colour).stroke()
}

function drawText(doc: Doc, { x, y, anchor, size, bold, upwards, runs }: PdfText): void {
  doc.font(bold ? 'bold' : 'regular').fillColor('#000000')
  const widths = runs.map(({ text, scale }) => doc.fontSize(size * scale).widthOfString(text))
  const whole = widths.reduce((sum, width) => sum + width, 0)
  if (upwards) doc.rotate(-90, { origin: [x, y] })
  let left = x - { start: 0, middle: whole / 2, end: whole }[anchor]
  for (const [i, { text, scale, shift }] of runs.entries()) {
    doc.fontSize(size * scale).text(text, left, y - shift * size, { lineBreak: false, baseline: 'alphabetic' })
    left += widths[i] as number
  }
}
