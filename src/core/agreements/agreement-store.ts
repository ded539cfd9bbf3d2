import type { Db } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'
import type { AgreementSlug } from './agreement-rules.ts'

export interface AgreementVersion {
  slug: AgreementSlug
  version: number
  title: string
  html: string
  /** Null for the first text. */
  publishedAt: Date | null
}

/** The versions in force, one per text. */
export function versionsInForce(
  db: Db,
  slugs: readonly AgreementSlug[],
): Promise<Pick<AgreementVersion, 'slug' | 'version' | 'publishedAt'>[]> {
  return db.rows(sql`
    select distinct on (slug) slug, version, published_at from agreement_versions
    where slug = any(${[...slugs]}::text[]) order by slug, version desc`)
}

export function versionOf(db: Db, slug: AgreementSlug, version: number): Promise<AgreementVersion | undefined> {
  return db.row(sql`
    select slug, version, title, html, published_at from agreement_versions where slug = ${slug} and version = ${version}`)
}

/** Changes nothing where this version is known already. */
export async function insertFirstVersion(
  db: Db,
  { slug, title, html }: Pick<AgreementVersion, 'slug' | 'title' | 'html'>,
): Promise<void> {
  await db.run(sql`
    insert into agreement_versions (slug, version, title, html) values (${slug}, 0, ${title}, ${html}) on conflict do nothing`)
}

export async function insertVersion(db: Db, row: AgreementVersion): Promise<void> {
  await db.run(sql`
    insert into agreement_versions (slug, version, title, html, published_at)
    values (${row.slug}, ${row.version}, ${row.title}, ${row.html}, ${row.publishedAt})`)
}
