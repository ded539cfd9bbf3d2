export interface TextPart {
  text: string
  hit: boolean
}

/** Splits a text at the search words it contains, ignoring case and character width. */
export function highlightParts(text: string, words: string): TextPart[] {
  // Full-width letters map to half-width ones at the same index; a text whose length changes is not marked.
  const plain = text.normalize('NFKC').toLowerCase()
  const needles = words
    .normalize('NFKC')
    .toLowerCase()
    .split(/[\s,，、]+/)
    .filter((word) => word !== '')
  if (plain.length !== text.length || needles.length === 0) return [{ text, hit: false }]
  const hits = Array.from({ length: text.length }, () => false)
  for (const needle of needles)
    for (let at = plain.indexOf(needle); at >= 0; at = plain.indexOf(needle, at + needle.length))
      hits.fill(true, at, at + needle.length)
  const parts: TextPart[] = []
  for (const [index, hit] of hits.entries()) {
    const last = parts.at(-1)
    if (last?.hit === hit) last.text += text[index]
    else parts.push({ text: text[index] ?? '', hit })
  }
  return parts
}
