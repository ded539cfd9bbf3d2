import type { Db } from '../../platform/db/db.ts'
import { json, type Sql, sql } from '../../platform/db/sql.ts'
import type { FigureData } from '../media/figure-rules.ts'
import type { PageSlug } from './page-rules.ts'
import type { ArticleType } from './rules.ts'
import type { Seo } from '../../core/settings/search-engines/seo-rules.ts'

export type BannerRow = { img: string; figure: FigureData | null; redirect: string; title: string; description: string }
export type CaseRow = {
  id: number
  title: string
  img: string
  figure: FigureData | null
  sketch: string
  createdOn: string
  source: string
}
export type AcknowledgementRow = {
  id: number
  company: string
  title: string
  code: string
  content: string
  sketch: string
  source: string
}
export type ArticleRow = {
  id: number
  type: ArticleType
  title: string
  sketch: string
  img: string
  figure: FigureData | null
  tags: string[]
  publishedAt: Date
}
export type HomeContent = {
  banners: BannerRow[]
  cases: CaseRow[]
  acknowledgements: AcknowledgementRow[]
  partners: { name: string; img: string }[]
}

const caseColumns = sql`id, title, img, figure, sketch, created_on, source`
const articleColumns = sql`id, type, title, sketch, img, figure, tags, published_at`
const acknowledgementColumns = sql`id, company, title, code, content, sketch, source`

const homeBlocks = {
  banners: sql`
    select coalesce(jsonb_agg(to_jsonb(b) order by b.position, b.id), '[]'::jsonb) from (
      select id, position, img, figure, redirect, title, description from banners where published order by position, id limit 8) b`,
  cases: sql`
    select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'title', c.title, 'img', c.img, 'figure', c.figure, 'sketch', c.sketch,
      'createdOn', c.created_on, 'source', c.source) order by c.created_on desc, c.id desc), '[]'::jsonb) from (
      select ${caseColumns} from cases where published order by created_on desc, id desc limit 6) c`,
  acknowledgements: sql`
    select coalesce(jsonb_agg(to_jsonb(a) order by a.published_on desc, a.id desc), '[]'::jsonb) from (
      select ${acknowledgementColumns}, published_on from acknowledgements where published
      order by published_on desc, id desc limit 20) a`,
  partners: sql`
    select coalesce(jsonb_agg(jsonb_build_object('name', p.name, 'img', p.img) order by p.position, p.id), '[]'::jsonb)
    from partners p where p.published`,
}

/** All content blocks of the home page in one statement. */
export function homeRows(db: Db): Promise<HomeContent> {
  const { banners, cases, acknowledgements, partners } = homeBlocks
  return db.one(sql`
    select (${banners}) as banners, (${cases}) as cases, (${acknowledgements}) as acknowledgements, (${partners}) as partners`)
}

/** One block alone, used when the statement for all blocks fails. */
export async function homeBlock<K extends keyof HomeContent>(db: Db, name: K): Promise<HomeContent[K]> {
  return (await db.one<{ rows: HomeContent[K] }>(sql`select (${homeBlocks[name]}) as rows`)).rows
}

type Page = { limit: number; offset: number }
type PageOf<Row> = { total: number; rows: Row[] }

export function casePage(db: Db, page: Page): Promise<PageOf<CaseRow>> {
  const list = { name: 'cases', from: sql`cases`, listed: sql`published`, date: sql`created_on`, columns: caseColumns }
  return newestPage(db, list, page)
}

/**
 * One page of a list, newest first. The total is a stored counter. Rows before the page are skipped in the index, from whichever end is
 * nearer, and only the shown rows are read from the table.
 */
async function newestPage<Row>(
  db: Db,
  { name, from, listed, date, columns }: { name: string; from: Sql; listed: Sql; date: Sql; columns: Sql },
  { limit, offset }: Page,
): Promise<PageOf<Row>> {
  const total =
    (await db.row<{ total: number }>(sql`select total from content_totals where list = ${name}`))?.total ?? 0
  const shown = Math.min(limit, total - offset)
  if (shown <= 0) return { total, rows: [] }
  const fromEnd = total - offset - shown
  const ids =
    offset <= fromEnd
      ? sql`select id as shown_id from ${from} where ${listed} order by ${date} desc, id desc limit ${shown} offset ${offset}`
      : sql`select id as shown_id from ${from} where ${listed} order by ${date}, id limit ${shown} offset ${fromEnd}`
  const rows = await db.rows<Row>(
    sql`select ${columns} from (${ids}) s join ${from} on id = s.shown_id order by ${date} desc, id desc`,
  )
  return { total, rows }
}

