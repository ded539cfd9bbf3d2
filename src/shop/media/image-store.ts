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

/** The one that was there first stays, should two people upload one picture at once: 0 rows for the other. */
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
