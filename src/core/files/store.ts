import type { Db } from '../../platform/db/db.ts'
import { json, type Sql, sql } from '../../platform/db/sql.ts'
import type { FilePurpose } from './rules.ts'

export interface FileRow {
  id: number
  storageKey: string
  name: string
  size: number
  sha256: string
  mime: string
  purpose: FilePurpose
  uploadedByKind: 'customer' | 'staff' | 'system'
  uploadedBy: number | null
  customerId: number | null
  /** Of an export: the action that its owner must still be allowed to do. */
  readerAction: string | null
  attachedTo: string | null
  createdAt: Date
}

const columns = sql`id, storage_key, name, size, sha256, mime, purpose, uploaded_by_kind, uploaded_by, customer_id, reader_action, attached_to, created_at`

type NewFile = Omit<FileRow, 'id' | 'readerAction'> & {
  readerAction?: string
  /** Nobody here has read the whole: the hash is the sender's word. */
  sha256Declared?: boolean
}

export function insertFile(db: Db, row: NewFile): Promise<FileRow> {
  return db.one(sql`
    insert into files (storage_key, name, size, sha256, mime, purpose, uploaded_by_kind, uploaded_by, customer_id, reader_action, attached_to, created_at, sha256_declared)
    values (${row.storageKey}, ${row.name}, ${row.size}, ${row.sha256}, ${row.mime}, ${row.purpose}, ${row.uploadedByKind}, ${row.uploadedBy},
      ${row.customerId}, ${row.readerAction ?? null}, ${row.attachedTo}, ${row.createdAt}, ${row.sha256Declared ?? false})
    returning ${columns}`)
}

export function fileById(db: Db, id: number): Promise<FileRow | undefined> {
  return db.row(sql`select ${columns} from files where id = ${id}`)
}

export function filesByIds(db: Db, ids: number[]): Promise<FileRow[]> {
  return db.rows(sql`select ${columns} from files where id = any(${ids}::bigint[])`)
}

/** Other result files with the same bytes, the newest first. */
export function resultsWithBytes(db: Db, file: Pick<FileRow, 'id' | 'sha256'>): Promise<{ id: number }[]> {
  return db.rows(sql`
    select id from files where purpose = 'result' and sha256 = ${file.sha256} and id <> ${file.id} order by id desc limit 100`)
}

/** The customer's own file, or a released result or photo of something that is shared with the customer. */
export function fileOfCustomer(db: Db, id: number, customerId: number): Promise<FileRow | undefined> {
  return db.row(sql`select ${columns} from files f where id = ${id} and ${readBy(customerId)}`)
}

function readBy(customerId: number): Sql {
  return sql`(f.customer_id = ${customerId}
      or (f.customer_id is not null and f.purpose in ('result', 'report', 'message', 'photo') and exists (
        select 1 from file_shares s where s.attached_to = f.attached_to and s.customer_id = ${customerId})))`
}

/** The same right as a condition on the id of a file, for searches of slices above. */
export function readableFile(fileId: Sql, customerId: number): Sql {
  return sql`exists (select 1 from files f where f.id = ${fileId} and ${readBy(customerId)})`
}

/** Those of the files that the customer may read, as `fileOfCustomer` decides. */
export function filesReadableBy(db: Db, ids: readonly number[], customerId: number): Promise<{ id: number }[]> {
  return db.rows(sql`
    select id from files f where id = any(${[...ids]}::bigint[]) and ${readBy(customerId)}`)
}

export async function insertShare(db: Db, attachedTo: string, customerId: number): Promise<void> {
  await db.run(sql`
    insert into file_shares (attached_to, customer_id) values (${attachedTo}, ${customerId}) on conflict do nothing`)
}

export async function deleteShare(db: Db, attachedTo: string, customerId: number): Promise<void> {
  await db.run(sql`delete from file_shares where attached_to = ${attachedTo} and customer_id = ${customerId}`)
}

/** Serialises the uploads of one person, so that they are counted one after the other. Needs a transaction. */
export async function lockUploads(db: Db, kind: string, id: number): Promise<void> {
  await db.rows(sql`select pg_advisory_xact_lock(hashtextextended(${`uploads:${kind}`}, ${id}))`)
}

export function unattachedOf(db: Db, kind: string, id: number): Promise<{ count: number; bytes: number }> {
  return db.one(sql`
    select count(*) as count, coalesce(sum(size), 0)::bigint as bytes from files
    where uploaded_by_kind = ${kind} and uploaded_by = ${id} and attached_to is null`)
}

/** Conditional, so that a file is never attached to two things. Undefined when it is attached already. */
export function setAttached(db: Db, id: number, attachedTo: string): Promise<FileRow | undefined> {
  return db.row(sql`
    update files set attached_to = ${attachedTo} where id = ${id} and (attached_to is null or attached_to = ${attachedTo}) returning ${columns}`)
}

export async function setAllAttached(db: Db, ids: number[], attachedTo: string): Promise<void> {
  await db.run(sql`update files set attached_to = ${attachedTo} where id = any(${ids}::bigint[])`)
}

export function filesByOwner(db: Db, attachedTo: string): Promise<FileRow[]> {
  return db.rows(sql`select ${columns} from files where attached_to = ${attachedTo} order by id`)
}

export function filesByOwners(db: Db, owners: string[]): Promise<FileRow[]> {
  return db.rows(sql`select ${columns} from files where attached_to = any(${owners}::text[]) order by id`)
}

/** Detaches the files; the sweeper removes them. */
export function detachByOwner(db: Db, attachedTo: string): Promise<number> {
  return db.run(sql`update files set attached_to = null where attached_to = ${attachedTo}`)
}

