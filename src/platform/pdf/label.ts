import type { PdfLabel } from './document.ts'
import { drawQrCode } from './qr.ts'
import { type Doc, FAINT, INK } from './sheet.ts'

const POINTS_PER_MM = 72 / 25.4
/** The size of a roll label, in points. */
export const LABEL_SIZE: [number, number] = [60 * POINTS_PER_MM, 40 * POINTS_PER_MM]

const EDGE = 52
const PAD = 7

/** Draws one label; what does not fit into its lines is cut, since a label has no second page. */
export function drawLabel(doc: Doc, { code, head, lines }: PdfLabel, first: boolean): void {
  if (!first) doc.addPage()
  const [width, height] = LABEL_SIZE
  drawQrCode(doc, code, PAD, PAD, EDGE)
  const left = PAD + EDGE + 6
  const wide = width - left - PAD
  doc.font('bold').fontSize(11).fillColor(INK).text(head, left, PAD, { width: wide, height: 14, ellipsis: true })
  let top = PAD + 15
  doc.font('regular').fontSize(7.5)
  for (const [at, line] of lines.entries()) {
    const room = at === lines.length - 1 ? height - top - 20 : 23
    doc
      .fillColor(at === lines.length - 1 ? FAINT : INK)
      .text(line, left, top, { width: wide, height: room, ellipsis: true, lineGap: 0 })
    top = Math.min(doc.y + 1.5, height - 30)
  }
  doc
    .font('bold')
    .fontSize(10)
    .fillColor(INK)
    .text(code, PAD, height - 17, { width: width - 2 * PAD, lineBreak: false })
}
