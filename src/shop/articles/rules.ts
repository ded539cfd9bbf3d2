export const articleTypes = ['news', 'course', 'service', 'thanks'] as const
export type ArticleType = (typeof articleTypes)[number]
/** The sections that articles are written for; acknowledgements are a kind of content of their own. */
export const articleSections = ['news', 'course', 'service'] as const satisfies readonly ArticleType[]
export const articleTypeLabels: Record<ArticleType, string> = {
  news: '新闻动态',
  course: '技能课程',
  service: '服务案例',
  thanks: '文章致谢',
}

/** A banner's redirect: an external page when it begins with http, a page of this site when it begins with /, else the rid of a project. */
export function bannerTarget(redirect: string): { kind: 'external' | 'page' | 'project'; href: string } | undefined {
  if (/^https?:\/\//i.test(redirect)) return { kind: 'external', href: redirect }
  if (redirect.startsWith('/') && isSafeLink(redirect)) return { kind: 'page', href: redirect }
  return isProjectLink(redirect) ? { kind: 'project', href: `/detail/${redirect}` } : undefined
}

/** Whether a link is the rid of a project. */
export function isProjectLink(link: string): boolean {
  return /^[1-9]\d{0,14}$/.test(link)
}

/** Links that editors may write: pages of this site, or http(s) addresses. No script, no data URL, no protocol-relative address. */
export function isSafeLink(link: string): boolean {
  return link === '' || /^https?:\/\/[^\s]+$/i.test(link) || /^\/(?![/\\])[^\s]*$/.test(link)
}

/** Links inside rich text may also be anchors, `mailto:` and `tel:`. */
export function isEditorLink(link: string): boolean {
  return link !== '' && (isSafeLink(link) || /^#[\w-]+$/.test(link) || /^(?:mailto:[^\s\\]+|tel:[+\d-]+)$/i.test(link))
}
