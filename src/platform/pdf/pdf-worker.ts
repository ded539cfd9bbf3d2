/** Runs as a child process that draws one document: see render.ts. */
import { createRequire } from 'node:module'
import type { PdfBlock, PdfColumn, PdfDocument, PdfLabel, PdfPlot } from './document.ts'
import { drawLetterhead, drawPictures, drawSignatures } from './report-parts.ts'
import { drawLabel, LABEL_SIZE } from './label.ts'
import { drawDrawing } from './drawing.ts'
import { drawPlot, PLOT_HEIGHT } from './plot.ts'
import { drawQrCode } from './qr.ts'
import { PdfWithSmallSigns } from './pdf-with-small-signs.ts'
import { type Doc, ensureRoom, FAINT, INK, MARGIN, RULE, widthOf } from './sheet.ts'

const locate = createRequire(import.meta.url).resolve

process.on('message', (document: PdfDocument) => {
  draw(document).then(
    (bytes) => process.send?.({ bytes }),
    (error: Error) => process.send?.({ fault: error.message }),
  )
})
process.on('disconnect', () => process.exit())

function draw(document: PdfDocument): Promise<Uint8Array> {
  const doc = new PdfWithSmallSigns({
    ...(bareSize(document)
      ? { size: bareSize(document), margin: 0 }
      : {
          size: 'A4',
          layout: document.layout === 'landscape' ? 'landscape' : 'portrait',
          margins: { top: 72, bottom: 72, left: MARGIN, right: MARGIN },
        }),
    bufferPages: true,
    lang: 'zh-CN',
    info: { Title: document.title, Author: document.owner },
  })
  doc.registerFont('regular', locate('@expo-google-fonts/noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf'))
  doc.registerFont('bold', locate('@expo-google-fonts/noto-sans-sc/700Bold/NotoSansSC_700Bold.ttf'))
  const pieces: Buffer[] = []
  const done = new Promise<Uint8Array>((resolve, reject) => {
    doc.on('data', (piece: Buffer) => pieces.push(piece))
    doc.on('end', () => resolve(Buffer.concat(pieces)))
    doc.on('error', reject)
  })
  doc.font('regular').fontSize(10).fillColor(INK)
  for (const [place, block] of document.blocks.entries()) {
    if (block.kind === 'label') drawLabel(doc, block, place === 0)
    else drawBlock(doc, block)
  }
  if (!bareSize(document)) drawMargins(doc, document)
  doc.end()
  return done
}

/** The size of pages without margins, header and footer. */
function bareSize({ layout, blocks }: PdfDocument): [number, number] | undefined {
  if (layout === 'labels') return LABEL_SIZE
  const [block] = blocks
  return layout === 'drawing' && block?.kind === 'drawing' ? [block.width, block.height] : undefined
}

function drawBlock(doc: Doc, block: Exclude<PdfBlock, PdfLabel>): void {
  switch (block.kind) {
    case 'title':
      return drawTitle(doc, block)
    case 'heading':
      ensureRoom(doc, 60)
      doc.moveDown(0.6).font('bold').fontSize(11.5).text(block.text, MARGIN).moveDown(0.3)
      return
    case 'paragraph':
      doc
        .font(block.strong ? 'bold' : 'regular')
        .fontSize(10)
        .text(block.text, MARGIN, doc.y, { lineGap: 3.5, width: widthOf(doc) })
        .moveDown(0.35)
      return
    case 'facts':
      return drawFacts(doc, block.items)
    case 'table':
      return drawTable(doc, block.columns, block.rows, block.total)
    case 'letterhead':
      return drawLetterhead(doc, block)
    case 'pictures':
      return drawPictures(doc, block.items)
    case 'signatures':
      return drawSignatures(doc, block.people)
    case 'parties':
      return drawParties(doc, block.parties)
    case 'code':
      return drawCode(doc, block.text, block.caption)
    case 'plot':
      return placePlot(doc, block)
    case 'drawing':
      return drawDrawing(doc, block)
  }
}

