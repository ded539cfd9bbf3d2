import { pictureNoteOf } from '../media/library-actions.ts'
import { homeCategories, hotProjects, projectItems } from '../catalogue/actions.ts'
import type { InputOf, OutputOf } from '../../platform/contract/call.ts'
import { commonErrors, refuse } from '../../platform/contract/refusal.ts'
import type { Ctx } from '../../platform/http/ctx.ts'
import { shanghaiDate } from '../../platform/time.ts'
import { readSetting, siteSettings } from '../../core/settings/actions.ts'
import type { ability, acknowledge, news, newsDetail, service, webIndex, WebPage } from './contract.ts'
import { type PageSlug, pageSections } from './page-rules.ts'
import { htmlOfPlain, withPictures } from '../media/rich-text-rules.ts'
import {
  type AcknowledgementRow,
  acknowledgementPage,
  type ArticleRow,
  articleById,
  articlesBetween,
  lastArticleId,
  articlePage,
  type CaseRow,
  caseById,
  casePage,
  casesByProject,
  homeBlock,
  homeRows,
  noticesAt,
  pageBySlug,
  pickedIds,
  servicePage,
} from './store.ts'
import { seoOf } from '../../core/settings/search-engines/seo-rules.ts'

type DbCtx = Pick<Ctx, 'db'>
type Paged = { page: number; size: number }

const HOT_PROJECTS = 8
/** Independent reads of the home page: four blocks of content, the categories, the hot projects. */
const HOME_READS = 6

/**
 * The home page. Hot projects and the hot area are chosen by editors; without a choice they are the most ordered and the featured. A block that
 * cannot be read is left out and logged, and the next visitor's request reads it again: one fault does not fail the whole page.
 */
export async function homePage(ctx: Pick<Ctx, 'db' | 'cache' | 'log'>): Promise<OutputOf<typeof webIndex>> {
  const faults: unknown[] = []
  const or = <T>(block: Promise<T>, none: T) =>
    block.catch((error: unknown) => {
      faults.push(error)
      return none
    })
  const content = await homeRows(ctx.db).catch(async () => ({
    banners: await or(homeBlock(ctx.db, 'banners'), []),
    cases: await or(homeBlock(ctx.db, 'cases'), []),
    acknowledgements: await or(homeBlock(ctx.db, 'acknowledgements'), []),
    partners: await or(homeBlock(ctx.db, 'partners'), []),
  }))
  const blocks = (await readSetting(ctx, 'homeBlocks')).filter(({ shown }) => shown).map(({ name }) => name)
  const areas = await or(categoryBlocks(ctx), { typeArr: [], prefectureNavBottomArr: [] })
  const hotItems = await or(hotBlock(ctx), [])
  if (faults.length === HOME_READS) throw faults[0]
  for (const err of faults) ctx.log.error({ err }, 'a block of the home page could not be read')
  // An answer with a missing block must not be cached.
  if (faults.length > 0) ctx.cache.purgeHere([])
  return {
    blocks,
    ...areas,
    bannerArr: content.banners,
    hotItems,
    serviceCaseArr: content.cases.map(caseItemOf),
    thanksArr: content.acknowledgements.map(acknowledgementItemOf),
    partnerArr: content.partners,
  }
}

async function categoryBlocks(ctx: DbCtx) {
  return homeCategories(ctx, await pickedIds(ctx.db, 'hotArea'))
}

async function hotBlock(ctx: DbCtx) {
  const chosen = await pickedIds(ctx.db, 'hotProjects')
  return chosen ? projectItems(ctx, chosen) : hotProjects(ctx, HOT_PROJECTS)
}

export async function newsList(ctx: DbCtx, input: InputOf<typeof news>): Promise<OutputOf<typeof news>> {
  const { total, rows } = await articlePage(ctx.db, input.type, windowOf(input))
  return { list: rows.map(articleItemOf), total, page: input.page, size: input.size }
}

export async function newsArticle(ctx: DbCtx, input: InputOf<typeof newsDetail>): Promise<OutputOf<typeof newsDetail>> {
  const row = await articleById(ctx.db, input.id)
  if (!row) return caseArticle(ctx, input.id)
  // The PostgreSQL driver gives elements of bigint[] as text, PGlite as numbers.
  const projects = await projectItems(ctx, row.projectIds.map(Number))
  const picture = await pictureNoteOf(ctx, row.img)
  const html = await htmlOf(ctx, row)
  return { ...articleItemOf(row), html, source: row.source, picture, projects, seo: seoOf(row.seo) }
}

