import type { Db } from '../../platform/db/db.ts'
import { type Sql, sql } from '../../platform/db/sql.ts'
import type { HeldOf } from '../../platform/held-data.ts'

export function heldPayments(customerId: HeldOf): Sql {
  return sql`select to_jsonb(t) as row from payments t where customer_id = ${customerId} order by id`
}

export async function countOpen(db: Db, customerId: number): Promise<number> {
  const { count } = await db.one<{ count: number }>(
    sql`select count(*) as count from payments where customer_id = ${customerId} and stage = 'open'`,
  )
  return count
}
