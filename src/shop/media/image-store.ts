import type { Db } from '../../platform/db/db.ts'
import { contains, type IndexSource } from '../../platform/db/index-query.ts'
import { json, sql } from '../../platform/db/sql.ts'
import type { PictureKind, PictureNote } from './credits/credit-rules.ts'

export interface ImageRow {
  id: string
  no: number
  name: string
  alt: string
  kind: PictureKind | ''
  credit: string
  licence: string
  width: number
  height: number
  format: 'jpg' | 'png'
  /** Keys of the file store by `{width}.{format}`. */
  files: Record<string, string>
  bytes: number
  createdBy: number | null
  createdAt: Date
}

const columns = sql`id, no, name, alt, kind, credit, licence, width, height, format, files, bytes, created_by, created_at`
const named = sql`name || ' ' || alt || ' ' || credit`

export function imageById(db: Db, id: string): Promise<ImageRow | undefined> {
  return db.row(sql`select ${columns} from content_images where id = ${id}`)
}

/** When two people upload the same picture at once, the first row stays; answers 0 for the second. */
export function insertImage(db: Db, image: Omit<ImageRow, 'no' | keyof PictureNote>): Promise<number> {
  return db.run(sql`
    insert into content_images (id, name, width, height, format, files, bytes, created_by, created_at)
    values (${image.id}, ${image.name}, ${image.width}, ${image.height}, ${image.format}, ${json(image.files)}::jsonb, ${image.bytes},
      ${image.createdBy}, ${image.createdAt})
    on conflict (id) do nothing`)
}

/** Newest first; `kw` in the name or the alternative text. */
export async function imagePage(
  db: Db,
  { kw, limit, offset }: { kw: string; limit: number; offset: number },
): Promise<{ total: number; rows: ImageRow[] }> {
  const rows = await db.rows<ImageRow & { total: number }>(sql`
    select count(*) over () as total, ${columns} from content_images where ${contains(named, kw)}
    order by created_at desc, id limit ${limit} offset ${offset}`)
  return { total: rows[0]?.total ?? 0, rows }
}

/** `used` answers the ids of the pictures that are shown somewhere. */
export function librarySource(used: () => Promise<string[]>): IndexSource {
  return {
    from: sql`from content_images`,
    key: sql`no`,
    columns: {
      name: { sql: sql`name`, match: (typed) => contains(named, typed) },
      alt: { sql: sql`case when alt = '' then 'none' else 'has' end` },
      kind: { sql: sql`case when kind = '' then 'none' else kind end` },
      credit: { sql: sql`credit` },
      format: { sql: sql`format` },
      use: {
        among: async (options) => {
          if (options.includes('used') && options.includes('unused')) return sql`true`
          const shown = sql`id = any(${await used()}::text[])`
          return options.includes('used') ? shown : sql`not ${shown}`
        },
      },
      width: { sql: sql`width::bigint` },
      height: { sql: sql`height::bigint` },
      bytes: { sql: sql`(bytes / 1024)` },
      created: { sql: sql`created_at` },
    },
    search: (typed) => contains(named, typed),
  }
}

export function imagesByNo(db: Db, numbers: readonly number[]): Promise<ImageRow[]> {
  return db.rows(sql`
    select ${columns} from content_images where no = any(${[...numbers]}::bigint[])
    order by array_position(${[...numbers]}::bigint[], no)`)
}

export type ImageTexts = PictureNote & { name: string }

export async function putImageTexts(db: Db, id: string, texts: ImageTexts): Promise<void> {
  const { name, alt, kind, credit, licence } = texts
  await db.run(
    sql`update content_images set name = ${name}, alt = ${alt}, kind = ${kind}, credit = ${credit}, licence = ${licence} where id = ${id}`,
  )
}

/** Those of the pictures that exist, locked until the transaction ends so that none is deleted meanwhile. */
export async function holdImages(db: Db, ids: string[]): Promise<Set<string>> {
  const rows = await db.rows<{ id: string }>(
    sql`select id from content_images where id = any(${ids}::text[]) order by id for share`,
  )
  return new Set(rows.map(({ id }) => id))
}

/** Waits for a transaction that is saving something with this picture. */
export function lockImage(db: Db, id: string): Promise<ImageRow | undefined> {
  return db.row(sql`select ${columns} from content_images where id = ${id} for update`)
}

export async function deleteImageRow(db: Db, id: string): Promise<void> {
  await db.run(sql`delete from content_images where id = ${id}`)
}
