import type { Db } from '../../platform/db/db.ts'
import { type Sql, sql } from '../../platform/db/sql.ts'
import type { HeldOf } from '../../platform/held-data.ts'

export function heldClaims(customerId: HeldOf): Sql {
  return sql`select to_jsonb(t) - 'matched_by' - 'confirmed_by' as row from transfer_claims t where customer_id = ${customerId} order by id`
}

export function heldReceived(customerId: HeldOf): Sql {
  return sql`select to_jsonb(t) - 'kept_by' - 'return_by' as row from received_money t where customer_id = ${customerId} order by id`
}

export function heldPaid(customerId: HeldOf): Sql {
  return sql`select to_jsonb(t) as row from paid_orders t where customer_id = ${customerId} order by order_id`
}

export async function countPending(db: Db, customerId: number): Promise<number> {
  const { count } = await db.one<{ count: number }>(
    sql`select count(*) as count from transfer_claims where customer_id = ${customerId} and stage in ('pending', 'checking')`,
  )
  return count
}
