import { randomBytes } from 'node:crypto'
import type { Db } from '../db.ts'
import { sql } from '../sql.ts'

/** The connection of health checks, beside the pool. */
const HEALTH_CONNECTIONS = 1

/** The name of this process in pg_stat_activity, with the connections that it may open at most, so that any process can add them up. */
export function processName(poolSize: number): string {
  return `mingxi-${randomBytes(4).toString('hex')}-${poolSize + HEALTH_CONNECTIONS}`
}

export interface ConnectionBudget {
  /** Processes of this product that are connected now, and what all of them may open. */
  processes: number
  wanted: number
  /** Connections of other programs now. */
  others: number
  /** What the server allows: its limit without what it keeps for superusers, or the limit of the role or database when that is lower. */
  allowed: number
}

/** Read from the server itself, not through a pooler, which has a budget of its own. */
export async function connectionBudget(db: Db): Promise<ConnectionBudget> {
  const { names, ...counts } = await db.one<{ names: string[]; others: number; allowed: number }>(sql`
    select coalesce(array_agg(distinct application_name) filter (where application_name like 'mingxi-%'), '{}') as names,
      count(*) filter (where application_name not like 'mingxi-%') as others,
      (select least(
          current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
            - coalesce(current_setting('reserved_connections', true), '0')::int,
          case when rolconnlimit < 0 then 1e6 else rolconnlimit end, case when datconnlimit < 0 then 1e6 else datconnlimit end)::int
        from pg_roles, pg_database where rolname = current_user and datname = current_database()) as allowed
    from pg_stat_activity where usesysid is not null and pid not in (select pid from pg_stat_replication)`)
  const sizes = names.map((name) => Number(/^mingxi-[\da-f]{8}-(\d{1,4})$/.exec(name)?.[1] ?? 0))
  return { processes: sizes.length, wanted: sizes.reduce((sum, size) => sum + size, 0), ...counts }
}