function drawTitle(doc: Doc, { text, sub, code }: Extract<PdfBlock, { kind: 'title' }>): void {
  const top = doc.y
  doc.font('bold').fontSize(18).text(text, { align: 'center' })
  if (sub) doc.moveDown(0.3).font('regular').fontSize(9.5).fillColor(FAINT).text(sub, { align: 'center' })
  doc.fillColor(INK).moveDown(1)
  if (!code) return
  const edge = 62
  const left = doc.page.width - MARGIN - edge
  drawQrCode(doc, code.text, left, top - 14, edge)
  doc.font('regular').fontSize(7).fillColor(FAINT)
  doc
    .text(code.caption, left - 20, top - 14 + edge + 3, { width: edge + 40, align: 'center', lineGap: 1 })
    .fillColor(INK)
  doc.x = MARGIN
  doc.y = Math.max(doc.y, top + edge + 16)
}

function placePlot(doc: Doc, plot: PdfPlot): void {
  ensureRoom(doc, PLOT_HEIGHT + 8)
  const top = doc.y
  drawPlot(doc, plot, { left: MARGIN, top, width: widthOf(doc) })
  doc.fillColor(INK)
  doc.x = MARGIN
  doc.y = top + PLOT_HEIGHT + 8
}

function drawFacts(doc: Doc, items: { term: string; value: string }[]): void {
  const termWidth = 92
  for (const { term, value } of items) {
    const height = doc
      .font('regular')
      .fontSize(10)
      .heightOfString(value || '—', { width: widthOf(doc) - termWidth, lineGap: 2 })
    ensureRoom(doc, height)
    const y = doc.y
    doc.fillColor(FAINT).text(term, MARGIN, y, { width: termWidth - 8 })
    doc.fillColor(INK).text(value || '—', MARGIN + termWidth, y, { width: widthOf(doc) - termWidth, lineGap: 2 })
    doc.y = y + height + 4
  }
  doc.x = MARGIN
  doc.moveDown(0.4)
}

function drawTable(doc: Doc, columns: PdfColumn[], rows: string[][], total: string[] | undefined): void {
  const whole = columns.reduce((sum, column) => sum + column.share, 0)
  const widths = columns.map((column) => (column.share / whole) * widthOf(doc))
  const heightOf = (cells: string[], font: 'regular' | 'bold') => {
    doc.font(font).fontSize(9)
    return (
      10 +
      Math.max(...cells.map((cell, i) => doc.heightOfString(cell || ' ', { width: (widths[i] ?? 0) - 10, lineGap: 1 })))
    )
  }
  /** `below`: the height of what must stand on the same page. */
  const drawRow = (cells: string[], font: 'regular' | 'bold', fill: boolean, below = 0) => {
    const height = heightOf(cells, font)
    const pages = doc.bufferedPageRange().count
    ensureRoom(doc, height + below)
    if (doc.bufferedPageRange().count > pages && !fill)
      drawRow(
        columns.map((column) => column.header),
        'bold',
        true,
      )
    doc.font(font).fontSize(9)
    const y = doc.y
    if (fill) doc.rect(MARGIN, y, widthOf(doc), height).fill('#eef2f6').fillColor(INK)
    let x = MARGIN
    for (const [i, cell] of cells.entries()) {
      const width = widths[i] ?? 0
      doc.text(cell, x + 5, y + 5, { width: width - 10, lineGap: 1, align: columns[i]?.align ?? 'left' })
      x += width
    }
    doc
      .moveTo(MARGIN, y + height)
      .lineTo(MARGIN + widthOf(doc), y + height)
      .lineWidth(0.5)
      .strokeColor(RULE)
      .stroke()
    doc.y = y + height
  }
  drawRow(
    columns.map((column) => column.header),
    'bold',
    true,
  )
  // A sum alone on a page says nothing: the last row goes with it.
  const sumHeight = total ? heightOf(total, 'bold') : 0
  for (const [i, row] of rows.entries()) drawRow(row, 'regular', false, i === rows.length - 1 ? sumHeight : 0)
  if (total) drawRow(total, 'bold', false)
  doc.x = MARGIN
  doc.moveDown(0.6)
}

