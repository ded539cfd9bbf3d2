import type { Db } from '../../../platform/db/db.ts'
import { sql } from '../../../platform/db/sql.ts'
import type { UploadRefusal } from './part-rules.ts'
import type { FilePurpose } from '../rules.ts'

export interface UploadOwner {
  kind: 'customer' | 'staff'
  id: number
}

export interface UploadRow {
  id: number
  uploadNo: string
  ownerKind: UploadOwner['kind']
  ownerId: number
  purpose: FilePurpose
  name: string
  size: number
  partBytes: number
  fingerprint: string
  attachTo: string | null
  finishedAt: Date | null
  refusedAs: UploadRefusal | null
  fileId: number | null
  createdAt: Date
  usedAt: Date
  /** Of a direct upload: the object that the parts become. Null: the parts come through the server. */
  storageKey: string | null
  storeUploadId: string | null
  /** Of the whole file, as the sender of a direct upload computed it. */
  sha256: string | null
}

export interface PartRow {
  part: number
  storageKey: string
  size: number
  sha256: string
}

const columns = sql`id, upload_no, owner_kind, owner_id, purpose, name, size, part_bytes, fingerprint, attach_to, finished_at, refused_as, file_id, created_at, used_at, storage_key, store_upload_id, sha256`

export function insertUpload(
  db: Db,
  row: Omit<
    UploadRow,
    'id' | 'finishedAt' | 'refusedAs' | 'fileId' | 'usedAt' | 'storageKey' | 'storeUploadId' | 'sha256'
  >,
): Promise<UploadRow> {
  return db.one(sql`
    insert into uploads (upload_no, owner_kind, owner_id, purpose, name, size, part_bytes, fingerprint, attach_to, created_at, used_at)
    values (${row.uploadNo}, ${row.ownerKind}, ${row.ownerId}, ${row.purpose}, ${row.name}, ${row.size}, ${row.partBytes}, ${row.fingerprint},
      ${row.attachTo}, ${row.createdAt}, ${row.createdAt})
    returning ${columns}`)
}

/**
 * How many parts have arrived. Of a direct upload the store knows it exactly; here the last part with a signed address counts as being on its
 * way.
 */
const received = sql`(
      select case when u.storage_key is null then (select count(*) from upload_parts p where p.upload_id = u.id)
        else (select greatest(count(*) - 1, 0) from upload_signed_parts p where p.upload_id = u.id) end) as received`

/** The unfinished upload of the same file for the same purpose, to be continued. A direct one only while browsers may reach the store. */
export function sameUpload(
  db: Db,
  owner: UploadOwner,
  { fingerprint, size, purpose, attachTo }: Pick<UploadRow, 'fingerprint' | 'size' | 'purpose' | 'attachTo'>,
  mayBeDirect: boolean,
): Promise<(UploadRow & { received: number }) | undefined> {
  return db.row(sql`
    select ${columns}, ${received} from uploads u
    where owner_kind = ${owner.kind} and owner_id = ${owner.id} and fingerprint = ${fingerprint} and size = ${size} and purpose = ${purpose}
      and attach_to is not distinct from ${attachTo} and finished_at is null and (storage_key is null or ${mayBeDirect})
    order by id limit 1`)
}

/** Locked, so that parts, the end and the removal of one upload come one after the other. */
export function lockedUpload(db: Db, uploadNo: string, owner: UploadOwner): Promise<UploadRow | undefined> {
  return db.row(sql`
    select ${columns} from uploads where upload_no = ${uploadNo} and owner_kind = ${owner.kind} and owner_id = ${owner.id} for update`)
}

export function ownUpload(db: Db, uploadNo: string, owner: UploadOwner): Promise<UploadRow | undefined> {
  return db.row(sql`
    select ${columns} from uploads where upload_no = ${uploadNo} and owner_kind = ${owner.kind} and owner_id = ${owner.id}`)
}

