import type { Db } from '../../platform/db/db.ts'
import { type Sql, sql } from '../../platform/db/sql.ts'
import type { HeldOf } from '../../platform/held-data.ts'

export function heldSamples(customerId: HeldOf): Sql {
  return sql`select to_jsonb(t) - 'words' - 'received_by' as row from samples t where customer_id = ${customerId} order by id`
}

export async function countToReturn(db: Db, customerId: number): Promise<number> {
  const { count } = await db.one<{ count: number }>(
    sql`select count(*) as count from samples where customer_id = ${customerId} and return_wanted
      and stage not in ('pending', 'returned', 'destroyed', 'consumed', 'refused', 'lost', 'withdrawn')`,
  )
  return count
}

/** Which of these orders have a sample whose way has not ended. */
export async function ordersWithSamplesUnderWay(db: Db, orderIds: readonly number[]): Promise<Set<number>> {
  const rows = await db.rows<{ orderId: number }>(sql`
    select distinct order_id from samples where order_id = any(${[...orderIds]}::bigint[])
      and stage not in ('kept', 'returned', 'destroyed', 'consumed', 'lost', 'withdrawn')`)
  return new Set(rows.map(({ orderId }) => orderId))
}
