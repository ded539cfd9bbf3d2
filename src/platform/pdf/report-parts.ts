import type { PdfBlock } from './document.ts'
import { type Doc, ensureRoom, FAINT, INK, MARGIN, RULE, widthOf } from './sheet.ts'

/** The issuer over a rule, at the top of the first page. */
export function drawLetterhead(doc: Doc, { name, lines }: Extract<PdfBlock, { kind: 'letterhead' }>): void {
  doc
    .font('bold')
    .fontSize(13)
    .fillColor(INK)
    .text(name, MARGIN, doc.y, { width: widthOf(doc) })
  doc.font('regular').fontSize(8.5).fillColor(FAINT)
  for (const line of lines) doc.text(line, MARGIN, doc.y + 1, { width: widthOf(doc) })
  const y = doc.y + 5
  doc
    .moveTo(MARGIN, y)
    .lineTo(MARGIN + widthOf(doc), y)
    .lineWidth(1.2)
    .strokeColor(INK)
    .stroke()
  doc.fillColor(INK)
  doc.x = MARGIN
  // The code beside the title begins above it.
  doc.y = y + 26
}

const PER_ROW = 3
const PICTURE_HEIGHT = 104

/** Three pictures per row, each inside its frame with its caption below. One that cannot be read is named as such. */
export function drawPictures(doc: Doc, items: Extract<PdfBlock, { kind: 'pictures' }>['items']): void {
  const width = (widthOf(doc) - (PER_ROW - 1) * 10) / PER_ROW
  for (let at = 0; at < items.length; at += PER_ROW) {
    ensureRoom(doc, PICTURE_HEIGHT + 24)
    const top = doc.y
    for (const [column, { bytes, caption }] of items.slice(at, at + PER_ROW).entries()) {
      const left = MARGIN + column * (width + 10)
      doc.rect(left, top, width, PICTURE_HEIGHT).lineWidth(0.5).strokeColor(RULE).stroke()
      const box = {
        fit: [width - 8, PICTURE_HEIGHT - 8] as [number, number],
        align: 'center',
        valign: 'center',
      } as const
      doc.font('regular').fontSize(8)
      try {
        doc.image(Buffer.from(bytes), left + 4, top + 4, box)
      } catch {
        doc
          .fillColor(FAINT)
          .text('照片无法显示', left + 4, top + PICTURE_HEIGHT / 2 - 5, { width: width - 8, align: 'center' })
      }
      doc.fillColor(FAINT).text(caption, left, top + PICTURE_HEIGHT + 4, {
        width,
        align: 'center',
        lineBreak: false,
        ellipsis: true,
      })
    }
    doc.fillColor(INK)
    doc.x = MARGIN
    doc.y = top + PICTURE_HEIGHT + 24
  }
}

/** Role, name and a line to sign on, side by side; never divided between pages. */
export function drawSignatures(doc: Doc, people: Extract<PdfBlock, { kind: 'signatures' }>['people']): void {
  const height = 78
  ensureRoom(doc, height)
  const width = widthOf(doc) / people.length
  const top = doc.y + 10
  for (const [i, { role, name }] of people.entries()) {
    const left = MARGIN + i * width
    doc
      .font('regular')
      .fontSize(9)
      .fillColor(FAINT)
      .text(role, left, top, { width: width - 16 })
    doc
      .font('bold')
      .fontSize(10.5)
      .fillColor(INK)
      .text(name || '—', left, top + 15, { width: width - 16, lineBreak: false, ellipsis: true })
    doc
      .moveTo(left, top + 46)
      .lineTo(left + width - 16, top + 46)
      .lineWidth(0.6)
      .strokeColor(INK)
      .stroke()
    doc
      .font('regular')
      .fontSize(8)
      .fillColor(FAINT)
      .text('签字、日期', left, top + 50, { width: width - 16, lineBreak: false })
      .fillColor(INK)
  }
  doc.x = MARGIN
  doc.y = top + height - 8
}
