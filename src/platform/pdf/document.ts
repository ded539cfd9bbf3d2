/** A printed document as data; `renderPdf` makes pages of it. Nothing here knows what the document is about. */
export interface PdfDocument {
  title: string
  /** Small, at the top right of every page: the number of the document. */
  mark: string
  /** Small, at the bottom left of every page: whose document it is. */
  owner: string
  /** Large and across every page: that the document no longer holds. */
  stamp?: string
  blocks: PdfBlock[]
}

export type PdfBlock =
  /** With a code it stands at the right of the title, so that it is never left alone on the last page. */
  | { kind: 'title'; text: string; sub?: string; code?: { text: string; caption: string } }
  | { kind: 'heading'; text: string }
  /** `strong`: set in bold, for what the law wants to be seen. */
  | { kind: 'paragraph'; text: string; strong?: boolean }
  | { kind: 'facts'; items: { term: string; value: string }[] }
  | { kind: 'table'; columns: PdfColumn[]; rows: string[][]; total?: string[] }
  | { kind: 'parties'; parties: { title: string; lines: string[]; signed?: string }[] }
  | { kind: 'code'; text: string; caption: string }
  | PdfPlot

export interface PdfColumn {
  header: string
  /** Share of the width. */
  share: number
  align?: 'left' | 'right'
}

/** Curves over one x axis. */
export interface PdfPlot {
  kind: 'plot'
  title: string
  xLabel: string
  yLabel: string
  /** Drawn from right to left, as chemical shift and wavenumber are. */
  reverseX: boolean
  series: { label: string; x: number[]; y: number[] }[]
}
