import { imageUrl } from '../../core/settings/image-url-rules.ts'
import { ownImage } from '../media/image-name-rules.ts'

/** The parts of a page that a shared link shows: its title and its uploaded picture or its drawing. */
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

interface Place {
  settings: { siteName: string; imageBase: string }
  publicUrl: string
}

/** The address of a page's picture: the uploaded picture, or else its share card. */
export function sharePicture(page: SharedPage, site: Place): SharePicture {
  if (ownImage(page.img)) return ownPicture(page.img, site)
  const { settings, publicUrl } = site
  return { url: `${publicUrl}/share/${cardName(page, settings.siteName)}`, width: CARD_WIDTH, height: CARD_HEIGHT }
}

/** The address of an uploaded picture, as other sites load it. */
export function ownPicture(img: string, { settings, publicUrl }: Place): SharePicture {
  const path = imageUrl(settings.imageBase, img)
  const { width = CARD_WIDTH, height = CARD_HEIGHT } = ownImage(img) ?? {}
  return { url: path.startsWith('/') ? publicUrl + path : path, width, height }
}

/** The name contains a digest of the card's content, so that caches may keep a card without limit. */
export function cardName({ kind, id, title, figure }: Omit<SharedPage, 'img'>, siteName: string): string {
  // Validating an answer may reorder its keys, so sort them.
  const data = figure && Object.entries(figure).toSorted(([left], [right]) => (left < right ? -1 : 1))
  return `${kind}-${id}-${digest(JSON.stringify([siteName, title, data]))}.jpg`
}

const NAME = /^(project|article)-([1-9]\d{0,14})-[0-9a-f]{8}\.jpg$/

/** The page that a card's name belongs to. */
export function cardSubject(name: string): { kind: 'project' | 'article'; id: number } | undefined {
  const [, kind, id] = NAME.exec(name) ?? []
  return kind === 'project' || kind === 'article' ? { kind, id: Number(id) } : undefined
}

/** FNV-1a: the same digest in browser and server. It is not used for security. */
function digest(text: string): string {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return (hash >>> 0).toString(16).padStart(8, '0')
}
