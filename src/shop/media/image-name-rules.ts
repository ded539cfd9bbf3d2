// The name of an uploaded picture says its size, so a page needs nothing else to show it.

const OWN_IMAGE = /^img\/([0-9a-f]{16})-(\d{1,4})x(\d{1,4})\.(jpg|png)$/

/** Widths that pictures are kept in; a smaller picture only in those below its own, and in its own. */
export const imageWidths = [480, 960, 1600] as const

export interface OwnImage {
  id: string
  width: number
  height: number
  format: 'jpg' | 'png'
}

/** What the name of an uploaded picture says of it: the name is all a page needs for its sizes. */
export function ownImage(img: string): OwnImage | undefined {
  const [, id, width, height, format] = OWN_IMAGE.exec(img) ?? []
  if (id === undefined) return undefined
  return { id, width: Number(width), height: Number(height), format: format === 'png' ? 'png' : 'jpg' }
}

/** The widths in which an uploaded picture is kept; its own is the last. */
export function widthsOf({ width }: { width: number }): number[] {
  return [...imageWidths.filter((each) => each < width), width]
}

/** An uploaded picture, or a file that came with the site; nothing of another house. */
export function isOwnImage(img: string): boolean {
  return (
    img === '' || OWN_IMAGE.test(img) || /^\/[\w-]+(?:\/[\w-]+)*\.(?:jpe?g|png|webp|avif|svg(?:#[\w-]+)?)$/i.test(img)
  )
}
