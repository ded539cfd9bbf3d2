import type { Db } from '../platform/db/db.ts'
import { nothing, type Sql, sql } from '../platform/db/sql.ts'
import type { Figure } from './content-rules.ts'

export type Sort = 'hot' | 'price' | 'days'

export type ProjectCard = {
  id: number
  name: string
  img: string
  figure: Figure | null
  sketch: string
  orderCount: number
  priceFromFen: number | null
  unit: string
  daysFrom: number
  daysTo: number
  tags: string[]
  typeId: number
  categoryId: number
}

export const cardColumns = sql`p.id, p.name, p.img, p.figure, p.sketch, p.order_count, p.price_from_fen, p.unit, p.days_from, p.days_to, p.tags, p.type_id, p.category_id`

export type ListedCard = ProjectCard & { sortKey: number }
export type Window = { sort: Sort; offset: number; limit: number; after?: { key: number; id: number } | undefined }

const sortKeys: Record<Sort, Sql> = { hot: sql`l.score`, price: sql`l.price_fen`, days: sql`l.days` }

/** One range of one index, and the total from a counter: the same cost for a thousand projects as for a hundred thousand. */
export async function listScope(
  db: Db,
  scope: string,
  window: Window,
): Promise<{ total: number; cards: ListedCard[] }> {
  const key = sortKeys[window.sort]
  const descending = window.sort === 'hot'
  const { after } = window
  const beyond = !after
    ? nothing
    : descending
      ? sql`and (${key}, l.project_id) < (${after.key}::bigint, ${after.id}::bigint)`
      : sql`and (${key}, l.project_id) > (${after.key}::bigint, ${after.id}::bigint)`
  const order = descending ? sql`${key} desc, l.project_id desc` : sql`${key}, l.project_id`
  const outerOrder = descending ? sql`h.sort_key desc, h.project_id desc` : sql`h.sort_key, h.project_id`
  return split(
    await db.rows<ListedCard & { total: number }>(sql`
      select s.projects as total, h.sort_key, ${cardColumns}
      from listing_scopes s
      left join lateral (
        select ${key} as sort_key, l.project_id from listings l
        where l.scope = s.scope ${beyond}
        order by ${order} limit ${window.limit} offset ${window.offset}) h on true
      left join projects p on p.id = h.project_id
      where s.scope = ${scope}
      order by ${outerOrder}`),
  )
}

/** Several lists at once, such as a tag within a category: walks one, looks the others up, counts to a thousand and one. */
export async function listSeveral(
  db: Db,
  scope: string,
  others: string[],
  window: Omit<Window, 'after'>,
): Promise<{ total: number; cards: ListedCard[] }> {
  const descending = window.sort === 'hot'
  const order = descending ? sql`h.sort_key desc, h.project_id desc` : sql`h.sort_key, h.project_id`
  const key = sortKeys[window.sort]
  return split(
    await db.rows<ListedCard & { total: number }>(sql`
      with h as materialized (
        select ${key} as sort_key, l.project_id from listings l
        where l.scope = ${scope}
          and not exists (
            select 1 from unnest(${others}::text[]) as wanted (scope)
            where (
              select t.project_id from listings t where t.scope = wanted.scope and t.project_id = l.project_id limit 1) is null)
        order by ${descending ? sql`${key} desc, l.project_id desc` : sql`${key}, l.project_id`}
        limit ${mostCounted + 1}),
      page as (select sort_key, project_id from h order by ${order} limit ${window.limit} offset ${window.offset})
      select c.total, h.sort_key, ${cardColumns}
      from (select count(*) as total from h) c left join page h on true left join projects p on p.id = h.project_id
      order by ${order}`),
  )
}

/** How many projects each list holds. */
export async function scopeCounts(db: Db, scopes: string[]): Promise<Map<string, number>> {
  const rows = await db.rows<{ scope: string; projects: number }>(
    sql`select scope, projects from listing_scopes where scope = any(${scopes}::text[])`,
  )
  return new Map(rows.map((row) => [row.scope, row.projects]))
}

export const mostCounted = 1000

export type SearchQuestion = {
  /** The gram to walk, best score first. */
  gram: string
  /** Further grams that must be posted too. */
  grams: string[]
  /** Texts the document must contain, of tokens longer than a gram. */
  texts: string[]
  scopes: string[]
  window: Omit<Window, 'after'>
}

/**
 * A search of several grams, or within lists: walks one gram, looks the others up point by point, counts to a thousand and one.
 * The look-ups are scalar subqueries, because the planner may turn an `exists` into reading a whole table.
 */
