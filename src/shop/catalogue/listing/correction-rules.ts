import { normaliseText, type QueryToken, queryTokens, type Syllables } from '../../search/search-rules.ts'

/** A word of the catalogue with the forms it can be recognised by. `weight`: how often its projects are ordered. */
export interface Term {
  text: string
  /** Normalised forms: the word itself and its pinyin. */
  forms: string[]
  weight: number
}

/** The words of all names and aliases, each once, heaviest first. */
export function termsOf(
  projects: readonly { texts: readonly string[]; weight: number }[],
  syllables: Syllables,
): Term[] {
  const terms = new Map<string, Term>()
  for (const { texts, weight } of projects)
    for (const text of texts)
      for (const token of queryTokens(text)) {
        if ([...token.text].length < 2) continue
        const known = terms.get(token.text)
        if (known) known.weight = Math.max(known.weight, weight)
        else terms.set(token.text, { text: token.text, forms: formsOf(token, syllables), weight })
      }
  return [...terms.values()].sort((left, right) => right.weight - left.weight)
}

/**
 * The term that an unknown word probably means: the nearest by spelling or by pinyin (衍摄 → 衍射, ramna → raman). Undefined when
 * no term is near enough.
 */
export function correction(word: QueryToken, terms: readonly Term[], syllables: Syllables): string | undefined {
  const forms = formsOf(word, syllables)
  let best: { text: string; distance: number } | undefined
  for (const term of terms) {
    if (term.text === word.text) continue
    for (const form of forms)
      for (const wanted of term.forms) {
        const most = Math.min(allowed(form), allowed(wanted), (best?.distance ?? 99) - 1)
        if (most < 0 || Math.abs(form.length - wanted.length) > most) continue
        const distance = editDistance(form, wanted, most)
        if (distance <= most) best = { text: term.text, distance }
      }
  }
  return best?.text
}

/** Allowed typing errors: one in a short word, two in a long one, none in a very short one. Chinese words with equal pinyin count as no error. */
function allowed(form: string): number {
  return form.length < 3 ? 0 : form.length < 7 ? 1 : 2
}

function formsOf({ text, kind }: QueryToken, syllables: Syllables): string[] {
  return kind === 'han' ? [text, syllables(text).join('')] : [normaliseText(text)]
}

/** Edit distance with transpositions; `most` + 1 when it is larger than `most`. */
export function editDistance(left: string, right: string, most: number): number {
  let before: number[] = []
  let above = Array.from({ length: right.length + 1 }, (_, at) => at)
  for (let i = 1; i <= left.length; i++) {
    const row = [i]
    for (let j = 1; j <= right.length; j++) {
      const same = left[i - 1] === right[j - 1] ? 0 : 1
      let least = Math.min((above[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (above[j - 1] ?? 0) + same)
      if (i > 1 && j > 1 && left[i - 1] === right[j - 2] && left[i - 2] === right[j - 1])
        least = Math.min(least, (before[j - 2] ?? 0) + 1)
      row.push(least)
    }
    if (Math.min(...row) > most) return most + 1
    before = above
    above = row
  }
  return above[right.length] ?? most + 1
}
