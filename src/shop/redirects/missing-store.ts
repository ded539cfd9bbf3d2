import type { Db } from '../../platform/db/db.ts'
import { contains, type IndexSource } from '../../platform/db/index-query.ts'
import { sql } from '../../platform/db/sql.ts'

export interface MissingRow {
  id: number
  path: string
  hits: number
  firstAskedAt: Date
  lastAskedAt: Date
}

const columns = sql`id, path, hits, first_asked_at, last_asked_at`

export function missingSource(): IndexSource {
  return {
    from: sql`from missing_addresses`,
    key: sql`id`,
    where: sql`not ignored`,
    columns: {
      path: { sql: sql`path` },
      hits: { sql: sql`hits` },
      first: { sql: sql`first_asked_at` },
      last: { sql: sql`last_asked_at` },
    },
    search: (typed) => contains(sql`path`, typed),
  }
}

export function missingByIds(db: Db, ids: readonly number[]): Promise<MissingRow[]> {
  return db.rows(sql`
    select ${columns} from missing_addresses where id = any(${[...ids]}::bigint[])
    order by array_position(${[...ids]}::bigint[], id)`)
}

/** Counts one more visit; a new address only while there is room. */
export async function countMissing(db: Db, path: string, most: number, now: Date): Promise<void> {
  const known = await db.run(
    sql`update missing_addresses set hits = hits + 1, last_asked_at = ${now} where path = ${path}`,
  )
  if (known > 0) return
  await db.run(sql`
    insert into missing_addresses (path, first_asked_at, last_asked_at)
    select ${path}::text, ${now}::timestamptz, ${now}::timestamptz where (select count(*) from missing_addresses) < ${most}
    on conflict (path) do update set hits = missing_addresses.hits + 1, last_asked_at = excluded.last_asked_at`)
}

export function ignoreMissing(db: Db, id: number): Promise<{ path: string } | undefined> {
  return db.row(sql`update missing_addresses set ignored = true where id = ${id} and not ignored returning path`)
}

export async function dropMissing(db: Db, paths: readonly string[]): Promise<void> {
  await db.run(sql`delete from missing_addresses where path = any(${[...paths]}::text[])`)
}

/** Drops what nobody asked for since, and beyond the number that is kept the least visited. */
export function dropForgotten(db: Db, since: Date, kept: number): Promise<number> {
  return db.run(sql`
    delete from missing_addresses where last_asked_at < ${since}
      or id in (select id from missing_addresses order by hits desc, last_asked_at desc, id offset ${kept})`)
}