/**
 * Cases and service articles in one list. Each table's index is read from whichever end is nearer, up to the requested page,
 * and only the shown rows are read from the tables.
 */
export async function servicePage(db: Db, { limit, offset }: Page): Promise<PageOf<CaseRow>> {
  const { total } = await db.one<{ total: number }>(
    sql`select coalesce(sum(total), 0)::bigint as total from content_totals where list in ('cases', 'service')`,
  )
  const shown = Math.min(limit, total - offset)
  if (shown <= 0) return { total, rows: [] }
  const fromEnd = total - offset - shown
  const [way, skipped] = offset <= fromEnd ? [sql`desc`, offset] : [sql`asc`, fromEnd]
  const reach = shown + skipped
  const rows = await db.rows<CaseRow>(sql`
    with shown as (
      select kind, shown_id, at from (
        (select 'case' as kind, id as shown_id, created_on::timestamp at time zone 'Asia/Shanghai' as at
          from cases where published order by created_on ${way}, id ${way} limit ${reach})
        union all
        (select 'article', id, published_at
          from articles where published and type = 'service' order by published_at ${way}, id ${way} limit ${reach})
      ) s order by at ${way}, shown_id ${way}, kind ${way} limit ${shown} offset ${skipped}
    )
    select id, title, img, figure, sketch, created_on, source from (
      select ${caseColumns}, at, kind from shown join cases on id = shown_id where kind = 'case'
      union all
      select id, title, img, figure, sketch, (published_at at time zone 'Asia/Shanghai')::date, '', at, kind
        from shown join articles on id = shown_id where kind = 'article'
    ) s order by at desc, id desc, kind desc`)
  return { total, rows }
}

export function casesByProject(db: Db, projectId: number, limit: number): Promise<CaseRow[]> {
  return db.rows(sql`
    select ${caseColumns} from cases where published and project_id = ${projectId} order by created_on desc limit ${limit}`)
}

export function acknowledgementPage(db: Db, page: Page): Promise<PageOf<AcknowledgementRow>> {
  const name = 'acknowledgements'
  const list = { name, from: sql`acknowledgements`, listed: sql`published`, date: sql`published_on` }
  return newestPage(db, { ...list, columns: acknowledgementColumns }, page)
}

export function articlePage(db: Db, type: ArticleType, page: Page): Promise<PageOf<ArticleRow>> {
  const listed = sql`published and type = ${type}`
  const list = { name: type, from: sql`articles`, listed, date: sql`published_at`, columns: articleColumns }
  return newestPage(db, list, page)
}

type Body = { body: string; bodyHtml: string | null }
export type ArticleDetailRow = ArticleRow & Body & { source: string; projectIds: number[]; seo: Seo | null }

export function articleById(db: Db, id: number): Promise<ArticleDetailRow | undefined> {
  return db.row(
    sql`select ${articleColumns}, body, body_html, source, project_ids, seo from articles where id = ${id} and published`,
  )
}

export function caseById(db: Db, id: number): Promise<(CaseRow & Body & { projectId: number | null }) | undefined> {
  return db.row(sql`select ${caseColumns}, body, body_html, project_id from cases where id = ${id} and published`)
}

export function articlesByIds(db: Db, ids: number[]): Promise<ArticleRow[]> {
  return db.rows(sql`select ${articleColumns} from articles where published and id = any(${ids}::bigint[])`)
}

export function casesByIds(db: Db, ids: number[]): Promise<CaseRow[]> {
  return db.rows(sql`select ${caseColumns} from cases where published and id = any(${ids}::bigint[])`)
}

/** Published articles, and cases without an external source, within a range of ids, for the sitemap. */
export function articlesBetween(db: Db, from: number, to: number): Promise<{ id: number; updatedAt: Date }[]> {
  return db.rows(sql`
    select id, published_at as updated_at from articles where published and id >= ${from} and id < ${to}
      and coalesce(seo ->> 'indexed', 'yes') = 'yes'
    union all
    select id, created_on::timestamptz from cases where published and source = '' and id >= ${from} and id < ${to} order by id`)
}

export function lastArticleId(db: Db): Promise<{ id: number }> {
  return db.one(
    sql`select greatest((select coalesce(max(id), 0) from articles), (select coalesce(max(id), 0) from cases)) as id`,
  )
}

export function noticesAt(db: Db, now: Date): Promise<{ id: number; title: string; link: string }[]> {
  return db.rows(sql`
    select id, title, link from site_notices
    where published and shown_from <= ${now} and (shown_until is null or shown_until > ${now}) order by shown_from desc, id desc limit 5`)
}

