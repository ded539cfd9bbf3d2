import type { Db } from '../db.ts'
import { identifier, sql } from '../sql.ts'
import { embeddedHandle } from './embedded.ts'

/** Below this size every plan is fast. */
const SMALL_BYTES = 64 * 1024

/**
 * The embedded database has no autovacuum. So the tables that have doubled since they were last counted are counted here, and lose their dead
 * rows; prepared statements on them are planned anew for what they have become. Returns their names; on PostgreSQL none.
 */
export async function keepStatistics(db: Db): Promise<string[]> {
  if (!embeddedHandle(db)) return []
  const grown = await db.rows<{ name: string }>(sql`
    select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
      and pg_relation_size(oid) > 2 * relpages::bigint * current_setting('block_size')::int + ${SMALL_BYTES}::int
    order by relname`)
  // One at a time, so that requests go on between them.
  for (const { name } of grown) await db.run(sql`vacuum (analyze) ${identifier(name)}`)
  return grown.map(({ name }) => name)
}
