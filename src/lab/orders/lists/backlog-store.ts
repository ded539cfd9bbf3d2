import type { Db } from '../../../platform/db/db.ts'
import { sql } from '../../../platform/db/sql.ts'

export interface Backlog {
  orders: number
  samples: number
}

/** What is in the laboratory and not yet handed in, of these projects. */
export function backlogOf(db: Db, rids: readonly number[]): Promise<Backlog> {
  return db.one(sql`
    select count(distinct o.id) as orders, coalesce(sum(l.sample_count), 0)::bigint as samples
    from orders o join order_lines l on l.order_id = o.id
    where o.stage in ('received', 'testing', 'on_hold') and l.rid = any(${[...rids]}::bigint[])`)
}
