import type { Db } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'
import type { PageSlug } from '../../shop/articles/page-rules.ts'

export interface PublishedText {
  slug: PageSlug
  version: number
  publishedAt: Date
}

/** Versions that editors published and that are in force; a text nobody has changed is not among them. */
export function publishedTexts(db: Db, slugs: readonly PageSlug[]): Promise<PublishedText[]> {
  return db.rows(sql`
    select p.slug, r.version, r.published_at from pages p
    join content_revisions r on r.kind = 'page' and r.item_id = p.id and r.state = 'published' and r.published_at is not null
    where p.slug = any(${[...slugs]}::text[])`)
}

/** A text as it was in force once; number 0 is what it was before anybody changed it, which the history keeps as its first version. */
export function textOfVersion(
  db: Db,
  slug: PageSlug,
  version: number,
): Promise<{ data: Record<string, unknown>; publishedAt: Date | null } | undefined> {
  return db.row(sql`
    select r.data, r.published_at from pages p join content_revisions r on r.kind = 'page' and r.item_id = p.id
    where p.slug = ${slug} and r.version = ${Math.max(version, 1)} and r.state in ('published', 'superseded', 'archived')
      and ((${version} = 0 and r.author_id is null) or (${version} > 0 and r.published_at is not null))`)
}
