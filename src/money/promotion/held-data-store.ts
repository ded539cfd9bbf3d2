import type { Db } from '../../platform/db/db.ts'
import { type Sql, sql } from '../../platform/db/sql.ts'
import type { HeldOf } from '../../platform/held-data.ts'

export function heldPromoters(customerId: HeldOf): Sql {
  return sql`select to_jsonb(t) as row from promoters t where customer_id = ${customerId} order by id`
}

/** The other side of a tie is another person's data. */
export function heldBindings(customerId: HeldOf): Sql {
  return sql`
      select to_jsonb(t) - 'promoter_id' - 'customer_id' as row from promoter_bindings t
      where customer_id = ${customerId} or promoter_id = ${customerId} order by bound_at`
}

export function heldRebates(customerId: HeldOf): Sql {
  return sql`
      select to_jsonb(t) - 'customer_id' - 'order_id' - 'order_no' as row from rebates t where promoter_id = ${customerId} order by id`
}

/** Ends what is open, so that nobody is bound to a closed account. */
export async function clearPlans(db: Db, customerId: number, now: Date): Promise<void> {
  await db.run(sql`update promoters set plan = '' where customer_id = ${customerId}`)
  await db.run(
    sql`update promoter_bindings set ends_at = ${now} where promoter_id = ${customerId} and ends_at > ${now}`,
  )
}

export async function countWaiting(db: Db, customerId: number): Promise<number> {
  const { count } = await db.one<{ count: number }>(
    sql`select count(*) as count from rebates where promoter_id = ${customerId} and pending_fen > 0`,
  )
  return count
}
