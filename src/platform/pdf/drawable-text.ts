/** Signs that few fonts have, by one that looks like them or means the same. */
const alike: Record<string, string> = {
  ...{ ł: 'l', Ł: 'L', đ: 'd', Đ: 'D', ħ: 'h', Ħ: 'H', ı: 'i', ŧ: 't', Ŧ: 'T', ŋ: 'n', Ŋ: 'N', ĸ: 'k', ſ: 's' },
  ...{ ĳ: 'ij', Ĳ: 'IJ', '∼': '~', '⁄': '/', '☐': '□', '☑': '✓', '☒': '×', '✗': '×' },
}
const marks = /\p{M}/gu

/**
 * The text with signs that the font has: of a letter with a mark that it lacks the letter is left (Dvořák: Dvorák), because a box would say
 * nothing at all. A sign for which there is none stays.
 */
export function drawableText(text: string, hasGlyph: (codePoint: number) => boolean): string {
  return text.replaceAll(/[^\p{ASCII}\p{Script=Han}]/gu, (sign) => {
    if (hasGlyph(sign.codePointAt(0) as number)) return sign
    return alike[sign] ?? (sign.normalize('NFD').replaceAll(marks, '') || sign)
  })
}
