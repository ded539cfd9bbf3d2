/** A printed document as data, independent of its subject; `renderPdf` draws it. */
export interface PdfDocument {
  title: string
  /** The document number, in small print at the top right of every page. */
  mark: string
  /** The issuer, in small print at the bottom left of every page. */
  owner: string
  /** Large diagonal text on every page which says that the document is no longer valid. */
  stamp?: string
  /** Portrait unless a table is wide. `labels`: pages of 60 × 40 mm with one label each, without margins. `drawing`: one page of its size. */
  layout?: 'portrait' | 'landscape' | 'labels' | 'drawing'
  blocks: PdfBlock[]
}

export type PdfBlock =
  /** `code` is a QR code at the right of the title, so that it is never alone on the last page. */
  | { kind: 'title'; text: string; sub?: string; code?: { text: string; caption: string } }
  | { kind: 'heading'; text: string }
  /** `strong`: bold, for clauses that the law requires to be conspicuous. */
  | { kind: 'paragraph'; text: string; strong?: boolean }
  | { kind: 'facts'; items: { term: string; value: string }[] }
  | { kind: 'table'; columns: PdfColumn[]; rows: string[][]; total?: string[] }
  /** The issuer at the top of the first page. */
  | { kind: 'letterhead'; name: string; lines: string[] }
  /** Pictures side by side, JPEG or PNG. */
  | { kind: 'pictures'; items: { bytes: Uint8Array; caption: string }[] }
  /** Names with room for signatures. */
  | { kind: 'signatures'; people: { role: string; name: string }[] }
  | { kind: 'parties'; parties: { title: string; lines: string[]; signed?: string }[] }
  | { kind: 'code'; text: string; caption: string }
  | PdfLabel
  | PdfPlot
  | PdfDrawing

export interface PdfColumn {
  header: string
  /** Share of the table width. */
  share: number
  align?: 'left' | 'right'
}

/** What is stuck on one sample. Each label has a page of its own. */
export interface PdfLabel {
  kind: 'label'
  /** The content of the QR code, printed below it as well. */
  code: string
  /** In large print. */
  head: string
  lines: string[]
}

/** Curves with a common x axis. */
export interface PdfPlot {
  kind: 'plot'
  title: string
  xLabel: string
  yLabel: string
  /** Drawn from right to left, as chemical shift and wavenumber are. */
  reverseX: boolean
  series: { label: string; x: number[]; y: number[] }[]
}

/** Lines and texts in points from the top left, on a page of this size. */
export interface PdfDrawing {
  kind: 'drawing'
  width: number
  height: number
  items: (PdfPath | PdfText)[]
}

export interface PdfPath {
  kind: 'path'
  lines: [x: number, y: number][][]
  colour: string
  width: number
  dash?: [number, number]
  clip?: { left: number; top: number; width: number; height: number }
}

/** `y` is the baseline; `shift` of a run lifts it, in shares of the size. */
export interface PdfText {
  kind: 'text'
  x: number
  y: number
  anchor: 'start' | 'middle' | 'end'
  size: number
  bold?: boolean
  upwards?: boolean
  runs: { text: string; scale: number; shift: number }[]
}
