import type { Db } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'
import type { KindName } from './kind-rules.ts'

export interface ImageUseRow {
  kind: KindName
  id: number
  title: string
}

/** What shows a picture now, could show it again by one click, or waits to be published with it. */
export function imageUseRows(db: Db, pattern: string): Promise<ImageUseRow[]> {
  return db.rows(sql`
    select distinct on (kind, id) kind, id, title from (
      select 'banner' as kind, id, title from banners where img like ${pattern}
      union all select 'partner', id, name from partners where img like ${pattern}
      union all select 'serviceCase', id, title from cases where img like ${pattern} or body_html like ${pattern}
      union all select 'article', id, title from articles where img like ${pattern} or body_html like ${pattern}
      union all select 'page', id, title from pages where body_html like ${pattern}
      union all select kind, item_id, '' from content_revisions where state <> 'superseded' and data::text like ${pattern}
    ) u order by kind, id, title desc limit 50`)
}

/** Old versions that name it: they stay, and show no picture when they are restored. */
export async function oldVersionsWith(db: Db, pattern: string): Promise<number> {
  const row = await db.one<{ count: number }>(sql`
    select count(*) as count from content_revisions where state = 'superseded' and data::text like ${pattern}`)
  return row.count
}

/** Those of the pictures that are there, held until the transaction ends, so that none is deleted meanwhile. */
export async function holdImages(db: Db, ids: string[]): Promise<Set<string>> {
  const rows = await db.rows<{ id: string }>(
    sql`select id from content_images where id = any(${ids}::text[]) order by id for share`,
  )
  return new Set(rows.map(({ id }) => id))
}

/** Waits for whoever is saving something with it. */
export function lockImage(db: Db, id: string): Promise<{ id: string; name: string } | undefined> {
  return db.row(sql`select id, name from content_images where id = ${id} for update`)
}

export async function deleteImageRow(db: Db, id: string): Promise<void> {
  await db.run(sql`delete from content_images where id = ${id}`)
}
