import type { Db } from '../../platform/db/db.ts'
import { type Sql, sql } from '../../platform/db/sql.ts'
import type { HeldOf } from '../../platform/held-data.ts'

export function heldUnsettled(customerId: HeldOf): Sql {
  return sql`select to_jsonb(t) as row from settlement_rows t where customer_id = ${customerId} order by id`
}

export function heldSettlements(customerId: HeldOf): Sql {
  return sql`select to_jsonb(t) as row from settlements t where customer_id = ${customerId} or payer_id = ${customerId} order by id`
}

export async function countUnpaid(db: Db, customerId: number): Promise<number> {
  const { count } = await db.one<{ count: number }>(
    sql`select count(*) as count from settlement_rows where owed_by = ${customerId} and paid_at is null`,
  )
  return count
}
