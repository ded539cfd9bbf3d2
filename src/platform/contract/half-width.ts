/**
 * Full-width digits, letters and signs as half-width ones. Not all of NFKC: it makes a superscript a digit (10⁻³ becomes 10-3), and
 * Chinese punctuation belongs into Chinese text.
 */
export function halfWidth(text: string): string {
  return text.replace(/[０-９Ａ-Ｚａ-ｚ．＋－＜＝＞％／＊＾]/g, (sign) => sign.normalize('NFKC'))
}
