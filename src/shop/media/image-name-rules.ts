// The name of an uploaded picture contains its size, so that a page can set width and height without a query.

const OWN_IMAGE = /^img\/([0-9a-f]{16})-(\d{1,4})x(\d{1,4})\.(jpg|png)$/

/** Widths in which pictures are stored. A smaller picture is stored in the widths below its own, and in its own. */
export const imageWidths = [480, 960, 1600] as const

export interface OwnImage {
  id: string
  width: number
  height: number
  format: 'jpg' | 'png'
}

/** The parts of the name of an uploaded picture; undefined for any other name. */
export function ownImage(img: string): OwnImage | undefined {
  const [, id, width, height, format] = OWN_IMAGE.exec(img) ?? []
  if (id === undefined) return undefined
  return { id, width: Number(width), height: Number(height), format: format === 'png' ? 'png' : 'jpg' }
}

/** The widths in which an uploaded picture is stored; its own width is the last. */
export function widthsOf({ width }: { width: number }): number[] {
  return [...imageWidths.filter((each) => each < width), width]
}

/** An uploaded picture, or a file that is part of the site; no picture of another site. */
export function isOwnImage(img: string): boolean {
  return (
    img === '' || OWN_IMAGE.test(img) || /^\/[\w-]+(?:\/[\w-]+)*\.(?:jpe?g|png|webp|avif|svg(?:#[\w-]+)?)$/i.test(img)
  )
}
