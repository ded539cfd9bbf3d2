import type { Db } from '../../platform/db/db.ts'
import { type Sql, sql } from '../../platform/db/sql.ts'
import { CLOSED_NAME, type HeldOf } from '../../platform/held-data.ts'

export function heldPickups(customerId: HeldOf): Sql {
  return sql`select to_jsonb(t) - 'driver_id' as row from pickups t where customer_id = ${customerId} order by id`
}

/** The orders and samples say what was done; where it was fetched is needed no longer. */
export async function clearPickups(db: Db, customerId: number): Promise<void> {
  await db.run(sql`
    update pickups set name = ${CLOSED_NAME}, phone = '', address = '', message = '' where customer_id = ${customerId}`)
}

export async function countOpenPickups(db: Db, customerId: number): Promise<number> {
  const { count } = await db.one<{ count: number }>(sql`
    select count(*) as count from pickups
    where customer_id = ${customerId} and stage in ('requested', 'assigned', 'collecting', 'collected')`)
  return count
}
