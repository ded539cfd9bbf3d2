import type { Db } from '../../platform/db/db.ts'
import { type Sql, sql } from '../../platform/db/sql.ts'
import type { ClosedAccount, HeldOf } from '../../platform/held-data.ts'

export function heldLines(customerId: HeldOf): Sql {
  return sql`select to_jsonb(t) as row from plan_lines t where customer_id = ${customerId} order by id`
}

export function heldShares(customerId: HeldOf): Sql {
  return sql`
    select to_jsonb(t) - 'token' as row from plan_shares t where customer_id = ${customerId} order by id`
}

export async function clearLines(db: Db, { customerId }: ClosedAccount): Promise<void> {
  await db.run(sql`delete from plan_lines where customer_id = ${customerId}`)
  await db.run(sql`delete from plan_shares where customer_id = ${customerId}`)
}
