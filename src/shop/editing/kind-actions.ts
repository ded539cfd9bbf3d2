import { featuredCategoryIds, hotProjects } from '../catalogue/actions.ts'
import {
  categoryItems,
  checkCategory,
  newCategoryId,
  orderCategories,
  putCategory,
  readCategory,
  showCategory,
} from '../catalogue/category-actions.ts'
import { projectsInAll, projectsToEdit, readResults, writeResults } from '../catalogue/result-actions.ts'
import type { Ctx } from '../../platform/http/ctx.ts'
import { fromShanghai, shanghaiTime } from '../../platform/time.ts'
import { readSettings, writeSettings } from '../../ground/settings/actions.ts'
import type { KindData, KindName } from './kind-rules.ts'
import {
  type ItemRow,
  itemRow,
  itemRows,
  nextItemId,
  putAcknowledgement,
  putArticle,
  putBanner,
  putCase,
  putNotice,
  putPage,
  putPartner,
  putPicks,
  setItemOrder,
  setItemPublished,
  type TableKind,
} from './kind-store.ts'
import { htmlOfPlain, wordsOf } from '../media/rich-text-rules.ts'
import { indexArticle } from '../articles/search-actions.ts'
import { pickedIds } from '../articles/store.ts'

type DbCtx = Pick<Ctx, 'db'>
type Data = Record<string, unknown>

/** Where a kind's items live: what the public pages read of it, and how publishing writes it. */
export interface KindSource {
  /** In the order of the public pages. Where there may be too many for a list, those with `kw` in their title and those of `also`. */
  rows: (ctx: DbCtx, wanted?: { kw?: string; also?: readonly number[] }) => Promise<ItemRow[]>
  /** How many there are, where `rows` may leave some out. */
  count?: (ctx: DbCtx) => Promise<number>
  /** As the editor's form wants it; undefined when there is no such item. */
  read: (ctx: DbCtx, id: number) => Promise<Data | undefined>
  /** What a draft is refused for, beyond its fields; writing holds the same. */
  check?: (ctx: Ctx, id: number | undefined, data: never) => Promise<void>
  /** Adds or changes the item and shows it. Only publishing calls this. */
  write: (ctx: Ctx, id: number, data: never) => Promise<void>
  nextId?: (ctx: DbCtx) => Promise<number>
  show?: (ctx: Ctx, id: number, published: boolean) => Promise<unknown>
  order?: (ctx: DbCtx, ids: readonly number[]) => Promise<void>
}

const HOT_PROJECTS = 8

