/** A printed document as data; `renderPdf` makes pages of it. Nothing here knows what the document is about. */
export interface PdfDocument {
  title: string
  /** Small, at the top right of every page: the number of the document. */
  mark: string
  /** Small, at the bottom left of every page: whose document it is. */
  owner: string
  blocks: PdfBlock[]
}

export type PdfBlock =
  | { kind: 'title'; text: string; sub?: string }
  | { kind: 'heading'; text: string }
  /** `strong`: set in bold, for what the law wants to be seen. */
  | { kind: 'paragraph'; text: string; strong?: boolean }
  | { kind: 'facts'; items: { term: string; value: string }[] }
  | { kind: 'table'; columns: PdfColumn[]; rows: string[][]; total?: string[] }
  | { kind: 'parties'; parties: { title: string; lines: string[]; signed?: string }[] }
  | { kind: 'code'; text: string; caption: string }

export interface PdfColumn {
  header: string
  /** Share of the width. */
  share: number
  align?: 'left' | 'right'
}
