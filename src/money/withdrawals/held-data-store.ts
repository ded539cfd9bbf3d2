import type { Db } from '../../platform/db/db.ts'
import { type Sql, sql } from '../../platform/db/sql.ts'
import type { HeldOf } from '../../platform/held-data.ts'

export function heldWithdrawals(customerId: HeldOf): Sql {
  return sql`
      select to_jsonb(t) - 'made_by' - 'proposed_by' - 'approved_by' - 'paid_by' as row
      from withdrawals t where customer_id = ${customerId} order by id`
}

export function heldPayoutAccounts(customerId: HeldOf): Sql {
  return sql`select to_jsonb(t) as row from payout_accounts t where customer_id = ${customerId}`
}

export async function clearPayoutAccount(db: Db, customerId: number): Promise<void> {
  await db.run(sql`delete from payout_accounts where customer_id = ${customerId}`)
}

export async function countOpen(db: Db, customerId: number): Promise<number> {
  const { count } = await db.one<{ count: number }>(
    sql`select count(*) as count from withdrawals where customer_id = ${customerId} and stage in ('pending', 'checking', 'approved')`,
  )
  return count
}
