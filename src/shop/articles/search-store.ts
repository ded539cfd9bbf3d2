import type { Db } from '../../platform/db/db.ts'
import { json, sql } from '../../platform/db/sql.ts'
import { mostLookedUp } from '../search/search-rules.ts'

export type SearchedKind = 'article' | 'case'

/** The searchable text of a published article or case. `fingerprint` changes with any part of it. */
export interface SearchedText {
  id: number
  kind: SearchedKind
  score: number
  title: string
  sketch: string
  tags: string[]
  fingerprint: string
}

const searched = sql`
  select id, 'article' as kind, (extract(epoch from published_at) / 86400)::bigint as score, title, sketch, tags,
    md5(concat_ws('|', published_at, title, sketch, array_to_string(tags, '|'))) as fingerprint
  from articles where published
  union all
  select id, 'case', created_on - date '1970-01-01', title, sketch, '{}'::text[], md5(concat_ws('|', created_on, title, sketch))
  from cases where published`

export function searchedText(db: Db, id: number): Promise<SearchedText | undefined> {
  return db.row(sql`select * from (${searched}) t where id = ${id}`)
}

export function searchedTexts(db: Db, ids: number[]): Promise<SearchedText[]> {
  return db.rows(sql`select * from (${searched}) t where id = any(${ids}::bigint[])`)
}

/** Ids of texts whose index entry is missing or outdated, and of entries whose text is no longer published. */
export function outdatedTexts(db: Db, limit: number): Promise<{ id: number }[]> {
  return db.rows(sql`
    select coalesce(t.id, d.article_id) as id from (${searched}) t full join article_documents d on d.article_id = t.id
    where t.fingerprint is distinct from d.fingerprint order by 1 limit ${limit}`)
}

export interface ArticleEntry {
  id: number
  kind: SearchedKind
  score: number
  text: string
  grams: string[]
  fingerprint: string
}

export async function removeArticleEntry(db: Db, id: number): Promise<void> {
  const old = await db.row<Pick<ArticleEntry, 'kind' | 'score' | 'grams'>>(
    sql`delete from article_documents where article_id = ${id} returning kind, score, grams`,
  )
  if (!old) return
  await db.run(sql`
    delete from article_postings
    where gram = any(${old.grams}::text[]) and kind = ${old.kind} and score = ${old.score} and article_id = ${id}`)
  await count(db, old, -1)
}

export async function addArticleEntry(
  db: Db,
  { id, kind, score, text, grams, fingerprint }: ArticleEntry,
): Promise<void> {
  await db.run(sql`
    insert into article_documents (article_id, kind, score, text, grams, fingerprint)
    values (${id}, ${kind}, ${score}, ${text}, ${grams}::text[], ${fingerprint})`)
  await db.run(sql`
    insert into article_postings (gram, kind, score, article_id)
    select gram, ${kind}::text, ${score}::bigint, ${id}::bigint from unnest(${grams}::text[]) as g (gram)`)
  await count(db, { kind, grams }, 1)
}

/** Adds many entries that are not in the index yet. */
export async function addArticleEntries(db: Db, entries: readonly ArticleEntry[]): Promise<void> {
  const rows = json(entries)
  await db.run(sql`
    insert into article_documents (article_id, kind, score, text, grams, fingerprint)
    select id, kind, score, text, array(select jsonb_array_elements_text(grams)), fingerprint
    from jsonb_to_recordset(${rows}::jsonb) as x (id bigint, kind text, score bigint, text text, grams jsonb, fingerprint text)`)
  await db.run(sql`
    insert into article_postings (gram, kind, score, article_id)
    select gram, kind, score, id
    from jsonb_to_recordset(${rows}::jsonb) as x (id bigint, kind text, score bigint, grams jsonb), jsonb_array_elements_text(grams) as g (gram)`)
  await db.run(sql`
    insert into article_grams (gram, kind, articles)
    select gram, kind, count(*)
    from jsonb_to_recordset(${rows}::jsonb) as x (kind text, grams jsonb), jsonb_array_elements_text(grams) as g (gram)
    group by gram, kind order by gram, kind
    on conflict (gram, kind) do update set articles = article_grams.articles + excluded.articles`)
}

