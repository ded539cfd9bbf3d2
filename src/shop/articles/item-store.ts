import type { Db } from '../../platform/db/db.ts'
import { identifier, json, type Sql, sql } from '../../platform/db/sql.ts'
import type { FigureData } from '../media/figure-rules.ts'
import type { ArticleType } from './rules.ts'
import type { Seo } from '../../core/settings/search-engines/seo-rules.ts'

// How items of each kind are read from, and written to, the tables that the public pages read.

export interface ItemRow {
  id: number
  title: string
  published: boolean
  /** Items can be reordered within their group only; absent when all items form one group. */
  group?: number
}

/** Kinds of content whose items are rows of a table of this slice. */
export type TableKind = 'banner' | 'partner' | 'serviceCase' | 'acknowledgement' | 'article' | 'page' | 'notice'

const tables: Record<TableKind, { name: string; title: string; order: Sql; ordered?: true; fixed?: true }> = {
  banner: { name: 'banners', title: 'title', order: sql`position, id`, ordered: true },
  partner: { name: 'partners', title: 'name', order: sql`position, id`, ordered: true },
  serviceCase: { name: 'cases', title: 'title', order: sql`created_on desc, id desc` },
  acknowledgement: { name: 'acknowledgements', title: 'code', order: sql`published_on desc, id desc` },
  article: { name: 'articles', title: 'title', order: sql`published_at desc, id desc` },
  page: { name: 'pages', title: 'title', order: sql`id`, fixed: true },
  notice: { name: 'site_notices', title: 'title', order: sql`shown_from desc, id desc` },
}

/** All items in the order of the public pages. */
export function itemRows(db: Db, kind: TableKind): Promise<ItemRow[]> {
  const { name, title, order, fixed } = tables[kind]
  return db.rows(
    sql`select id, ${identifier(title)} as title, ${fixed ? sql`true` : sql`published`} as published from ${identifier(name)} order by ${order}`,
  )
}

/** Reserves the id of a new item; its row is inserted when it is first published. */
export async function nextItemId(db: Db, kind: TableKind): Promise<number> {
  const { name } = tables[kind]
  const sequence =
    kind === 'article' || kind === 'serviceCase' ? sql`'content_ids'` : sql`pg_get_serial_sequence(${name}, 'id')`
  return (await db.one<{ id: number }>(sql`select nextval(${sequence}) as id`)).id
}

export function setItemPublished(db: Db, kind: TableKind, id: number, published: boolean): Promise<number> {
  return db.run(sql`update ${identifier(tables[kind].name)} set published = ${published} where id = ${id}`)
}

/** Renumbers the items in the given order. */
export async function setItemOrder(db: Db, kind: TableKind, ids: readonly number[]): Promise<void> {
  if (!tables[kind].ordered) throw new Error(`${kind} has no order`)
  await db.run(sql`
    update ${identifier(tables[kind].name)} t set position = o.position
    from unnest(${[...ids]}::bigint[]) with ordinality as o (id, position) where t.id = o.id`)
}

const reads: Record<TableKind, (id: number) => Sql> = {
  banner: (id) => sql`select title, description, img, figure, redirect from banners where id = ${id}`,
  partner: (id) => sql`select name, img from partners where id = ${id}`,
  serviceCase: (id) => sql`
    select title, sketch, img, figure, created_on, project_id, source, body, body_html from cases where id = ${id}`,
  acknowledgement: (id) => sql`
    select company, title, code, content, sketch, source, published_on from acknowledgements where id = ${id}`,
  article: (id) => sql`
    select type, title, sketch, img, figure, tags, body, body_html, source, project_ids, published_at, seo from articles where id = ${id}`,
  page: (id) => sql`select title, sub, description, body_html, body from pages where id = ${id}`,
  notice: (id) => sql`select title, link, shown_from, shown_until from site_notices where id = ${id}`,
}

export function itemRow(db: Db, kind: TableKind, id: number): Promise<Record<string, unknown> | undefined> {
  return db.row(reads[kind](id))
}

export interface BannerData {
  title: string
  description: string
  img: string
  figure: FigureData | null
  redirect: string
}

export interface PartnerData {
  name: string
  img: string
}

export interface CaseData {
  title: string
  sketch: string
  img: string
  figure: FigureData | null
  createdOn: string
  projectId: number | null
  source: string
  body: string
}

export interface AcknowledgementData {
  company: string
  title: string
  code: string
  content: string
  sketch: string
  source: string
  publishedOn: string
}

export interface ArticleData {
  type: ArticleType
  title: string
  sketch: string
  img: string
  figure: FigureData | null
  tags: string[]
  body: string
  source: string
  projectIds: number[]
  /** `YYYY-MM-DD HH:mm`, Asia/Shanghai. */
  publishedAt: string
  seo: Seo
}

