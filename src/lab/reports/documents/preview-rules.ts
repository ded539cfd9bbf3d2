import { mayHoldSeries } from '../../../core/curves/file-rules.ts'
import { drawnTypes, largestDrawnPreview } from '../../../core/files/rules.ts'
import type { Preview } from '../rules.ts'

/** A PDF is read by the browser as a whole before it is shown. */
const largestPdfPreview = 30 * 1024 * 1024

/** How the browser shows a file of results. */
export function previewOf(name: string, mime: string, size: number): Preview {
  if (mime === 'application/pdf') return size <= largestPdfPreview ? 'pdf' : 'none'
  if (/^image\/(png|jpeg|webp|gif)$/.test(mime)) return 'image'
  if (drawnTypes.includes(mime)) return size <= largestDrawnPreview ? 'image' : 'none'
  return mime === 'text/plain' && mayHoldSeries(name) ? 'series' : 'none'
}
