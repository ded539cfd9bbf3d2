import type { Ctx } from '../../platform/http/ctx.ts'
import { fromShanghai, shanghaiTime } from '../../platform/time.ts'
import { htmlOfPlain, wordsOf } from '../media/rich-text-rules.ts'
import {
  type AcknowledgementData,
  type ArticleData,
  type BannerData,
  type CaseData,
  type ItemRow,
  itemRow,
  itemRows,
  nextItemId,
  type NoticeData,
  type PageData,
  type PartnerData,
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
} from './item-store.ts'
import type { ImageChange } from '../media/image-use-rules.ts'
import { type ImageUseRow, imageUseRows, rewriteImage, usedImageIds } from './image-use-store.ts'
import { indexArticle } from './search-actions.ts'
import { pickedIds } from './store.ts'
import { noSeo } from '../../core/settings/search-engines/seo-rules.ts'

export type { ItemRow }

type DbCtx = Pick<Ctx, 'db'>
type Data = Record<string, unknown>
type Write<D> = (ctx: Ctx, id: number, data: D) => Promise<void>

/** Banners, partners, cases, acknowledgements, articles, pages and notices, as the editing of content reads and publishes them. */
export const articleKinds = {
  banner: ofTable('banner', (ctx, id, data: BannerData) => putBanner(ctx.db, id, data)),
  partner: ofTable('partner', (ctx, id, data: PartnerData) => putPartner(ctx.db, id, data)),
  serviceCase: searched(
    ofTable('serviceCase', (ctx, id, data: CaseData) => putCase(ctx.db, id, data, wordsOf(data.body))),
  ),
  acknowledgement: ofTable('acknowledgement', (ctx, id, data: AcknowledgementData) =>
    putAcknowledgement(ctx.db, id, data),
  ),
  article: searched(
    ofTable('article', (ctx, id, data: ArticleData) =>
      putArticle(ctx.db, id, data, wordsOf(data.body), fromShanghai(data.publishedAt)),
    ),
  ),
  page: ofTable('page', (ctx, id, data: PageData) => putPage(ctx.db, id, data, wordsOf(data.body))),
  notice: ofTable('notice', (ctx, id, data: NoticeData) =>
    putNotice(ctx.db, id, data, {
      from: fromShanghai(data.shownFrom),
      until: data.shownUntil === '' ? null : fromShanghai(data.shownUntil),
    }),
  ),
}

/** What editors chose for a block of the home page, in their order; undefined when nobody has chosen yet. */
export function pickedItems(ctx: DbCtx, block: 'hotArea' | 'hotProjects'): Promise<number[] | undefined> {
  return pickedIds(ctx.db, block)
}

export function pickItems(ctx: DbCtx, block: 'hotArea' | 'hotProjects', ids: number[]): Promise<void> {
  return putPicks(ctx.db, block, ids)
}

/** Items that use a picture, for the picture library. */
export function articleImageUses(ctx: DbCtx, pattern: string): Promise<ImageUseRow[]> {
  return imageUseRows(ctx.db, pattern)
}

export function articleImages(ctx: DbCtx): Promise<string[]> {
  return usedImageIds(ctx.db)
}

export function rewriteArticleImage(ctx: DbCtx, change: ImageChange): Promise<number> {
  return rewriteImage(ctx.db, change)
}

function ofTable<D>(kind: TableKind, write: Write<D>) {
  return {
    rows: (ctx: DbCtx): Promise<ItemRow[]> => itemRows(ctx.db, kind),
    read: async (ctx: DbCtx, id: number): Promise<Data | undefined> => {
      const row = await itemRow(ctx.db, kind, id)
      return row && formData(row)
    },
    write,
    nextId: (ctx: DbCtx): Promise<number> => nextItemId(ctx.db, kind),
    show: async (ctx: Ctx, id: number, published: boolean): Promise<void> => {
      await setItemPublished(ctx.db, kind, id, published)
    },
    order: (ctx: DbCtx, ids: readonly number[]): Promise<void> => setItemOrder(ctx.db, kind, ids),
  }
}

/** Adds the update of the site's search index to publishing and hiding. */
function searched<D>(source: ReturnType<typeof ofTable<D>>): ReturnType<typeof ofTable<D>> {
  return {
    ...source,
    write: async (ctx, id, data) => {
      await source.write(ctx, id, data)
      await indexArticle(ctx, id)
    },
    show: async (ctx, id, published) => {
      await source.show(ctx, id, published)
      await indexArticle(ctx, id)
    },
  }
}

/** A row as the console's form needs it: plain text becomes HTML, timestamps become Shanghai time, ids become numbers on both drivers. */
function formData({ bodyHtml, ...row }: Data): Data {
  const entries = Object.entries(row).map(([name, value]) => {
    if (name === 'body') return [name, typeof bodyHtml === 'string' ? bodyHtml : htmlOfPlain(String(value))]
    if (name === 'seo') return [name, value ?? noSeo]
    if (name === 'shownUntil' && value === null) return [name, '']
    if (value instanceof Date) return [name, shanghaiTime(value).slice(0, 16)]
    return [name, name === 'projectIds' && Array.isArray(value) ? value.map(Number) : value]
  })
  return Object.fromEntries(entries)
}
