import type { Db } from '../platform/db/db.ts'
import { sql } from '../platform/db/sql.ts'

export type SearchedKind = 'article' | 'case'

/** What of an article or a case is searched. `fingerprint` changes with any of it; nothing of what is not published is ever found. */
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

/** Those whose text is not, or no longer, what the index was made from; also what is in the index and should not be. */
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

/** In the order of the grams, so that two editors cannot deadlock. */
async function count(db: Db, { kind, grams }: Pick<ArticleEntry, 'kind' | 'grams'>, step: 1 | -1): Promise<void> {
  await db.run(sql`
    insert into article_grams (gram, kind, articles)
    select gram, ${kind}::text, ${step}::bigint from unnest(${grams}::text[]) as g (gram) order by gram
    on conflict (gram, kind) do update set articles = article_grams.articles + excluded.articles`)
}

/** How many articles of a kind each gram is in; a gram without a row is in none. */
export async function articleGramCounts(db: Db, kind: SearchedKind, grams: string[]): Promise<Map<string, number>> {
  const rows = await db.rows<{ gram: string; articles: number }>(sql`
    select gram, articles from article_grams where gram = any(${grams}::text[]) and kind = ${kind} and articles > 0`)
  return new Map(rows.map((row) => [row.gram, row.articles]))
}

export interface ArticleQuestion {
  kind: SearchedKind
  /** The gram to walk, newest first. */
  gram: string
  grams: string[]
  texts: string[]
  /** Hits are counted so far and no further. */
  most: number
  limit: number
  offset: number
}

/** Walks one gram, looks the others up point by point: as searches of projects do, and as flat in time. */
export async function searchArticlePostings(
  db: Db,
  { kind, gram, grams, texts, most, limit, offset }: ArticleQuestion,
): Promise<{ total: number; ids: number[] }> {
  const rows = await db.rows<{ total: number; id: number | null }>(sql`
    with hits as materialized (
      select a.article_id as id, a.score from article_postings a
      where a.gram = ${gram} and a.kind = ${kind}
        and not exists (
          select 1 from unnest(${grams}::text[]) as wanted (gram)
          where (
            select b.article_id from article_postings b
            where b.gram = wanted.gram and b.kind = a.kind and b.score = a.score and b.article_id = a.article_id limit 1) is null)
        and not exists (
          select 1 from unnest(${texts}::text[]) as wanted (text)
          where (
            select strpos(d.text, wanted.text) from article_documents d where d.article_id = a.article_id limit 1) = 0)
      order by a.score desc, a.article_id desc limit ${most}),
    page as (select id, score from hits order by score desc, id desc limit ${limit} offset ${offset})
    select c.total, page.id from (select count(*) as total from hits) c left join page on true order by page.score desc, page.id desc`)
  return { total: rows[0]?.total ?? 0, ids: rows.flatMap(({ id }) => id ?? []) }
}
