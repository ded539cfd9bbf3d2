export const articleTypes = ['news', 'course', 'service', 'thanks'] as const
export type ArticleType = (typeof articleTypes)[number]
export const articleTypeLabels: Record<ArticleType, string> = {
  news: '新闻动态',
  course: '技能课程',
  service: '服务案例',
  thanks: '文章致谢',
}

/** A banner's redirect: a page elsewhere when it begins with http, else the rid of a project. */
export function bannerTarget(redirect: string): { kind: 'external' | 'project'; href: string } | undefined {
  if (/^https?:\/\//i.test(redirect)) return { kind: 'external', href: redirect }
  return /^\d{1,15}$/.test(redirect) ? { kind: 'project', href: `/detail/${redirect}` } : undefined
}

/** Links that editors write: pages of this site or http(s) elsewhere; no script, no data, no other site by `//`. */
export function isSafeLink(link: string): boolean {
  return link === '' || /^https?:\/\/[^\s]+$/i.test(link) || /^\/(?![/\\])[^\s]*$/.test(link)
}

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
