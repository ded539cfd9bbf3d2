import type { Db } from '../../../platform/db/db.ts'
import { json, type Sql, sql } from '../../../platform/db/sql.ts'
import type { OverlayView } from './overlay-rules.ts'

export interface CollectionRow {
  id: number
  accountId: number
  name: string
  remark: string
  view: OverlayView
  version: number
  updatedAt: Date
  shareToken: string | null
  shareExpiresAt: Date | null
  curveCount: number
}

const columns = sql`c.id, c.account_id, c.name, c.remark, c.view, c.version, c.updated_at, c.share_token, c.share_expires_at,
  (select count(*) from library_collection_curves l where l.collection_id = c.id) as curve_count`

const found = (accountId: number, kw: string): Sql =>
  sql`c.account_id = ${accountId} and (${kw} = '' or strpos(folded(c.name || '|' || c.remark), folded(${kw})) > 0)`

export function collectionsOf(
  db: Db,
  accountId: number,
  { kw, limit, offset }: { kw: string; limit: number; offset: number },
): Promise<CollectionRow[]> {
  return db.rows(sql`
    select ${columns} from library_collections c where ${found(accountId, kw)} order by c.updated_at desc, c.id desc
    limit ${limit} offset ${offset}`)
}

export async function countCollections(db: Db, accountId: number, kw = ''): Promise<number> {
  const { count } = await db.one<{ count: number }>(
    sql`select count(*) as count from library_collections c where ${found(accountId, kw)}`,
  )
  return count
}

export function collectionOf(db: Db, accountId: number, id: number): Promise<CollectionRow | undefined> {
  return db.row(sql`select ${columns} from library_collections c where c.id = ${id} and c.account_id = ${accountId}`)
}

/** While its link is open. */
export function collectionByToken(db: Db, token: string, now: Date): Promise<CollectionRow | undefined> {
  return db.row(sql`
    select ${columns} from library_collections c where c.share_token = ${token} and c.share_expires_at > ${now}`)
}

export interface CollectionCurve {
  id: number
  label: string
}

export function curvesOfCollection(db: Db, id: number): Promise<CollectionCurve[]> {
  return db.rows(
    sql`select curve_id as id, label from library_collection_curves where collection_id = ${id} order by place`,
  )
}

/** Lets one person or group add one collection after the other, so that they are counted. Needs a transaction. */
export async function lockCollections(db: Db, accountId: number): Promise<void> {
  await db.rows(sql`select pg_advisory_xact_lock(hashtextextended('collections', ${accountId}))`)
}

export async function insertCollection(
  db: Db,
  row: Pick<CollectionRow, 'accountId' | 'name' | 'remark' | 'view'> & { curves: readonly CollectionCurve[] },
  now: Date,
): Promise<{ id: number }> {
  const made = await db.one<{ id: number }>(sql`
    insert into library_collections (account_id, name, remark, view, created_at, updated_at)
    values (${row.accountId}, ${row.name}, ${row.remark}, ${json(row.view)}::jsonb, ${now}, ${now}) returning id`)
  await writeCurves(db, made.id, row.curves)
  return made
}

/** Undefined when the collection has another version meanwhile. */
export async function updateCollection(
  db: Db,
  row: Pick<CollectionRow, 'id' | 'accountId' | 'version' | 'name' | 'remark' | 'view'> & {
    curves: readonly CollectionCurve[]
  },
  now: Date,
): Promise<{ version: number } | undefined> {
  const changed = await db.row<{ version: number }>(sql`
    update library_collections set name = ${row.name}, remark = ${row.remark}, view = ${json(row.view)}::jsonb, version = version + 1,
      updated_at = ${now}
    where id = ${row.id} and account_id = ${row.accountId} and version = ${row.version} returning version`)
  if (!changed) return undefined
  await db.run(sql`delete from library_collection_curves where collection_id = ${row.id}`)
  await writeCurves(db, row.id, row.curves)
  return changed
}

async function writeCurves(db: Db, collectionId: number, curves: readonly CollectionCurve[]): Promise<void> {
  const records = curves.map(({ id, label }, place) => ({ place, curve_id: id, label }))
  await db.run(sql`
    insert into library_collection_curves (collection_id, place, curve_id, label)
    select ${collectionId}, r.place, r.curve_id, r.label
    from jsonb_to_recordset(${json(records)}::jsonb) as r (place integer, curve_id bigint, label text)`)
}

export function deleteCollection(db: Db, accountId: number, id: number): Promise<number> {
  return db.run(sql`delete from library_collections where id = ${id} and account_id = ${accountId}`)
}

export function setShare(
  db: Db,
  accountId: number,
  id: number,
  share: { token: string; expiresAt: Date } | null,
): Promise<number> {
  return db.run(sql`
    update library_collections set share_token = ${share?.token ?? null}, share_expires_at = ${share?.expiresAt ?? null}::timestamptz
    where id = ${id} and account_id = ${accountId}`)
}
