import Pdf from 'pdfkit'
import { runsOf as runsOfText } from '../small-signs.ts'
import { drawableText } from './drawable-text.ts'

type Options = PDFKit.Mixins.TextOptions & { textWidth?: number; lineWidth?: number; wordCount?: number }

/** What the text of pdfkit uses inside (`_fragment` draws a piece of a line); `render.test.ts` holds that it stays so. */
interface Inside {
  /** `font`: as fontkit reads it; the fonts that pdfkit itself brings have none. */
  _font: { ascender: number; font?: { hasGlyphForCodePoint?: (codePoint: number) => boolean } }
  _fontSize: number
  _fragment(text: string, x: number, y: number, options: Options): void
}
const inside = Pdf.prototype as unknown as Inside

/**
 * A PDF that draws raised and lowered digits, signs and letters from the plain ones, smaller and moved. The Chinese font has ¹ to ⁴ alone, and a box
 * would stand for the others in TiO₂ and cm⁻¹. Other signs that the font lacks are drawn by those that look like them.
 */
export class PdfWithSmallSigns extends Pdf {
  /** Lines are broken and aligned by these widths. */
  override widthOfString(text: string, options?: PDFKit.Mixins.TextOptions): number {
    return runsOf(this, text).reduce(
      (sum, run) => sum + inScale(this, run.scale, () => super.widthOfString(run.text, options)),
      0,
    )
  }

  _fragment(text: string, x: number, y: number, options: Options): void {
    const runs = runsOf(this, text)
    if (runs.every(({ scale }) => scale === 1))
      return inside._fragment.call(this, runs.map((run) => run.text).join(''), x, y, options)
    const { _font, _fontSize } = this as unknown as Inside
    const { align, lineWidth = 0, textWidth: _, wordCount: _w, ...rest } = options
    let left = x
    if (options.width && align === 'right') left += lineWidth - this.widthOfString(text.trimEnd(), rest)
    if (options.width && align === 'center') left += (lineWidth - this.widthOfString(text, rest)) / 2
    const baseline = options.baseline === 'alphabetic' ? 0 : (_font.ascender / 1000) * _fontSize
    for (const run of runs)
      left += inScale(this, run.scale, () => {
        inside._fragment.call(this, run.text, left, y, { ...rest, baseline: run.shift * _fontSize - baseline })
        return super.widthOfString(run.text, rest)
      })
  }
}

function runsOf(doc: PdfWithSmallSigns, text: string) {
  const { font } = (doc as unknown as Inside)._font
  return runsOfText(drawableText(text, (codePoint) => font?.hasGlyphForCodePoint?.(codePoint) ?? true))
}

function inScale<T>(doc: PdfWithSmallSigns, scale: number, act: () => T): T {
  const { _fontSize } = doc as unknown as Inside
  doc.fontSize(_fontSize * scale)
  const result = act()
  doc.fontSize(_fontSize)
  return result
}
