import { encode } from 'uqr'
import { type Doc, INK } from './sheet.ts'

/** Draws a QR code of this edge length, in points. */
export function drawQrCode(doc: Doc, text: string, left: number, top: number, edge: number): void {
  const { data, size } = encode(text, { border: 0, ecc: 'M' })
  const module = edge / size
  for (const [row, cells] of data.entries()) {
    for (const [column, dark] of cells.entries()) {
      if (dark) doc.rect(left + column * module, top + row * module, module, module)
    }
  }
  doc.fill(INK)
}
