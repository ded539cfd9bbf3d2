import { escapeHtml, type Section, sectionsOf } from '../media/rich-text-rules.ts'

/** The pages of text. Each has a fixed address, so editors can neither add nor remove one; a page's id is its place in this list, from 1. */
export const pageSlugs = [
  'profile',
  'culture',
  'recruit',
  'guide',
  'contact',
  'license',
  'policy',
  'televised',
  'agreement',
  'promoter',
] as const
export type PageSlug = (typeof pageSlugs)[number]

export const pagePaths: Record<PageSlug, string> = {
  profile: '/about/profile',
  culture: '/about/culture',
  recruit: '/about/recruit',
  guide: '/guide',
  contact: '/contact',
  license: '/license',
  policy: '/policy',
  televised: '/televised',
  agreement: '/agreement',
  promoter: '/agreement?name=promotion',
}

/** Settings that a text may name by a placeholder, so that a changed telephone number changes everywhere. */
export interface PageValues {
  siteName: string
  localInfo: { address: string; phone: string; email: string; express: string }
  labAddress: { receiver: string; phone: string; address: string; postcode: string }
  workingHours: string
  pickupCities: string[]
  quoteValidDays: number
  deliveryWindowDays: number
  sampleKeepDays: number
}

const placeholders: Record<string, (values: PageValues) => string> = {
  网站名称: ({ siteName }) => siteName,
  服务热线: ({ localInfo }) => localInfo.phone,
  邮箱: ({ localInfo }) => localInfo.email,
  地址: ({ localInfo }) => localInfo.address,
  工作时间: ({ workingHours }) => workingHours,
  收件人: ({ labAddress }) => labAddress.receiver,
  收样电话: ({ labAddress }) => labAddress.phone,
  收样地址: ({ labAddress }) => labAddress.address,
  收样邮编: ({ labAddress }) => labAddress.postcode,
  寄件说明: ({ localInfo }) => localInfo.express,
  取样城市: ({ pickupCities }) => (pickupCities.length > 0 ? pickupCities.join('、') : '暂无'),
  报价有效天数: ({ quoteValidDays }) => String(quoteValidDays),
  异议天数: ({ deliveryWindowDays }) => String(deliveryWindowDays),
  样品保存天数: ({ sampleKeepDays }) => String(sampleKeepDays),
}
export const placeholderNames = Object.keys(placeholders)

const EMAIL = /^[\w.+-]+@[\w-]+(\.[\w-]+)+$/

/** Replaces placeholders such as `{{服务热线}}` by escaped values of settings; an e-mail address becomes a link. Unknown names stay visible. */
export function fillPlaceholders(html: string, values: PageValues): string {
  return html.replace(/\{\{\s*([^{}<>]{1,20}?)\s*\}\}/g, (whole, name: string) => {
    const value = Object.hasOwn(placeholders, name) ? placeholders[name]?.(values) : undefined
    if (value === undefined) return whole
    return EMAIL.test(value) ? `<a href="mailto:${value}">${value}</a>` : escapeHtml(value)
  })
}

/** A page's sections with the values filled in. A paragraph that held only an empty setting is removed. */
export function pageSections(html: string, values: PageValues): Section[] {
  return sectionsOf(fillPlaceholders(html, values).replaceAll(/<p>\s*<\/p>/g, ''))
}