/** A text that was never edited in the console is stored as plain text. */
async function htmlOf(ctx: DbCtx, { body, bodyHtml }: { body: string; bodyHtml: string | null }): Promise<string> {
  if (bodyHtml === null) return htmlOfPlain(body)
  return bodyHtml.includes('<img') ? withPictures(bodyHtml, await readSetting(ctx, 'imageBase')) : bodyHtml
}

async function caseArticle(ctx: DbCtx, id: number): Promise<OutputOf<typeof newsDetail>> {
  const row = await caseById(ctx.db, id)
  if (!row) throw refuse(commonErrors.notFound)
  const { title, sketch, img, figure, source } = row
  const html = await htmlOf(ctx, row)
  const projects = await projectItems(ctx, row.projectId === null ? [] : [row.projectId])
  const picture = await pictureNoteOf(ctx, img)
  const shown = { title, sketch, img, figure, picture, html, source, projects }
  return { id, type: 'service', tags: [], created: row.createdOn, ...shown }
}

export async function abilityList(ctx: DbCtx, input: InputOf<typeof ability>): Promise<OutputOf<typeof ability>> {
  const { total, rows } = await casePage(ctx.db, windowOf(input))
  return { list: rows.map(caseItemOf), total, page: input.page, size: input.size }
}

export async function serviceList(ctx: DbCtx, input: InputOf<typeof service>): Promise<OutputOf<typeof service>> {
  const { total, rows } = await servicePage(ctx.db, windowOf(input))
  return { list: rows.map(caseItemOf), total, page: input.page, size: input.size }
}

export async function acknowledgeList(
  ctx: DbCtx,
  input: InputOf<typeof acknowledge>,
): Promise<OutputOf<typeof acknowledge>> {
  const { total, rows } = await acknowledgementPage(ctx.db, windowOf(input))
  return { list: rows.map(acknowledgementItemOf), total, page: input.page, size: input.size }
}

export async function textPage(ctx: DbCtx, slug: PageSlug): Promise<WebPage> {
  const row = await pageBySlug(ctx.db, slug)
  if (!row) throw refuse(commonErrors.notFound)
  const { title, sub, description, bodyHtml } = row
  const settings = await siteSettings(ctx)
  return { slug, title, sub, description, sections: pageSections(withPictures(bodyHtml, settings.imageBase), settings) }
}

/** The notices of the site that are shown now. */
export function noticesInForce(ctx: Pick<Ctx, 'db' | 'clock'>) {
  return noticesAt(ctx.db, ctx.clock.now())
}

/** The article or case under a number, as a shared link shows it. */
export async function sharedArticle(ctx: DbCtx, id: number) {
  const row = (await articleById(ctx.db, id)) ?? (await caseById(ctx.db, id))
  return row && { title: row.title, img: row.img, figure: row.figure }
}

/** For the sitemap: ids from `from` up to, but not including, `to`. */
export function articlesForSitemap(ctx: DbCtx, from: number, to: number) {
  return articlesBetween(ctx.db, from, to)
}

export async function lastArticle(ctx: DbCtx): Promise<number> {
  return (await lastArticleId(ctx.db)).id
}

export async function casesOfProject(ctx: DbCtx, rid: number) {
  return (await casesByProject(ctx.db, rid, 3)).map(caseItemOf)
}

function windowOf({ page, size }: Paged) {
  return { limit: size, offset: (page - 1) * size }
}

export function caseItemOf({ id, createdOn, title, img, figure, sketch, source }: CaseRow) {
  return { rid: id, title, img, figure, sketch, created: createdOn, source }
}

function acknowledgementItemOf({ id, company, title, code, content, sketch, source }: AcknowledgementRow) {
  return { rid: id, company, title, code, content, sketch, source }
}

export function articleItemOf({ id, type, title, sketch, img, figure, tags, publishedAt }: ArticleRow) {
  return { id, type, title, sketch, img, figure, tags, created: shanghaiDate(publishedAt) }
}
