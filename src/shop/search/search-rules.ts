// How text is indexed. A document is a list of words: runs of Chinese characters, found
// anywhere inside, and Latin words (names, pinyin, initials), found from their beginning. Every gram of one to four
// characters is posted, so a search of up to four characters is one index range; longer ones intersect and recheck.

export const longestGram = 4
/** Longer queries are cut, because every character adds cost. */
export const longestQuery = 40
const mostTokens = 6
const longestPinyin = 24

const hanRun = /\p{Script=Han}+/gu

/** Normalises a text: ignores width, case, sub- and superscripts and punctuation. */
export function normaliseText(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

export type QueryToken = { text: string; kind: 'han' | 'word' }

/** The tokens of a query, all of which must be found: 「XRD衍射」 is `xrd` and 衍射. */
export function queryTokens(query: string): QueryToken[] {
  // Also cut before normalising, so that a very long text costs nothing.
  const text = normaliseText(query.slice(0, longestQuery * 4)).slice(0, longestQuery)
  const tokens: QueryToken[] = []
  for (const part of splitScripts(text)) {
    if (tokens.length < mostTokens && !tokens.some((token) => token.text === part.text)) tokens.push(part)
  }
  return tokens
}

function splitScripts(text: string): QueryToken[] {
  const parts = text.match(/\p{Script=Han}+|[^\p{Script=Han}\s]+/gu) ?? []
  return parts.map((part) => ({ text: part, kind: /^\p{Script=Han}/u.test(part) ? 'han' : 'word' }))
}

/** The grams that a document must contain for a token: the token itself up to four characters, else windows that cover it. */
export function tokenGrams(token: QueryToken): string[] {
  const characters = [...token.text]
  if (characters.length <= longestGram) return [token.text]
  // Latin words are indexed by their beginning only; the recheck compares the rest.
  if (token.kind === 'word') return [characters.slice(0, longestGram).join('')]
  const starts = [0]
  for (let start = longestGram; start < characters.length; start += longestGram) {
    starts.push(Math.min(start, characters.length - longestGram))
  }
  return [...new Set(starts.map((start) => characters.slice(start, start + longestGram).join('')))]
}

/** The text that a document must contain for a token longer than a gram; undefined when the grams alone decide. */
export function recheckText(token: QueryToken): string | undefined {
  if ([...token.text].length <= longestGram) return undefined
  return token.kind === 'han' ? token.text : ` ${token.text}`
}

export type SearchPlan = { gram: string; second: string | undefined; grams: string[] }
/** Looking up one document in the index takes as long as reading this many entries in sequence. */
const LOOK_UP_COST = 15
/** Most documents of the rarest gram that are looked up, most ordered first. */
export const mostLookedUp = 5000

/**
 * Plans a search from the number of documents per gram. The postings of the rarest gram are read in order. Then either the other grams are looked up
 * document by document until there are enough hits, or a second gram is read in the same order and intersected first. The plan takes whichever reads
 * less when the two grams never occur together, such as 单晶 and 多晶; when they do, both plans stop early. The second gram is taken from another word
 * of the query if possible, because two parts of one word mostly occur in the same documents.
 */
export function searchPlan(query: string, counts: ReadonlyMap<string, number>): SearchPlan {
  const tokens = queryTokens(query)
  const countOf = (gram: string) => counts.get(gram) ?? 0
  const [gram = '', ...rest] = rarestFirst([...new Set(tokens.flatMap(tokenGrams))], countOf)
  const words = query
    .slice(0, longestQuery * 4)
    .split(/\s+/)
    .map(normaliseText)
  const own = tokens.find((token) => tokenGrams(token).includes(gram))
  const ownWord = words.find((word) => own !== undefined && word.includes(own.text)) ?? ''
  const apart = tokens.filter((token) => !ownWord.includes(token.text)).flatMap(tokenGrams)
  const beside = tokens.filter((token) => token !== own).flatMap(tokenGrams)
  const inTurn = [apart, beside, rest].flatMap((part) => rarestFirst(part, countOf)).filter((each) => each !== gram)
  const [second, ...others] = new Set(inTurn)
  if (second === undefined) return { gram, second, grams: [] }
  const lookedUp = LOOK_UP_COST * Math.min(countOf(gram), mostLookedUp)
  return lookedUp <= countOf(gram) + countOf(second)
    ? { gram, second: undefined, grams: [second, ...others] }
    : { gram, second, grams: others }
}

function rarestFirst(grams: readonly string[], countOf: (gram: string) => number): string[] {
  return grams.toSorted((left, right) => countOf(left) - countOf(right))
}

/** Pinyin of a text: one syllable per Chinese character. Passed in by the server, which has the dictionary. */
export type Syllables = (han: string) => string[]

export type SearchDocument = { words: string[]; grams: string[] }

/** The words and grams of a project: `texts` (names, aliases) are also found by pinyin, `tags` only as written. */
export function searchDocument(
  texts: readonly string[],
  tags: readonly string[],
  syllables: Syllables,
): SearchDocument {
  const han = new Set<string>()
  const latin = new Set<string>()
  for (const text of [...texts, ...tags]) {
    for (const part of splitScripts(normaliseText(text))) (part.kind === 'han' ? han : latin).add(part.text)
    for (const joined of joinedWords(text)) latin.add(joined)
  }
  for (const text of texts) {
    for (const run of normaliseText(text).match(hanRun) ?? [])
      for (const word of pinyinWords(syllables(run))) latin.add(word)
  }
  const grams = new Set<string>()
  for (const run of han) for (const gram of windows(run)) grams.add(gram)
  for (const word of latin) for (const gram of beginnings(word)) grams.add(gram)
  return { words: [...han, ...latin], grams: [...grams] }
}

/** The document as one text with a space before each word, as `recheckText` expects it. */
export function documentText(document: SearchDocument): string {
  return ` ${document.words.join(' ')} `
}

/** Pinyin and initials from each character on, so that both `yanshe` and `ys` find 衍射 inside a name. */
function pinyinWords(syllables: readonly string[]): string[] {
  return syllables.flatMap((_, start) => {
    const rest = syllables.slice(start)
    const initials = rest.map((syllable) => syllable.slice(0, 1)).join('')
    return [rest.join('').slice(0, longestPinyin), initials.slice(0, longestPinyin)].filter((word) => word !== '')
  })
}

/** 「TG-DSC」 is also found by `tgdsc`. */
function joinedWords(text: string): string[] {
  const compounds = text.normalize('NFKC').match(/[A-Za-z0-9]+(?:[-/.·][A-Za-z0-9]+)+/g) ?? []
  return compounds.map((compound) => compound.replace(/[^A-Za-z0-9]/g, '').toLowerCase())
}

function windows(run: string): string[] {
  const characters = [...run]
  return characters.flatMap((_, start) => beginnings(characters.slice(start).join('')))
}

function beginnings(word: string): string[] {
  const characters = [...word].slice(0, longestGram)
  return characters.map((_, index) => characters.slice(0, index + 1).join(''))
}

export type HighlightRange = { start: number; end: number }

/** The ranges of the tokens in a shown text, merged and in order. Matches by pinyin or alias mark nothing. */
export function highlightRanges(text: string, query: string): HighlightRange[] {
  // Folds case and width only, unit by unit, so that positions are those of the shown text.
  const folded = [...text].map((character) => {
    const plain = character.normalize('NFKC').toLowerCase()
    return plain.length === character.length ? plain : character
  })
  const shown = folded.join('')
  const ranges: HighlightRange[] = []
  for (const token of queryTokens(query)) {
    for (let at = shown.indexOf(token.text); at >= 0; at = shown.indexOf(token.text, at + token.text.length)) {
      ranges.push({ start: at, end: at + token.text.length })
    }
  }
  return mergeRanges(ranges)
}

function mergeRanges(ranges: HighlightRange[]): HighlightRange[] {
  const merged: HighlightRange[] = []
  for (const range of ranges.sort((left, right) => left.start - right.start)) {
    const last = merged.at(-1)
    if (last && range.start <= last.end) last.end = Math.max(last.end, range.end)
    else merged.push({ ...range })
  }
  return merged
}
