/** Chinese characters, which an English sentence cannot hold. */
const han = /\p{Script=Han}/u

const punctuation: Record<string, string> = {
  '，': ', ',
  '、': ', ',
  '；': '; ',
  '：': ': ',
  '。': '. ',
  '（': ' (',
  '）': ')',
  '～': '–',
  '　': ' ',
}

/**
 * What an English text may say of a Chinese one without a translation: the text itself when only its punctuation is Chinese, else the Latin
 * name that stands in its brackets (`X 射线衍射（XRD）`). Undefined: the data has no English.
 */
export function englishOf(text: string): string | undefined {
  const plain = [...text]
    .map((letter) => punctuation[letter] ?? letter)
    .join('')
    .replace(/\s+/g, ' ')
    .replace(/ ([,;:.])/g, '$1')
    .trim()
  if (plain === '') return undefined
  if (!han.test(plain)) return plain
  const bracketed = [...plain.matchAll(/\(([^()]+)\)/g)].map(([, inner]) => (inner as string).trim())
  return bracketed.find((inner) => !han.test(inner) && /[A-Za-z]/.test(inner))
}

/** The number of a standard: `JY/T 0587—2020 多晶体…` is cited in English by `JY/T 0587—2020`. */
export function englishStandard(text: string): string | undefined {
  const number = /^[A-Z]{2,}(?:\/[A-Z]{1,2})?\s?[A-Z]?\d+(?:[.\d]*)?(?:[-—–:]\d{2,4})?/.exec(text.trim())?.[0]
  return englishOf(text) ?? number
}
