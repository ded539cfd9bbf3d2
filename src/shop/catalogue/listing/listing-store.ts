import type { Db } from '../../../platform/db/db.ts'
import { anyId, anyText, nothing, type Sql, sql } from '../../../platform/db/sql.ts'
import type { FigureData } from '../../media/figure-rules.ts'
import { mostLookedUp } from '../../search/search-rules.ts'

export type Sort = 'hot' | 'price' | 'days'

export type ProjectCard = {
  id: number
  name: string
  img: string
  figure: FigureData | null
  sketch: string
  orderCount: number
  priceFromFen: number | null
  unit: string
  daysFrom: number
  daysTo: number
  tags: string[]
  typeId: number
  categoryId: number
  reviewCount: number
  starSum: number
}

export const cardColumns = sql`p.id, p.name, p.img, p.figure, p.sketch, p.order_count, p.price_from_fen, p.unit, p.days_from, p.days_to, p.tags, p.type_id, p.category_id,
  p.review_count, p.star_sum`

export type ListedCard = ProjectCard & { sortKey: number }

/** The columns of a suggestion: a tenth of a card's size, with the aliases. */
export type Suggestible = { id: number; name: string; aliases: string[] }

/** The columns that a search reads of each found project; `row` exists only for its type. */
export type Reading<T extends { id: number }> = { columns: Sql; row?: T }
export const asCards: Reading<ListedCard> = { columns: cardColumns }
export const asSuggestions: Reading<Suggestible> = { columns: sql`p.id, p.name, p.aliases` }

export type Window = { sort: Sort; offset: number; limit: number; after?: { key: number; id: number } | undefined }

const sortKeys: Record<Sort, Sql> = { hot: sql`l.score`, price: sql`l.price_fen`, days: sql`l.days` }

/** Reads one index range, and the total from a counter, so that the cost does not depend on the size of the catalogue. */
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

/** A list filtered by price, turnaround or both. */
export type Narrowing = { scope: string; price: { from: number; to: number }; daysTo: number }
/** `walk` reads in the requested order and stops early; the others read one filter's range whole and sort it, which is faster when few projects remain. */
export type Way = 'walk' | 'price' | 'days'

/** Reads one index range, whose index also contains the filtered columns; only the shown rows are read from the table. */
export function listNarrowed(
  db: Db,
  { scope, price, daysTo }: Narrowing,
  way: Way,
  window: Omit<Window, 'after'>,
): Promise<ListedCard[]> {
  const descending = window.sort === 'hot'
  const order = descending ? sql`h.sort_key desc, h.project_id desc` : sql`h.sort_key, h.project_id`
  const inPrice = sql`price_fen between ${price.from}::bigint and ${price.to}::bigint`
  const inDays = sql`days <= ${daysTo}::smallint`
  // The bounds of the index range; `offset 0` keeps the planner from using the other condition as a bound.
  const range = {
    walk: { hot: nothing, price: sql`and ${inPrice}`, days: sql`and ${inDays}` }[window.sort],
    price: sql`and ${inPrice}`,
    days: sql`and ${inDays}`,
  }[way]
  const key = sortKeys[window.sort]
  const walked =
    way === 'walk'
      ? sql`order by ${key} ${descending ? sql`desc` : nothing}, project_id ${descending ? sql`desc` : nothing}`
      : nothing
  return db.rows(sql`
    select h.sort_key, ${cardColumns}
    from (
      select h.sort_key, h.project_id
      from (
        select ${key} as sort_key, project_id, price_fen, days from listings l where l.scope = ${scope} ${range} ${walked} offset 0) h
      where ${inPrice} and ${inDays}
      order by ${order} limit ${window.limit} offset ${window.offset}) h
    join projects p on p.id = h.project_id
    order by ${order}`)
}

/** The number of projects in each list or combination of filters; a key without a row has none. */
export async function listCounts(db: Db, keys: string[]): Promise<Map<string, number>> {
  const rows = await db.rows<{ key: string; projects: number }>(sql`
    select scope as key, projects from listing_scopes where scope = any(${keys}::text[])
    union all select filter, projects from listing_counts where filter = any(${keys}::text[])`)
  return new Map(rows.map((row) => [row.key, row.projects]))
}

/** Most hits that are counted in a search of several words, so that a large catalogue costs no more than a small one. */
export const mostCounted = 300

export type SearchQuestion = {
  /** The gram whose postings are read in order, best score first. */
  gram: string
  /** A second gram whose postings are intersected first; without it the other grams are looked up project by project. */
  second?: string | undefined
  /** Further grams that the project must contain. */
  grams: string[]
  /** Texts that the document must contain, for tokens longer than a gram. */
  texts: string[]
  scopes: string[]
  /** Most hits that are counted. */
  most: number
  window: Omit<Window, 'after'>
}

/**
 * A search by several grams, or within lists: reads the postings of one gram, or the intersection of two, best score first, looks up the
 * others for each project and stops at `most` hits. Look-ups are scalar subqueries, because the planner may turn `exists` into a full scan.
 */
