import type { Db } from '../../platform/db/db.ts'
import { contains, type IndexSource } from '../../platform/db/index-query.ts'
import { sql } from '../../platform/db/sql.ts'

export interface RedirectRow {
  id: number
  fromPath: string
  toPath: string
  hits: number
  lastHitAt: Date | null
  createdBy: number | null
  createdAt: Date
}

const columns = sql`id, from_path, to_path, hits, last_hit_at, created_by, created_at`

export function redirectSource(): IndexSource {
  return {
    from: sql`from redirects`,
    key: sql`id`,
    columns: {
      from: { sql: sql`from_path` },
      to: { sql: sql`to_path` },
      hits: { sql: sql`hits` },
      last: { sql: sql`last_hit_at`, nullable: true },
      created: { sql: sql`created_at` },
    },
    search: (typed) => contains(sql`from_path || ' ' || to_path`, typed),
  }
}

export function redirectsByIds(db: Db, ids: readonly number[]): Promise<RedirectRow[]> {
  return db.rows(sql`
    select ${columns} from redirects where id = any(${[...ids]}::bigint[]) order by array_position(${[...ids]}::bigint[], id)`)
}

/** Undefined when the old address is taken. */
export function insertRedirect(
  db: Db,
  { from, to }: { from: string; to: string },
  staffId: number,
  now: Date,
): Promise<{ id: number } | undefined> {
  return db.row(sql`
    insert into redirects (from_path, to_path, created_by, created_at) values (${from}, ${to}, ${staffId}, ${now})
    on conflict (from_path) do nothing returning id`)
}

/** Which of these paths are old addresses, and which are where others lead. */
export function pathsInUse(db: Db, paths: readonly string[]): Promise<{ path: string; old: boolean }[]> {
  const given = [...paths]
  return db.rows(sql`
    select from_path as path, true as old from redirects where from_path = any(${given}::text[])
    union all select distinct split_part(split_part(to_path, '?', 1), '#', 1), false from redirects
    where split_part(split_part(to_path, '?', 1), '#', 1) = any(${given}::text[])`)
}

export function deleteRedirect(db: Db, id: number): Promise<RedirectRow | undefined> {
  return db.row(sql`delete from redirects where id = ${id} returning ${columns}`)
}

/** Where an old address leads; counts the visit. */
export function takeRedirect(db: Db, from: string, now: Date): Promise<{ toPath: string } | undefined> {
  return db.row(sql`
    update redirects set hits = hits + 1, last_hit_at = ${now} where from_path = ${from} returning to_path`)
}