export function detachByIds(db: Db, ids: number[]): Promise<number> {
  return db.run(sql`update files set attached_to = null where id = any(${ids}::bigint[])`)
}

export async function setReader(db: Db, ids: number[], customerId: number): Promise<void> {
  await db.run(sql`update files set customer_id = ${customerId} where id = any(${ids}::bigint[])`)
}

/** Customers can no longer read these files; staff can. */
export async function clearReader(db: Db, ids: number[]): Promise<void> {
  await db.run(sql`update files set customer_id = null where id = any(${ids}::bigint[])`)
}

/** One file of a ZIP and its name in it. */
export interface BundleEntry {
  id: number
  path: string
}

export interface LinkRow {
  /** Null for a link to several files, which `bundle` lists. */
  fileId: number | null
  bundle: BundleEntry[] | null
  bundleName: string
  actorKind: 'customer' | 'staff'
  actorId: number
  sessionId: number
  browserHash: string | null
  expiresAt: Date
}

export async function insertLink(db: Db, row: LinkRow & { tokenHash: string }, now: Date): Promise<void> {
  await db.run(sql`
    insert into file_links (token_hash, file_id, bundle, bundle_name, actor_kind, actor_id, session_id, browser_hash, expires_at, created_at)
    values (${row.tokenHash}, ${row.fileId}::bigint, nullif(${json(row.bundle)}::jsonb, 'null'), ${row.bundleName}, ${row.actorKind}, ${row.actorId}, ${row.sessionId}, ${row.browserHash}, ${row.expiresAt}, ${now})`)
}

export function linkByHash(db: Db, tokenHash: string): Promise<LinkRow | undefined> {
  return db.row(sql`
    select file_id, bundle, bundle_name, actor_kind, actor_id, session_id, browser_hash, expires_at from file_links where token_hash = ${tokenHash}`)
}

/** Deletes rows of files that were never attached and notes their keys, so that the bytes go some days later. */
export function deleteOrphans(db: Db, before: Date, most: number, now: Date): Promise<{ storageKey: string }[]> {
  return db.rows(sql`
    with gone as (
      delete from files where id in (
        select id from files where attached_to is null and created_at < ${before} order by id limit ${most} for update skip locked)
      returning storage_key),
    noted as (insert into removed_files (storage_key, removed_at) select storage_key, ${now}::timestamptz from gone on conflict do nothing)
    select storage_key from gone`)
}

export async function removedBefore(db: Db, before: Date, most: number): Promise<string[]> {
  const rows = await db.rows<{ storageKey: string }>(sql`
    select storage_key from removed_files where removed_at <= ${before} order by removed_at limit ${most}`)
  return rows.map(({ storageKey }) => storageKey)
}

export async function forgetRemoved(db: Db, keys: string[]): Promise<void> {
  await db.run(sql`delete from removed_files where storage_key = any(${keys}::text[])`)
}

export async function deleteExpiredLinks(db: Db, before: Date): Promise<void> {
  await db.run(sql`delete from file_links where expires_at < ${before}`)
}

/** Keys that a file, a part of an unfinished upload or a file removed lately has. */
export async function knownKeys(db: Db, keys: string[]): Promise<Set<string>> {
  const rows = await db.rows<{ storageKey: string }>(sql`
    select storage_key from files where storage_key = any(${keys}::text[])
    union all select storage_key from upload_parts where storage_key = any(${keys}::text[])
    union all select storage_key from uploads where storage_key = any(${keys}::text[]) and refused_as is null
    union all select storage_key from removed_files where storage_key = any(${keys}::text[])`)
  return new Set(rows.map((row) => row.storageKey))
}

/** A page of rows by id, for comparing them with the store. */
export function keysAfter(
  db: Db,
  id: number,
  before: Date,
  most: number,
): Promise<{ id: number; storageKey: string }[]> {
  return db.rows(sql`
    select id, storage_key from files where id > ${id} and created_at < ${before} and missing_at is null order by id limit ${most}`)
}

/** Keys of the files that were stored last. */
export async function newestKeys(db: Db, most: number): Promise<string[]> {
  const rows = await db.rows<{ storageKey: string }>(sql`
    select storage_key from files order by id desc limit ${most}`)
  return rows.map(({ storageKey }) => storageKey)
}

export async function markMissing(db: Db, ids: number[], now: Date): Promise<void> {
  await db.run(sql`update files set missing_at = ${now} where id = any(${ids}::bigint[])`)
}

/** A page of the rows that were marked. */
export function markedAfter(db: Db, id: number, most: number): Promise<{ id: number; storageKey: string }[]> {
  return db.rows(sql`
    select id, storage_key from files where id > ${id} and missing_at is not null order by id limit ${most}`)
}

export async function unmarkMissing(db: Db, ids: number[]): Promise<void> {
  await db.run(sql`update files set missing_at = null where id = any(${ids}::bigint[])`)
}

/**
 * What a backup copies out of the store: the key, the checksum of the bytes, and whether they must be there. Parts of an upload may have
 * been put together meanwhile. What a sweep has missed may be back; for a month a backup without it is told as incomplete, so that good ones are not
 * replaced by it unnoticed, and after that the file counts as lost. A checksum that is only the sender's word is not compared.
 */
export function fileList(): Sql {
  return sql`
    select storage_key, case when sha256_declared then '' else sha256 end, missing_at is null or missing_at > now() - interval '30 days' from files
    union all select storage_key, sha256, false from upload_parts`
}

/** All files as a relation, for checks of the books: id, sha256, missing_at. */
export function storedFiles(): Sql {
  return sql`(select id, sha256, missing_at from files)`
}
