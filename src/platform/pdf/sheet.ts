import type Pdf from 'pdfkit'

// The sheet that all parts of a document share.

export type Doc = InstanceType<typeof Pdf>

export const MARGIN = 56
export const INK = '#1a1f26'
export const FAINT = '#5b6673'
export const RULE = '#c9d1da'

export function widthOf(doc: Doc): number {
  return doc.page.width - 2 * MARGIN
}

/** Starts a new page unless `height` still fits on this one. */
export function ensureRoom(doc: Doc, height: number): void {
  if (doc.y + height > doc.page.height - doc.page.margins.bottom) doc.addPage()
}