/** Updates the counters in the order of the grams, so that two editors cannot deadlock. */
async function count(db: Db, { kind, grams }: Pick<ArticleEntry, 'kind' | 'grams'>, step: 1 | -1): Promise<void> {
  await db.run(sql`
    insert into article_grams (gram, kind, articles)
    select gram, ${kind}::text, ${step}::bigint from unnest(${grams}::text[]) as g (gram) order by gram
    on conflict (gram, kind) do update set articles = article_grams.articles + excluded.articles`)
}

/** The number of articles of a kind that contain each gram; a gram without an entry is in none. */
export async function articleGramCounts(db: Db, kind: SearchedKind, grams: string[]): Promise<Map<string, number>> {
  const rows = await db.rows<{ gram: string; articles: number }>(sql`
    select gram, articles from article_grams where gram = any(${grams}::text[]) and kind = ${kind} and articles > 0`)
  return new Map(rows.map(({ gram, articles }) => [gram, articles]))
}

type Pages = { limit: number; offset: number }

/** A search by one gram, the usual case: reads one index range; the total is the gram's counter. */
export async function walkArticleGram(
  db: Db,
  { kind, gram, limit, offset }: { kind: SearchedKind; gram: string } & Pages,
): Promise<number[]> {
  const rows = await db.rows<{ id: number }>(sql`
    select article_id as id from article_postings where gram = ${gram} and kind = ${kind}
    order by score desc, article_id desc limit ${limit} offset ${offset}`)
  return rows.map(({ id }) => id)
}

export interface ArticleQuestion extends Pages {
  kind: SearchedKind
  /** The gram whose postings are read in order, newest first. */
  gram: string
  /** A second gram whose postings are intersected first; without it the other grams are looked up article by article. */
  second: string | undefined
  grams: string[]
  texts: string[]
  /** Most hits that are counted. */
  most: number
}

/** Reads the postings of one gram, or the intersection of two, and looks up the other grams for each article, like the search of projects. */
export async function searchArticlePostings(
  db: Db,
  { kind, gram, second, grams, texts, most, limit, offset }: ArticleQuestion,
): Promise<{ total: number; ids: number[] }> {
  const candidates =
    second === undefined
      ? sql`candidates as not materialized (
          select article_id, score from article_postings where gram = ${gram} and kind = ${kind}
          order by score desc, article_id desc limit ${mostLookedUp})`
      : sql`candidates as not materialized (
          select one.article_id, one.score
          from (
            select article_id, score from article_postings where gram = ${gram} and kind = ${kind}
            order by score desc, article_id desc offset 0) one
          join (
            select article_id, score from article_postings where gram = ${second} and kind = ${kind}
            order by score desc, article_id desc offset 0) other on other.score = one.score and other.article_id = one.article_id)`
  const rows = await db.rows<{ total: number; id: number | null }>(sql`
    with ${candidates},
    posted as (
      select a.article_id as id, a.score from (
        select article_id, score from candidates order by score desc, article_id desc offset 0) a
      where not exists (
        select 1 from unnest(${grams}::text[]) as wanted (gram)
        where (
          select b.article_id from article_postings b
          where b.gram = wanted.gram and b.kind = ${kind} and b.score = a.score and b.article_id = a.article_id limit 1) is null)
      offset 0),
    hits as materialized (
      select a.id, a.score from posted a
      where not exists (
        select 1 from unnest(${texts}::text[]) as wanted (text)
        where (
          select strpos(d.text, wanted.text) from article_documents d where d.article_id = a.id limit 1) = 0)
      limit ${most}),
    page as (select id, score from hits order by score desc, id desc limit ${limit} offset ${offset})
    select c.total, page.id from (select count(*) as total from hits) c left join page on true order by page.score desc, page.id desc`)
  return { total: rows[0]?.total ?? 0, ids: rows.flatMap(({ id }) => id ?? []) }
}
