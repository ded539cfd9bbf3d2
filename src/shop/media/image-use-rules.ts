// Every slice whose rows name pictures says which, where, and rewrites them; app/image-places.ts collects what higher slices have.

/** A place where a picture is shown, with the page of the console where it is chosen. */
export interface ImageUse {
  label: string
  to: string
}

/** A picture takes the place of another, or has another alternative text. */
export interface ImageChange {
  /** Values of image fields: `img/{id}-{width}x{height}.jpg`. The same for a new text. */
  from: string
  to: string
  width: number
  height: number
  /** The text of the library before and after. A place with a text of its own keeps it. */
  alt: { was: string; now: string }
}

/** `%img/{id}-%`: what a row that names the picture contains. */
export function patternOfImage(id: string): string {
  return `%img/${id}-%`
}

/** The id in the name of a picture, in a regular expression that the database understands too. */
export const IMAGE_ID = 'img/([0-9a-f]{16})-[0-9]'

/** Pictures in cleaned HTML, attribute by attribute as cleaning writes them, for `regexp_replace` with the flag g. */
export function htmlChange({ from, to, width, height, alt }: ImageChange): { tag: string; now: string; texts: Swap } {
  return {
    tag: `<img src="/${literal(from)}" alt="([^"]*)" loading="lazy" width="[0-9]+" height="[0-9]+"`,
    now: `<img src="/${to}" alt="\\1" loading="lazy" width="${width}" height="${height}"`,
    texts: {
      tag: `<img src="/${literal(to)}" alt="(?:${literal(attributeText(alt.was))})?"`,
      // In a replacement a backslash has a meaning of its own.
      now: `<img src="/${to}" alt="${attributeText(alt.now).replaceAll('\\', '\\\\')}"`,
    },
  }
}

interface Swap {
  tag: string
  now: string
}

/** The same for a text that is rewritten here and not by the database. */
export function changedText(text: string, change: ImageChange): string {
  const { tag, now, texts } = htmlChange(change)
  const swapped = text
    .replace(new RegExp(tag, 'g'), (_, alt: string) => now.replace('\\1', () => alt))
    .replaceAll(change.from, change.to)
  return swapped.replace(new RegExp(texts.tag, 'g'), () => texts.now.replaceAll('\\\\', '\\'))
}

/** The change in every text of a version of content, at any depth. */
export function changedData<T>(value: T, change: ImageChange): T {
  if (typeof value === 'string') return changedText(value, change) as T
  if (Array.isArray(value)) return value.map((each) => changedData(each, change)) as T
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, changedData(each, change)])) as T
}

/** A text as cleaned HTML has it in an attribute. */
function attributeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}

/** Text without any meaning of a regular expression. */
function literal(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