export type PageRow = {
  id: number
  slug: PageSlug
  title: string
  sub: string
  description: string
  bodyHtml: string
}

export function pageBySlug(db: Db, slug: PageSlug): Promise<PageRow | undefined> {
  return db.row(sql`select id, slug, title, sub, description, body_html from pages where slug = ${slug}`)
}

export interface NewPage {
  id: number
  slug: PageSlug
  title: string
  sub: string
  description: string
  body_html: string
  body: string
}

export async function pageCount(db: Db): Promise<number> {
  return (await db.one<{ count: number }>(sql`select count(*) as count from pages`)).count
}

/** Pages that exist already stay as they are. */
export async function insertPages(db: Db, pages: readonly NewPage[]): Promise<void> {
  await db.run(sql`
    insert into pages (id, slug, title, sub, description, body_html, body)
    select id, slug, title, sub, description, body_html, body from jsonb_to_recordset(${json(pages)}::jsonb)
      as x (id bigint, slug text, title text, sub text, description text, body_html text, body text)
    on conflict do nothing`)
}

/** Fills pages that have no text yet. */
export async function fillEmptyPages(db: Db, pages: readonly Omit<NewPage, 'id'>[]): Promise<void> {
  await db.run(sql`
    update pages p set title = x.title, sub = x.sub, description = x.description, body_html = x.body_html, body = x.body
    from jsonb_to_recordset(${json(pages)}::jsonb)
      as x (slug text, title text, sub text, description text, body_html text, body text)
    where p.slug = x.slug and p.body_html = ''`)
}

export function pageById(db: Db, id: number): Promise<PageRow | undefined> {
  return db.row(sql`select id, slug, title, sub, description, body_html from pages where id = ${id}`)
}

/** What editors chose for a block of the home page, in their order; undefined when nobody has chosen yet. */
export async function pickedIds(db: Db, kind: 'hotArea' | 'hotProjects'): Promise<number[] | undefined> {
  const row = await db.row<{ ids: unknown[] }>(sql`select ids from home_picks where kind = ${kind}`)
  // The PostgreSQL driver gives elements of bigint[] as text, PGlite as numbers.
  return row?.ids.map(Number)
}

export type NewContent = {
  banners: { figure: FigureData | null; redirect: string; title: string; description: string }[]
  cases: {
    title: string
    sketch: string
    source: string
    body: string
    body_html: string
    figure: FigureData | null
    project_id: number | null
    created_on: string
  }[]
  acknowledgements: (Omit<AcknowledgementRow, 'id'> & { published_on: string })[]
  partners: { name: string; img: string }[]
  articles: {
    type: ArticleType
    title: string
    sketch: string
    figure: FigureData | null
    tags: string[]
    body: string
    body_html: string
    project_ids: number[]
    published_at: string
  }[]
}

export async function hasContent(db: Db): Promise<boolean> {
  return (await db.row(sql`select 1 from banners limit 1`)) !== undefined
}

export async function insertContent(db: Db, content: NewContent): Promise<void> {
  await db.run(sql`
    insert into banners (figure, redirect, title, description, position)
    select figure, redirect, title, description, row_number() over ()
    from jsonb_to_recordset(${json(content.banners)}::jsonb) as x (figure jsonb, redirect text, title text, description text)`)
  await db.run(sql`
    insert into cases (title, sketch, source, body, body_html, figure, project_id, created_on)
    select title, sketch, source, body, body_html, figure, project_id, created_on from jsonb_to_recordset(${json(content.cases)}::jsonb)
      as x (title text, sketch text, source text, body text, body_html text, figure jsonb, project_id bigint, created_on date)`)
  await db.run(sql`
    insert into acknowledgements (company, title, code, content, sketch, source, published_on)
    select company, title, code, content, sketch, source, published_on
    from jsonb_to_recordset(${json(content.acknowledgements)}::jsonb)
      as x (company text, title text, code text, content text, sketch text, source text, published_on date)`)
  await db.run(sql`
    insert into partners (name, img, position) select name, img, row_number() over ()
    from jsonb_to_recordset(${json(content.partners)}::jsonb) as x (name text, img text)`)
  await db.run(sql`
    insert into articles (type, title, sketch, figure, tags, body, body_html, project_ids, published_at)
    select type, title, sketch, figure, array(select jsonb_array_elements_text(tags)), body, body_html,
      array(select jsonb_array_elements_text(project_ids)::bigint), published_at
    from jsonb_to_recordset(${json(content.articles)}::jsonb)
      as x (type text, title text, sketch text, figure jsonb, tags jsonb, body text, body_html text, project_ids jsonb, published_at timestamptz)`)
}