export async function searchPostings<T extends { id: number }>(
  db: Db,
  { gram, second, grams, texts, scopes, most, window }: SearchQuestion,
  { columns }: Reading<T>,
): Promise<{ total: number; cards: T[] }> {
  const order: Record<Sort, Sql> = {
    hot: sql`h.score desc, h.project_id desc`,
    price: sql`q.price_from_fen nulls last, h.project_id`,
    days: sql`q.days_to, h.project_id`,
  }
  const sorted = order[window.sort]
  return split(
    await db.rows<T & { total: number }>(sql`
      with ${candidates(gram, second)},
      posted as (
        select a.project_id, a.score from (select project_id, score from candidates order by score desc, project_id desc offset 0) a
        where not exists (
            select 1 from unnest(${grams}::text[]) as wanted (gram)
            where (
              select b.project_id from search_postings b
              where b.gram = wanted.gram and b.score = a.score and b.project_id = a.project_id limit 1) is null)
          and not exists (
            select 1 from unnest(${scopes}::text[]) as wanted (scope)
            where (
              select l.project_id from listings l where l.scope = wanted.scope and l.project_id = a.project_id limit 1) is null)
        offset 0),
      hits as materialized (
        select a.project_id, a.score from posted a
        where not exists (
            select 1 from unnest(${texts}::text[]) as wanted (text)
            where (
              select strpos(d.text, wanted.text) from search_documents d where d.project_id = a.project_id limit 1) = 0)
        limit ${most}),
      page as (
        select h.project_id, row_number() over (order by ${sorted}) as place from hits h join projects q on q.id = h.project_id
        order by place limit ${window.limit} offset ${window.offset})
      select c.total, page.place as sort_key, ${columns}
      from (select count(*) as total from hits) c
      left join page on true
      left join projects p on p.id = page.project_id
      order by page.place`),
  )
}

/** Intersecting two ordered index ranges takes a tenth of the time of look-ups. `offset 0` keeps the planner from merging them. */
function candidates(gram: string, second: string | undefined): Sql {
  if (second === undefined)
    return sql`candidates as not materialized (
      select project_id, score from search_postings where gram = ${gram} order by score desc, project_id desc limit ${mostLookedUp})`
  return sql`candidates as not materialized (
    select one.project_id, one.score
    from (select project_id, score from search_postings where gram = ${gram} order by score desc, project_id desc offset 0) one
    join (select project_id, score from search_postings where gram = ${second} order by score desc, project_id desc offset 0) other
      on other.score = one.score and other.project_id = one.project_id)`
}

/** A search by one gram in the whole catalogue, the usual case: reads one index range and the gram's counter. */
export async function walkGram<T extends { id: number }>(
  db: Db,
  gram: string,
  { offset, limit }: Pick<Window, 'offset' | 'limit'>,
  { columns }: Reading<T>,
): Promise<{ total: number; cards: T[] }> {
  return split(
    await db.rows<T & { total: number }>(sql`
      select g.projects as total, h.score as sort_key, ${columns}
      from search_grams g
      left join lateral (
        select a.project_id, a.score from search_postings a where a.gram = g.gram
        order by a.score desc, a.project_id desc limit ${limit} offset ${offset}) h on true
      left join projects p on p.id = h.project_id
      where g.gram = ${gram}
      order by h.score desc, h.project_id desc`),
  )
}

/** The number of projects that contain each gram; a gram without an entry is in none. */
export async function gramCounts(db: Db, grams: string[]): Promise<Map<string, number>> {
  const rows = await db.rows<{ gram: string; projects: number }>(
    sql`select gram, projects from search_grams where gram = any(${grams}::text[]) and projects > 0`,
  )
  return new Map(rows.map(({ gram, projects }) => [gram, projects]))
}

export function hotCards(db: Db, limit: number): Promise<ProjectCard[]> {
  return db.rows(
    sql`select ${cardColumns} from projects p where p.published order by p.order_count desc, p.id desc limit ${limit}`,
  )
}

export function cardsById(db: Db, ids: number[]): Promise<ProjectCard[]> {
  return db.rows(sql`select ${cardColumns} from projects p where p.published and p.id = ${anyId(ids)}`)
}

export interface NamedProject {
  slug: string
  rid: number
  name: string
}

/** Published projects by slug. */
export function namedProjects(db: Db, slugs: readonly string[]): Promise<NamedProject[]> {
  return db.rows(sql`
    select slug, id as rid, name from projects where published and slug = ${anyText(slugs)} order by id`)
}

/** Published projects within a range of ids, for the sitemap. */
export function projectsBetween(db: Db, from: number, to: number): Promise<{ id: number; updatedAt: Date }[]> {
  return db.rows(sql`select id, updated_at from projects where published and id >= ${from} and id < ${to}
    and coalesce(content -> 'seo' ->> 'indexed', 'yes') = 'yes' order by id`)
}

export function lastProjectId(db: Db): Promise<{ id: number }> {
  return db.one(sql`select coalesce(max(id), 0) as id from projects`)
}

/** Names and aliases for corrections, most ordered first. */
export function wantedNames(db: Db, limit: number): Promise<{ name: string; aliases: string[]; orderCount: number }[]> {
  return db.rows(
    sql`select name, aliases, order_count from projects where published order by order_count desc, id desc limit ${limit}`,
  )
}

/** Splits rows into total and cards. The joins answer at least one row for the total; without a card its columns are null. */
function split<T extends { id: number }>(rows: (T & { total: number })[]): { total: number; cards: T[] } {
  return { total: rows[0]?.total ?? 0, cards: rows.filter((row) => row.id !== null) }
}
