import type { Db } from '../../../platform/db/db.ts'
import { sql } from '../../../platform/db/sql.ts'

/** Of the orders with this project that were delivered since: all of them, and those in time. */
export function promisesKept(db: Db, rid: number, since: Date): Promise<{ orders: number; kept: number }> {
  return db.one(sql`
    select count(*) as orders, count(*) filter (where o.promise_kept) as kept from orders o
    where o.promise_kept is not null and o.received_at >= ${since}
      and exists (select 1 from order_lines l where l.order_id = o.id and l.rid = ${rid})`)
}