/** The parties side by side, with room for seals. */
function drawParties(doc: Doc, parties: { title: string; lines: string[]; signed?: string }[]): void {
  const width = widthOf(doc) / parties.length
  const heightOf = (party: (typeof parties)[number]) =>
    40 +
    party.lines.reduce(
      (sum, line) =>
        sum +
        doc
          .font('regular')
          .fontSize(9.5)
          .heightOfString(line, { width: width - 16 }) +
        4,
      0,
    ) +
    70
  const height = Math.max(...parties.map(heightOf))
  ensureRoom(doc, height)
  const top = doc.y + 8
  for (const [i, party] of parties.entries()) {
    const x = MARGIN + i * width
    doc
      .font('bold')
      .fontSize(10.5)
      .fillColor(INK)
      .text(party.title, x, top, { width: width - 16 })
    doc.moveDown(0.3).font('regular').fontSize(9.5)
    for (const line of party.lines) doc.text(line, x, doc.y, { width: width - 16 }).moveDown(0.25)
    if (party.signed) {
      const y = doc.y + 6
      const inner = doc.fontSize(9).heightOfString(party.signed, { width: width - 40, lineGap: 2 })
      doc
        .roundedRect(x, y, width - 20, inner + 14, 4)
        .lineWidth(1)
        .strokeColor('#b42318')
        .stroke()
      doc
        .fillColor('#b42318')
        .text(party.signed, x + 10, y + 7, { width: width - 40, lineGap: 2 })
        .fillColor(INK)
    }
  }
  doc.x = MARGIN
  doc.y = top + height
}

function drawCode(doc: Doc, text: string, caption: string): void {
  const edge = 84
  ensureRoom(doc, edge + 16)
  const top = doc.y + 6
  drawQrCode(doc, text, MARGIN, top, edge)
  doc
    .font('regular')
    .fontSize(9.5)
    .fillColor(INK)
    .text(caption, MARGIN + edge + 16, top + 6, { width: widthOf(doc) - edge - 16, lineGap: 3 })
  doc.x = MARGIN
  doc.y = top + edge + 10
}

/** Diagonally over the text, transparent enough to read the text below. */
function drawStamp(doc: Doc, text: string): void {
  const { width, height } = doc.page
  doc
    .save()
    .rotate(-32, { origin: [width / 2, height / 2] })
    .opacity(0.32)
  doc.font('bold').fontSize(92)
  const wide = doc.widthOfString(text)
  const left = (width - wide) / 2
  const top = height / 2 - 66
  doc
    .roundedRect(left - 26, top - 4, wide + 52, 142, 14)
    .lineWidth(7)
    .strokeColor('#b42318')
    .stroke()
  doc.fillColor('#b42318').text(text, left, top, { lineBreak: false })
  doc.restore().opacity(1).fillColor(INK)
}

/** Draws mark, owner, page number and stamp on every page, once the number of pages is known. */
function drawMargins(doc: Doc, document: PdfDocument): void {
  const { start, count } = doc.bufferedPageRange()
  for (let i = start; i < start + count; i++) {
    doc.switchToPage(i)
    // Text below the bottom margin would open another page.
    doc.page.margins.bottom = 0
    if (document.stamp) drawStamp(doc, document.stamp)
    doc.font('regular').fontSize(8.5).fillColor(FAINT)
    doc.text(document.mark, MARGIN, 36, { width: widthOf(doc), align: 'right', lineBreak: false })
    const y = doc.page.height - 44
    doc.text(document.owner, MARGIN, y, { width: widthOf(doc) / 2, lineBreak: false })
    doc.text(`第 ${i - start + 1} 页 / 共 ${count} 页`, MARGIN, y, {
      width: widthOf(doc),
      align: 'right',
      lineBreak: false,
    })
  }
}
