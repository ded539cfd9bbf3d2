import type { Db } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'
import { htmlChange, IMAGE_ID, type ImageChange } from '../media/image-use-rules.ts'
import type { TableKind } from './item-store.ts'

/** An item that shows a picture now. */
export interface ImageUseRow {
  kind: Extract<TableKind, 'banner' | 'partner' | 'serviceCase' | 'article' | 'page'>
  id: number
  title: string
}

export function imageUseRows(db: Db, pattern: string): Promise<ImageUseRow[]> {
  return db.rows(sql`
    select kind, id, title from (
      select 'banner' as kind, id, title from banners where img like ${pattern}
      union all select 'partner', id, name from partners where img like ${pattern}
      union all select 'serviceCase', id, title from cases where img like ${pattern} or body_html like ${pattern}
      union all select 'article', id, title from articles
        where img like ${pattern} or body_html like ${pattern} or seo ->> 'img' like ${pattern}
      union all select 'page', id, title from pages where body_html like ${pattern}
    ) u order by kind, id limit 50`)
}

/** Ids of all pictures that are shown. */
export async function usedImageIds(db: Db): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(sql`
    select distinct found[1] as id from (
      select img as text from banners union all select img from partners union all select img from cases union all select img from articles
      union all select seo ->> 'img' from articles where seo is not null
      union all select body_html from cases where body_html like '%img/%'
      union all select body_html from articles where body_html like '%img/%'
      union all select body_html from pages where body_html like '%img/%'
    ) named, regexp_matches(named.text, ${IMAGE_ID}, 'g') as found`)
  return rows.map(({ id }) => id)
}

/** Writes a change of a picture into the rows that visitors see; answers how many rows name it. */
export async function rewriteImage(db: Db, change: ImageChange): Promise<number> {
  const { from, to } = change
  const { tag, now, texts } = htmlChange(change)
  const like = `%${from}%`
  let rows = 0
  rows += await db.run(sql`update banners set img = ${to} where img = ${from}`)
  rows += await db.run(sql`update partners set img = ${to} where img = ${from}`)
  rows += await db.run(sql`
    update cases set img = case when img = ${from} then ${to} else img end,
      body_html = regexp_replace(replace(regexp_replace(body_html, ${tag}, ${now}, 'g'), ${from}, ${to}), ${texts.tag}, ${texts.now}, 'g')
    where img = ${from} or body_html like ${like}`)
  rows += await db.run(sql`
    update articles set img = case when img = ${from} then ${to} else img end,
      seo = case when seo ->> 'img' = ${from} then jsonb_set(seo, '{img}', to_jsonb(${to}::text)) else seo end,
      body_html = regexp_replace(replace(regexp_replace(body_html, ${tag}, ${now}, 'g'), ${from}, ${to}), ${texts.tag}, ${texts.now}, 'g')
    where img = ${from} or seo ->> 'img' = ${from} or body_html like ${like}`)
  rows += await db.run(sql`
    update pages set
      body_html = regexp_replace(replace(regexp_replace(body_html, ${tag}, ${now}, 'g'), ${from}, ${to}), ${texts.tag}, ${texts.now}, 'g')
    where body_html like ${like}`)
  return rows
}
