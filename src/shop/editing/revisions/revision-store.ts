import type { Db } from '../../../platform/db/db.ts'
import { json, sql } from '../../../platform/db/sql.ts'
import type { KindName, RevisionState } from '../kinds/kind-rules.ts'
import { IMAGE_ID } from '../../media/image-use-rules.ts'

type Data = Record<string, unknown>

export interface RevisionRow {
  id: number
  kind: KindName
  itemId: number
  version: number
  data: Record<string, unknown>
  state: RevisionState
  note: string
  authorId: number | null
  createdAt: Date
  publishAt: Date | null
  publishedAt: Date | null
}
export type RevisionHead = Omit<RevisionRow, 'data'>

const head = sql`id, kind, item_id, version, state, note, author_id, created_at, publish_at, published_at`

/** Serialises the changes of an item, including an item that has no row yet. */
export async function lockItem(db: Db, kind: KindName, itemId: number): Promise<void> {
  await db.run(sql`select pg_advisory_xact_lock(hashtextextended(${kind}, ${itemId}))`)
}

/** Newest version first. */
export function revisionHeads(db: Db, kind: KindName, itemId: number): Promise<RevisionHead[]> {
  return db.rows(sql`
    select ${head} from content_revisions where kind = ${kind} and item_id = ${itemId} order by version desc`)
}

export function latestRevision(db: Db, kind: KindName, itemId: number): Promise<RevisionRow | undefined> {
  return db.row(sql`
    select ${head}, data from content_revisions where kind = ${kind} and item_id = ${itemId} order by version desc limit 1`)
}

export function revisionByVersion(
  db: Db,
  kind: KindName,
  itemId: number,
  version: number,
): Promise<RevisionRow | undefined> {
  return db.row(sql`
    select ${head}, data from content_revisions where kind = ${kind} and item_id = ${itemId} and version = ${version}`)
}

/** The version that visitors see, or the last one they saw of an item that is offline. */
export function publicRevision(db: Db, kind: KindName, itemId: number): Promise<RevisionRow | undefined> {
  return db.row(sql`
    select ${head}, data from content_revisions
    where kind = ${kind} and item_id = ${itemId} and state in ('published', 'archived')
    order by version desc limit 1`)
}

export function revisionById(db: Db, id: number): Promise<RevisionRow | undefined> {
  return db.row(sql`select ${head}, data from content_revisions where id = ${id}`)
}

/** The latest version of every item of a kind; data only for drafts and scheduled versions. */
export function latestRevisions(db: Db, kind: KindName): Promise<RevisionRow[]> {
  return db.rows(sql`
    select distinct on (item_id) ${head}, case when state in ('draft', 'scheduled') then data else '{}'::jsonb end as data
    from content_revisions where kind = ${kind} order by item_id, version desc`)
}

export function openCounts(db: Db): Promise<{ kind: KindName; open: number }[]> {
  return db.rows(sql`
    select kind, count(*) as open from content_revisions where state in ('draft', 'scheduled') group by kind`)
}

export type NewRevision = Pick<RevisionRow, 'kind' | 'itemId' | 'version' | 'data' | 'state' | 'note' | 'authorId'>

export async function insertRevision(db: Db, revision: NewRevision, now: Date): Promise<void> {
  const { kind, itemId, version, data, state, note, authorId } = revision
  await db.run(sql`
    insert into content_revisions (kind, item_id, version, data, state, note, author_id, created_at)
    values (${kind}, ${itemId}, ${version}, ${json(data)}::jsonb, ${state}, ${note}, ${authorId}, ${now})`)
}

/** Marks the draft or scheduled version as superseded by a newer one. */
export function supersedeOpen(db: Db, kind: KindName, itemId: number): Promise<number> {
  return db.run(sql`
    update content_revisions set state = 'superseded', publish_at = null
    where kind = ${kind} and item_id = ${itemId} and state in ('draft', 'scheduled')`)
}

/** Whether visitors see the item. */
export async function isPublic(db: Db, kind: KindName, itemId: number): Promise<boolean> {
  const found = await db.row(sql`
    select 1 from content_revisions where kind = ${kind} and item_id = ${itemId} and state = 'published'`)
  return found !== undefined
}

export function supersedePublic(db: Db, kind: KindName, itemId: number): Promise<number> {
  return db.run(sql`
    update content_revisions set state = 'superseded'
    where kind = ${kind} and item_id = ${itemId} and state in ('published', 'archived')`)
}

