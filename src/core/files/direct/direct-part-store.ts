import type { Db } from '../../../platform/db/db.ts'
import { sql } from '../../../platform/db/sql.ts'

export interface SignedPart {
  part: number
  size: number
  sha256: string
}

export async function setDirect(db: Db, id: number, storageKey: string, partBytes: number): Promise<void> {
  await db.run(sql`
    update uploads set storage_key = ${storageKey}, part_bytes = ${partBytes}
    where id = ${id} and storage_key is null and finished_at is null`)
}

/** The upload at the store that counts, which another request may have begun; undefined when the row is gone. */
export async function setStoreUpload(db: Db, id: number, begun: string): Promise<string | undefined> {
  const row = await db.row<{ storeUploadId: string }>(sql`
    update uploads set store_upload_id = coalesce(store_upload_id, ${begun}) where id = ${id} returning store_upload_id`)
  return row?.storeUploadId
}

/** The store has lost this upload, for example by a lifecycle rule of the bucket. */
export async function forgetStoreUpload(db: Db, id: number, storeUploadId: string): Promise<void> {
  await db.run(sql`
    update uploads set store_upload_id = null where id = ${id} and store_upload_id = ${storeUploadId} and finished_at is null`)
}

/** The part as it was signed first. */
export function insertSignedPart(db: Db, uploadId: number, row: SignedPart): Promise<SignedPart> {
  return db.one(sql`
    insert into upload_signed_parts (upload_id, part, size, sha256) values (${uploadId}, ${row.part}, ${row.size}, ${row.sha256})
    on conflict (upload_id, part) do update set part = excluded.part
    returning part, size, sha256`)
}

/** In the order of the file. */
export function signedPartsOf(db: Db, uploadId: number): Promise<SignedPart[]> {
  return db.rows(sql`select part, size, sha256 from upload_signed_parts where upload_id = ${uploadId} order by part`)
}

export async function knownStoreUploads(db: Db, ids: string[]): Promise<Set<string>> {
  const rows = await db.rows<{ storeUploadId: string }>(
    sql`select store_upload_id from uploads where store_upload_id = any(${ids}::text[])`,
  )
  return new Set(rows.map(({ storeUploadId }) => storeUploadId))
}
