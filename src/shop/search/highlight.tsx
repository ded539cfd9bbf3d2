import { highlightParts } from './highlight-rules.ts'

/** A text with the search words marked. */
export function Highlighted({ text, words }: { text: string; words: string }) {
  return highlightParts(text, words).map((part, index) =>
    // oxlint-disable-next-line react/no-array-index-key -- parts of a text have no id and never move
    part.hit ? <mark key={index}>{part.text}</mark> : part.text,
  )
}