export const kindSources: Record<KindName, KindSource> = {
  banner: ofTable('banner', (ctx, id, data: KindData<'banner'>) => putBanner(ctx.db, id, data)),
  partner: ofTable('partner', (ctx, id, data: KindData<'partner'>) => putPartner(ctx.db, id, data)),
  serviceCase: searched(
    ofTable('serviceCase', (ctx, id, data: KindData<'serviceCase'>) => putCase(ctx.db, id, data, wordsOf(data.body))),
  ),
  acknowledgement: ofTable('acknowledgement', (ctx, id, data: KindData<'acknowledgement'>) =>
    putAcknowledgement(ctx.db, id, data),
  ),
  article: searched(
    ofTable('article', (ctx, id, data: KindData<'article'>) =>
      putArticle(ctx.db, id, data, wordsOf(data.body), fromShanghai(data.publishedAt)),
    ),
  ),
  page: ofTable('page', (ctx, id, data: KindData<'page'>) => putPage(ctx.db, id, data, wordsOf(data.body))),
  notice: ofTable('notice', (ctx, id, data: KindData<'notice'>) =>
    putNotice(ctx.db, id, data, {
      from: fromShanghai(data.shownFrom),
      until: data.shownUntil === '' ? null : fromShanghai(data.shownUntil),
    }),
  ),
  category: {
    rows: categoryItems,
    read: readCategory,
    write: (ctx, id, data: KindData<'category'>) => putCategory(ctx, id, data),
    check: async (ctx, id, data: KindData<'category'>) => void (await checkCategory(ctx, id, data)),
    nextId: newCategoryId,
    show: showCategory,
    order: orderCategories,
  },
  hotArea: single('热门专区', {
    read: async (ctx) => ({ ids: (await pickedIds(ctx.db, 'hotArea')) ?? (await featuredCategoryIds(ctx)) }),
    write: (ctx, _id, data: KindData<'hotArea'>) => putPicks(ctx.db, 'hotArea', data.ids),
  }),
  hotProjects: single('热门项目', {
    read: async (ctx) => ({
      ids: (await pickedIds(ctx.db, 'hotProjects')) ?? (await hotProjects(ctx, HOT_PROJECTS)).map(({ rid }) => rid),
    }),
    write: (ctx, _id, data: KindData<'hotProjects'>) => putPicks(ctx.db, 'hotProjects', data.ids),
  }),
  projectResult: {
    rows: projectsToEdit,
    count: projectsInAll,
    read: readResults,
    write: (ctx, id, { results }: KindData<'projectResult'>) => writeResults(ctx, id, results),
  },
  settingSite: single('网站名称与备案', {
    read: async (ctx) => {
      const { siteName, siteSlogan, icp, businessLicense } = await readSettings(ctx, [
        'siteName',
        'siteSlogan',
        'icp',
        'businessLicense',
      ])
      return {
        ...{ siteName, siteSlogan, icpNumber: icp.number, policeNumber: icp.police },
        ...{ licenseNumber: businessLicense.number, licenseLink: businessLicense.link },
      }
    },
    write: (ctx, _id, data: KindData<'settingSite'>) =>
      writeSettings(ctx, {
        siteName: data.siteName,
        siteSlogan: data.siteSlogan,
        icp: { number: data.icpNumber, police: data.policeNumber },
        businessLicense: { number: data.licenseNumber, link: data.licenseLink },
      }),
  }),
  settingImages: single('图片地址', {
    read: (ctx) => readSettings(ctx, ['imageBase']),
    write: (ctx, _id, { imageBase }: KindData<'settingImages'>) => writeSettings(ctx, { imageBase }),
  }),
  settingContact: single('联系方式', {
    read: async (ctx) => (await readSettings(ctx, ['localInfo'])).localInfo,
    write: (ctx, _id, localInfo: KindData<'settingContact'>) => writeSettings(ctx, { localInfo }),
  }),
  settingParcel: single('收样地址', {
    read: async (ctx) => (await readSettings(ctx, ['labAddress'])).labAddress,
    write: (ctx, _id, labAddress: KindData<'settingParcel'>) => writeSettings(ctx, { labAddress }),
  }),
  settingHours: single('工作时间', {
    read: async (ctx) => {
      const { workingHours, hourExceptions } = await readSettings(ctx, ['workingHours', 'hourExceptions'])
      return { workingHours, exceptions: hourExceptions }
    },
    write: (ctx, _id, { workingHours, exceptions }: KindData<'settingHours'>) =>
      writeSettings(ctx, { workingHours, hourExceptions: exceptions }),
  }),
  settingRegions: single('上门取样地区', {
    read: async (ctx) => ({ codes: (await readSettings(ctx, ['allowRegion'])).allowRegion }),
    write: (ctx, _id, { codes }: KindData<'settingRegions'>) => writeSettings(ctx, { allowRegion: codes }),
  }),
  settingPickup: single('取样日历', {
    read: async (ctx) => (await readSettings(ctx, ['samplingSetting'])).samplingSetting,
    write: (ctx, _id, samplingSetting: KindData<'settingPickup'>) => writeSettings(ctx, { samplingSetting }),
  }),
  settingQr: single('二维码', {
    read: async (ctx) => ({ codes: (await readSettings(ctx, ['qrCodes'])).qrCodes }),
    write: (ctx, _id, { codes }: KindData<'settingQr'>) => writeSettings(ctx, { qrCodes: codes }),
  }),
  settingSamples: single('留样与寄回', {
    read: async (ctx) => {
      const { sampleKeepDays, returnAfterPayment } = await readSettings(ctx, ['sampleKeepDays', 'returnAfterPayment'])
      return { keepDays: String(sampleKeepDays), returnAfterPayment: returnAfterPayment ? 'paid' : 'any' }
    },
    write: (ctx, _id, { keepDays, returnAfterPayment }: KindData<'settingSamples'>) =>
      writeSettings(ctx, { sampleKeepDays: Number(keepDays), returnAfterPayment: returnAfterPayment === 'paid' }),
  }),
  settingAccreditation: single('资质认定范围', {
    read: async (ctx) => ({ ids: (await readSettings(ctx, ['accreditedProjects'])).accreditedProjects }),
    write: (ctx, _id, { ids }: KindData<'settingAccreditation'>) => writeSettings(ctx, { accreditedProjects: ids }),
  }),
  settingContract: single('合同信息', {
    read: async (ctx) => (await readSettings(ctx, ['contractTerms'])).contractTerms,
    write: (ctx, _id, contractTerms: KindData<'settingContract'>) => writeSettings(ctx, { contractTerms }),
  }),
}

function ofTable(kind: TableKind, write: KindSource['write']): KindSource {
  return {
    rows: (ctx) => itemRows(ctx.db, kind),
    read: async (ctx, id) => {
      const row = await itemRow(ctx.db, kind, id)
      return row && formData(row)
    },
    write,
    nextId: (ctx) => nextItemId(ctx.db, kind),
    show: (ctx, id, published) => setItemPublished(ctx.db, kind, id, published),
    order: (ctx, ids) => setItemOrder(ctx.db, kind, ids),
  }
}

/** Found by the site's search: what the public sees of it and what is found are one thing. */
function searched(source: KindSource): KindSource {
  const { write, show } = source
  return {
    ...source,
    write: async (ctx, id, data) => {
      await write(ctx, id, data)
      await indexArticle(ctx, id)
    },
    show: async (ctx, id, published) => {
      await show?.(ctx, id, published)
      await indexArticle(ctx, id)
    },
  }
}

/** There is one item, and its number is 1. */
function single(
  title: string,
  { read, write }: { read: (ctx: DbCtx) => Promise<Data>; write: KindSource['write'] },
): KindSource {
  return {
    rows: async () => [{ id: 1, title, published: true }],
    read: async (ctx, id) => (id === 1 ? read(ctx) : undefined),
    write,
  }
}

/** Rows as the form has them: HTML for what was plain text, moments in Shanghai time, numbers as numbers on every driver. */
function formData({ bodyHtml, ...row }: Data): Data {
  const entries = Object.entries(row).map(([name, value]) => {
    if (name === 'body') return [name, typeof bodyHtml === 'string' ? bodyHtml : htmlOfPlain(String(value))]
    if (name === 'shownUntil' && value === null) return [name, '']
    if (value instanceof Date) return [name, shanghaiTime(value).slice(0, 16)]
    return [name, name === 'projectIds' && Array.isArray(value) ? value.map(Number) : value]
  })
  return Object.fromEntries(entries)
}
