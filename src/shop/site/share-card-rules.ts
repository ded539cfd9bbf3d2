import { imageUrl } from '../../ground/settings/image-url-rules.ts'
import { ownImage } from '../media/image-name-rules.ts'

/** What a shared link shows of a page: its name and its drawing, or the picture that was uploaded for it. */
export interface SharedPage {
  kind: 'project' | 'article'
  id: number
  title: string
  img: string
  figure: object | null
}

export interface SharePicture {
  url: string
  width: number
  height: number
}

export const CARD_WIDTH = 1200
export const CARD_HEIGHT = 630

/** Where the picture of a page is: the uploaded one, else the card drawn for it. */
export function sharePicture(
  page: SharedPage,
  { settings, publicUrl }: { settings: { siteName: string; imageBase: string }; publicUrl: string },
): SharePicture {
  const own = ownImage(page.img)
  const at = (path: string) => (path.startsWith('/') ? publicUrl + path : path)
  return own
    ? { url: at(imageUrl(settings.imageBase, page.img)), width: own.width, height: own.height }
    : { url: `${publicUrl}/share/${cardName(page, settings.siteName)}`, width: CARD_WIDTH, height: CARD_HEIGHT }
}

/** The name changes with what is on the card, so that a card may be kept for as long as anybody likes. */
export function cardName({ kind, id, title, figure }: Omit<SharedPage, 'img'>, siteName: string): string {
  // Answers are checked on their way and come with their keys in another order.
  const data = figure && Object.entries(figure).toSorted(([left], [right]) => (left < right ? -1 : 1))
  return `${kind}-${id}-${digest(JSON.stringify([siteName, title, data]))}.jpg`
}

const NAME = /^(project|article)-([1-9]\d{0,14})-[0-9a-f]{8}\.jpg$/

/** Which page a card's name speaks of. */
export function cardSubject(name: string): { kind: 'project' | 'article'; id: number } | undefined {
  const [, kind, id] = NAME.exec(name) ?? []
  return kind === 'project' || kind === 'article' ? { kind, id: Number(id) } : undefined
}

/** FNV-1a: browser and server have to come to the same name, and nothing depends on it but the name. */
function digest(text: string): string {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return (hash >>> 0).toString(16).padStart(8, '0')
}
