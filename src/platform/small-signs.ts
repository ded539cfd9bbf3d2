/** A part of a text; `shift` points up, as a raised digit does. */
export interface Run {
  text: string
  scale: number
  /** In shares of the size of the text, upwards. */
  shift: number
}

const raised: Record<string, string> = { '⁺': '+', '⁻': '−', '⁼': '=', '⁽': '(', '⁾': ')', ⁿ: 'n', ⁱ: 'i' }
const lowered: Record<string, string> = { '₊': '+', '₋': '−', '₌': '=', '₍': '(', '₎': ')' }
for (const [digit, sign] of [...'⁰¹²³⁴⁵⁶⁷⁸⁹'].entries()) raised[sign] = String(digit)
for (const [digit, sign] of [...'₀₁₂₃₄₅₆₇₈₉'].entries()) lowered[sign] = String(digit)
for (const [at, sign] of [...'ₐₑₒₓₕₖₗₘₙₚₛₜ'].entries()) lowered[sign] = 'aeoxhklmnpst'[at] ?? ''

const small = 0.7
const above = Object.keys(raised).join('')
const below = Object.keys(lowered).join('')
// A point between two lowered digits belongs to them: Ni₀.₈.
const parts = new RegExp(`[${above}]+(?:\\.[${above}]+)*|[${below}]+(?:\\.[${below}]+)*|[^${above}${below}]+`, 'gu')

/** Raised and lowered digits, signs and letters (10⁻³, TiO₂) become smaller plain ones, because few fonts have all of them. */
export function runsOf(text: string): Run[] {
  return [...text.matchAll(parts)].map(([part]) => {
    const first = part[0] as string
    if (first in raised) return { text: plain(part, raised), scale: small, shift: 0.36 }
    if (first in lowered) return { text: plain(part, lowered), scale: small, shift: -0.16 }
    return { text: part, scale: 1, shift: 0 }
  })
}

function plain(part: string, signs: Record<string, string>): string {
  return [...part].map((sign) => signs[sign] ?? sign).join('')
}