/** Changes the state only from one of the `from` states; answers 0 when another change came first. */
export function moveRevision(
  db: Db,
  id: number,
  {
    from,
    to,
    publishAt = null,
    publishedAt = null,
  }: {
    from: readonly RevisionState[]
    to: RevisionState
    publishAt?: Date | null
    publishedAt?: Date | null
  },
): Promise<number> {
  return db.run(sql`
    update content_revisions set state = ${to}, publish_at = ${publishAt}, published_at = coalesce(${publishedAt}, published_at)
    where id = ${id} and state = any(${[...from]}::text[])`)
}

export function movePublic(
  db: Db,
  kind: KindName,
  itemId: number,
  { from, to }: { from: RevisionState; to: RevisionState },
): Promise<number> {
  return db.run(sql`
    update content_revisions set state = ${to} where kind = ${kind} and item_id = ${itemId} and state = ${from}`)
}

export async function insertPreview(
  db: Db,
  preview: { tokenHash: string; revisionId: number; staffId: number; expiresAt: Date },
  now: Date,
): Promise<void> {
  await db.run(sql`delete from content_previews where expires_at <= ${now}`)
  await db.run(sql`
    insert into content_previews (token_hash, revision_id, staff_id, expires_at)
    values (${preview.tokenHash}, ${preview.revisionId}, ${preview.staffId}, ${preview.expiresAt})`)
}

export function previewedRevision(db: Db, tokenHash: string, now: Date): Promise<RevisionRow | undefined> {
  return db.row(sql`
    select r.id, r.kind, r.item_id, r.version, r.state, r.note, r.author_id, r.created_at, r.publish_at, r.published_at, r.data
    from content_previews p join content_revisions r on r.id = p.revision_id
    where p.token_hash = ${tokenHash} and p.expires_at > ${now}`)
}

/** Replaces what the same person typed before. */
export async function putTypedPreview(
  db: Db,
  typed: { staffId: number; kind: KindName; itemId: number; tokenHash: string; data: Data; expiresAt: Date },
  now: Date,
): Promise<void> {
  await db.run(sql`delete from content_typed_previews where expires_at <= ${now}`)
  await db.run(sql`
    insert into content_typed_previews (staff_id, kind, item_id, token_hash, data, expires_at)
    values (${typed.staffId}, ${typed.kind}, ${typed.itemId}, ${typed.tokenHash}, ${json(typed.data)}::jsonb, ${typed.expiresAt})
    on conflict (staff_id, kind, item_id) do update set token_hash = excluded.token_hash, data = excluded.data,
      expires_at = excluded.expires_at`)
}

export function typedPreview(
  db: Db,
  tokenHash: string,
  now: Date,
): Promise<Pick<RevisionRow, 'kind' | 'itemId' | 'data'> | undefined> {
  return db.row(sql`
    select kind, item_id, data from content_typed_previews where token_hash = ${tokenHash} and expires_at > ${now}`)
}

/** Items whose draft, scheduled, published or archived version names a picture. */
export function revisionsWithImage(
  db: Db,
  pattern: string,
): Promise<{ kind: KindName; id: number; data: Record<string, unknown> }[]> {
  return db.rows(sql`
    select distinct on (kind, item_id) kind, item_id as id, data from content_revisions
    where state <> 'superseded' and data::text like ${pattern} order by kind, item_id, version desc limit 50`)
}

/** Ids of all pictures that a draft, a scheduled, the published or the archived version names. */
export async function imagesOfRevisions(db: Db): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(sql`
    select distinct found[1] as id from content_revisions, regexp_matches(data::text, ${IMAGE_ID}, 'g') as found
    where state <> 'superseded' and data::text like '%img/%'`)
  return rows.map(({ id }) => id)
}

/** Versions that are not superseded and name a picture, locked until the transaction ends. */
export function holdRevisionsWith(db: Db, pattern: string): Promise<{ id: number; data: Record<string, unknown> }[]> {
  return db.rows(sql`
    select id, data from content_revisions where state <> 'superseded' and data::text like ${pattern} order by id for update`)
}

export async function putRevisionData(db: Db, id: number, data: Record<string, unknown>): Promise<void> {
  await db.run(sql`update content_revisions set data = ${json(data)}::jsonb where id = ${id}`)
}

/** Counts superseded versions that name a picture. They stay in the history and are restored without the picture. */
export async function oldVersionsWith(db: Db, pattern: string): Promise<number> {
  const row = await db.one<{ count: number }>(sql`
    select count(*) as count from content_revisions where state = 'superseded' and data::text like ${pattern}`)
  return row.count
}