export async function searchPostings(
  db: Db,
  { gram, grams, texts, scopes, window }: SearchQuestion,
): Promise<{ total: number; cards: ListedCard[] }> {
  const order: Record<Sort, Sql> = {
    hot: sql`h.score desc, h.project_id desc`,
    price: sql`q.price_from_fen nulls last, h.project_id`,
    days: sql`q.days_to, h.project_id`,
  }
  const sorted = order[window.sort]
  return split(
    await db.rows<ListedCard & { total: number }>(sql`
      with hits as materialized (
        select a.project_id, a.score from search_postings a
        where a.gram = ${gram}
          and not exists (
            select 1 from unnest(${grams}::text[]) as wanted (gram)
            where (
              select b.project_id from search_postings b
              where b.gram = wanted.gram and b.score = a.score and b.project_id = a.project_id limit 1) is null)
          and not exists (
            select 1 from unnest(${scopes}::text[]) as wanted (scope)
            where (
              select l.project_id from listings l where l.scope = wanted.scope and l.project_id = a.project_id limit 1) is null)
          and not exists (
            select 1 from unnest(${texts}::text[]) as wanted (text)
            where (
              select strpos(d.text, wanted.text) from search_documents d where d.project_id = a.project_id limit 1) = 0)
        order by a.score desc, a.project_id desc limit ${mostCounted + 1}),
      page as (
        select h.project_id, row_number() over (order by ${sorted}) as place from hits h join projects q on q.id = h.project_id
        order by place limit ${window.limit} offset ${window.offset})
      select c.total, page.place as sort_key, ${cardColumns}
      from (select count(*) as total from hits) c
      left join page on true
      left join projects p on p.id = page.project_id
      order by page.place`),
  )
}

/** A search of one gram in the whole catalogue, the usual case: one index range and the gram's own counter. */
export async function walkGram(
  db: Db,
  gram: string,
  offset: number,
  limit: number,
): Promise<{ total: number; cards: ListedCard[] }> {
  return split(
    await db.rows<ListedCard & { total: number }>(sql`
      select g.projects as total, h.score as sort_key, ${cardColumns}
      from search_grams g
      left join lateral (
        select a.project_id, a.score from search_postings a where a.gram = g.gram
        order by a.score desc, a.project_id desc limit ${limit} offset ${offset}) h on true
      left join projects p on p.id = h.project_id
      where g.gram = ${gram}
      order by h.score desc, h.project_id desc`),
  )
}

/** How many projects each gram is in; a gram without a row is in none. */
export async function gramCounts(db: Db, grams: string[]): Promise<Map<string, number>> {
  const rows = await db.rows<{ gram: string; projects: number }>(
    sql`select gram, projects from search_grams where gram = any(${grams}::text[]) and projects > 0`,
  )
  return new Map(rows.map((row) => [row.gram, row.projects]))
}

export function hotCards(db: Db, limit: number): Promise<ProjectCard[]> {
  return db.rows(
    sql`select ${cardColumns} from projects p where p.published order by p.order_count desc, p.id desc limit ${limit}`,
  )
}

export function cardsById(db: Db, ids: number[]): Promise<ProjectCard[]> {
  return db.rows(sql`select ${cardColumns} from projects p where p.published and p.id = any(${ids}::bigint[])`)
}

/** The ones named by slug, in their order, then of the same category the most ordered; the project itself left out. */
export function relatedCards(
  db: Db,
  { id, categoryId, slugs }: { id: number; categoryId: number; slugs: readonly string[] },
  limit: number,
): Promise<ProjectCard[]> {
  return db.rows(sql`
    select ${cardColumns} from (
      select n.id, array_position(${slugs}::text[], n.slug) as place from projects n
      where n.slug = any(${slugs}::text[]) and n.published and n.id <> ${id}
      union all
      (select c.id, null from projects c
      where c.category_id = ${categoryId} and c.published and c.id <> ${id} and c.slug <> all(${slugs}::text[])
      order by c.order_count desc limit ${limit})
    ) r join projects p on p.id = r.id
    order by r.place nulls last, p.order_count desc limit ${limit}`)
}

export function aliasesOf(db: Db, ids: number[]): Promise<{ id: number; aliases: string[] }[]> {
  return db.rows(sql`select id, aliases from projects where id = any(${ids}::bigint[])`)
}

/** Published projects of a range of numbers, for the sitemap. */
export function projectsBetween(db: Db, from: number, to: number): Promise<{ id: number; updatedAt: Date }[]> {
  return db.rows(sql`select id, updated_at from projects where published and id >= ${from} and id < ${to} order by id`)
}

export function lastProjectId(db: Db): Promise<{ id: number }> {
  return db.one(sql`select coalesce(max(id), 0) as id from projects`)
}

/** Names that are worth guessing at, most ordered first. */
export function wantedNames(db: Db, limit: number): Promise<{ name: string; aliases: string[]; orderCount: number }[]> {
  return db.rows(
    sql`select name, aliases, order_count from projects where published order by order_count desc, id desc limit ${limit}`,
  )
}

/** The joins answer at least one row for the total; without a card its columns are null. */
function split(rows: (ListedCard & { total: number })[]): { total: number; cards: ListedCard[] } {
  return { total: rows[0]?.total ?? 0, cards: rows.filter((row) => row.id !== null) }
}