export interface PageData {
  title: string
  sub: string
  description: string
  body: string
}

export interface NoticeData {
  title: string
  link: string
  /** `YYYY-MM-DD HH:mm`, Asia/Shanghai. */
  shownFrom: string
  /** Empty when the notice has no end. */
  shownUntil: string
}

export async function putBanner(db: Db, id: number, data: BannerData): Promise<void> {
  const figure = data.figure && json(data.figure)
  await db.run(sql`
    insert into banners (id, title, description, img, figure, redirect, position, published)
    values (${id}, ${data.title}, ${data.description}, ${data.img}, ${figure}::jsonb, ${data.redirect},
      (select coalesce(max(position), 0) + 1 from banners), true)
    on conflict (id) do update set title = excluded.title, description = excluded.description, img = excluded.img,
      figure = excluded.figure, redirect = excluded.redirect, published = true`)
}

export async function putPartner(db: Db, id: number, data: PartnerData): Promise<void> {
  await db.run(sql`
    insert into partners (id, name, img, position, published)
    values (${id}, ${data.name}, ${data.img}, (select coalesce(max(position), 0) + 1 from partners), true)
    on conflict (id) do update set name = excluded.name, img = excluded.img, published = true`)
}

export async function putCase(db: Db, id: number, data: CaseData, words: string): Promise<void> {
  const figure = data.figure && json(data.figure)
  await db.run(sql`
    insert into cases (id, title, sketch, img, figure, created_on, project_id, source, body, body_html, published)
    values (${id}, ${data.title}, ${data.sketch}, ${data.img}, ${figure}::jsonb, ${data.createdOn}, ${data.projectId},
      ${data.source}, ${words}, ${data.body}, true)
    on conflict (id) do update set title = excluded.title, sketch = excluded.sketch, img = excluded.img, figure = excluded.figure,
      created_on = excluded.created_on, project_id = excluded.project_id, source = excluded.source, body = excluded.body,
      body_html = excluded.body_html, published = true`)
}

export async function putAcknowledgement(db: Db, id: number, data: AcknowledgementData): Promise<void> {
  await db.run(sql`
    insert into acknowledgements (id, company, title, code, content, sketch, source, published_on, published)
    values (${id}, ${data.company}, ${data.title}, ${data.code}, ${data.content}, ${data.sketch}, ${data.source}, ${data.publishedOn}, true)
    on conflict (id) do update set company = excluded.company, title = excluded.title, code = excluded.code,
      content = excluded.content, sketch = excluded.sketch, source = excluded.source, published_on = excluded.published_on, published = true`)
}

export async function putArticle(
  db: Db,
  id: number,
  data: ArticleData,
  words: string,
  publishedAt: Date,
): Promise<void> {
  const figure = data.figure && json(data.figure)
  await db.run(sql`
    insert into articles (id, type, title, sketch, img, figure, tags, body, body_html, source, project_ids, published_at, seo, published)
    values (${id}, ${data.type}, ${data.title}, ${data.sketch}, ${data.img}, ${figure}::jsonb, ${data.tags}::text[], ${words}, ${data.body},
      ${data.source}, ${data.projectIds}::bigint[], ${publishedAt}, ${json(data.seo)}::jsonb, true)
    on conflict (id) do update set type = excluded.type, title = excluded.title, sketch = excluded.sketch, img = excluded.img,
      figure = excluded.figure, tags = excluded.tags, body = excluded.body, body_html = excluded.body_html, source = excluded.source,
      project_ids = excluded.project_ids, published_at = excluded.published_at, seo = excluded.seo, published = true`)
}

export async function putPage(db: Db, id: number, data: PageData, words: string): Promise<void> {
  await db.run(sql`
    update pages set title = ${data.title}, sub = ${data.sub}, description = ${data.description}, body_html = ${data.body}, body = ${words}
    where id = ${id}`)
}

export async function putNotice(
  db: Db,
  id: number,
  data: NoticeData,
  { from, until }: { from: Date; until: Date | null },
): Promise<void> {
  await db.run(sql`
    insert into site_notices (id, title, link, shown_from, shown_until, published)
    values (${id}, ${data.title}, ${data.link}, ${from}, ${until}, true)
    on conflict (id) do update set title = excluded.title, link = excluded.link, shown_from = excluded.shown_from,
      shown_until = excluded.shown_until, published = true`)
}

export async function putPicks(db: Db, kind: 'hotArea' | 'hotProjects', ids: number[]): Promise<void> {
  await db.run(sql`
    insert into home_picks (kind, ids) values (${kind}, ${ids}::bigint[])
    on conflict (kind) do update set ids = excluded.ids`)
}
