import type { Db } from '../../platform/db/db.ts'
import { json, sql } from '../../platform/db/sql.ts'

export interface ImageRow {
  id: string
  name: string
  width: number
  height: number
  format: 'jpg' | 'png'
  /** Keys of the file store by `{width}.{format}`. */
  files: Record<string, string>
  bytes: number
  createdBy: number | null
  createdAt: Date
}

const columns = sql`id, name, width, height, format, files, bytes, created_by, created_at`

export function imageById(db: Db, id: string): Promise<ImageRow | undefined> {
  return db.row(sql`select ${columns} from content_images where id = ${id}`)
}

/** When two people upload the same picture at once, the first row stays; answers 0 for the second. */
export function insertImage(db: Db, image: ImageRow): Promise<number> {
  return db.run(sql`
    insert into content_images (id, name, width, height, format, files, bytes, created_by, created_at)
    values (${image.id}, ${image.name}, ${image.width}, ${image.height}, ${image.format}, ${json(image.files)}::jsonb, ${image.bytes},
      ${image.createdBy}, ${image.createdAt})
    on conflict (id) do nothing`)
}

export async function imagePage(
  db: Db,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ total: number; rows: ImageRow[] }> {
  const rows = await db.rows<ImageRow & { total: number }>(sql`
    select count(*) over () as total, ${columns} from content_images order by created_at desc, id limit ${limit} offset ${offset}`)
  return { total: rows[0]?.total ?? 0, rows }
}

/** Those of the pictures that exist, locked until the transaction ends so that none is deleted meanwhile. */
export async function holdImages(db: Db, ids: string[]): Promise<Set<string>> {
  const rows = await db.rows<{ id: string }>(
    sql`select id from content_images where id = any(${ids}::text[]) order by id for share`,
  )
  return new Set(rows.map(({ id }) => id))
}

/** Waits for a transaction that is saving something with this picture. */
export function lockImage(db: Db, id: string): Promise<{ id: string; name: string } | undefined> {
  return db.row(sql`select id, name from content_images where id = ${id} for update`)
}

export async function deleteImageRow(db: Db, id: string): Promise<void> {
  await db.run(sql`delete from content_images where id = ${id}`)
}