export function uploadById(db: Db, id: number): Promise<UploadRow | undefined> {
  return db.row(sql`select ${columns} from uploads where id = ${id} for update`)
}

/** Uploads that have not become files, with the number of parts that have arrived. */
export function openUploadsFor(
  db: Db,
  attachTo: string,
  owner: UploadOwner,
): Promise<(UploadRow & { received: number })[]> {
  return db.rows(sql`
    select ${columns}, ${received} from uploads u
    where attach_to = ${attachTo} and owner_kind = ${owner.kind} and owner_id = ${owner.id} and file_id is null order by id`)
}

/** What all unfinished uploads for something take, for its limit. */
export function pendingFor(db: Db, attachTo: string): Promise<{ count: number; bytes: number }> {
  return db.one(sql`
    select count(*) as count, coalesce(sum(size), 0)::bigint as bytes from uploads
    where attach_to = ${attachTo} and file_id is null and refused_as is null`)
}

export function pendingOf(db: Db, owner: UploadOwner): Promise<{ count: number; bytes: number }> {
  return db.one(sql`
    select count(*) as count, coalesce(sum(size), 0)::bigint as bytes from uploads
    where owner_kind = ${owner.kind} and owner_id = ${owner.id} and file_id is null and refused_as is null`)
}

/** 0 when this part is there already. */
export function insertPart(db: Db, uploadId: number, row: PartRow): Promise<number> {
  return db.run(sql`
    insert into upload_parts (upload_id, part, storage_key, size, sha256)
    values (${uploadId}, ${row.part}, ${row.storageKey}, ${row.size}, ${row.sha256}) on conflict (upload_id, part) do nothing`)
}

export function partOf(db: Db, uploadId: number, part: number): Promise<PartRow | undefined> {
  return db.row(
    sql`select part, storage_key, size, sha256 from upload_parts where upload_id = ${uploadId} and part = ${part}`,
  )
}

/** In the order of the file. */
export function partsOfUpload(db: Db, uploadId: number): Promise<PartRow[]> {
  return db.rows(
    sql`select part, storage_key, size, sha256 from upload_parts where upload_id = ${uploadId} order by part`,
  )
}

export async function noteUse(db: Db, id: number, now: Date): Promise<void> {
  await db.run(sql`update uploads set used_at = ${now} where id = ${id}`)
}

export async function setFinished(db: Db, id: number, now: Date, sha256: string | null = null): Promise<void> {
  await db.run(sql`
    update uploads set finished_at = ${now}, used_at = ${now}, sha256 = ${sha256} where id = ${id} and finished_at is null`)
}

export async function setRefused(db: Db, id: number, refusedAs: UploadRefusal, now: Date): Promise<void> {
  await db.run(sql`
    update uploads set refused_as = ${refusedAs}, used_at = ${now} where id = ${id} and file_id is null and refused_as is null`)
}

export async function setFile(db: Db, id: number, fileId: number, now: Date): Promise<void> {
  await db.run(sql`
    update uploads set file_id = ${fileId}, used_at = ${now} where id = ${id} and file_id is null and refused_as is null`)
}

export async function setAttachTo(db: Db, from: string, to: string): Promise<void> {
  await db.run(sql`update uploads set attach_to = ${to} where attach_to = ${from}`)
}

/** Removes the rows of all parts and answers their keys; the caller removes the bytes. */
export function deleteParts(db: Db, uploadId: number): Promise<{ storageKey: string }[]> {
  return db.rows(sql`delete from upload_parts where upload_id = ${uploadId} returning storage_key`)
}

export async function deleteUpload(db: Db, id: number): Promise<void> {
  await db.run(sql`delete from uploads where id = ${id}`)
}

/** Uploads that nobody used since then, whatever became of them. */
export function idleUploads(db: Db, before: Date, most: number): Promise<UploadRow[]> {
  return db.rows(
    sql`select ${columns} from uploads where used_at < ${before} order by used_at limit ${most} for update skip locked`,
  )
}
