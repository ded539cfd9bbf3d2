import type { Db } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'
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
      union all select 'article', id, title from articles where img like ${pattern} or body_html like ${pattern}
      union all select 'page', id, title from pages where body_html like ${pattern}
    ) u order by kind, id limit 50`)
}
