import type { Db } from '../../platform/db/db.ts'
import { type Sql, sql } from '../../platform/db/sql.ts'
import type { HeldOf } from '../../platform/held-data.ts'

export function heldApplications(customerId: HeldOf): Sql {
  return sql`select to_jsonb(t) - 'decided_by' - 'confirmed_by' as row from credit_applications t where customer_id = ${customerId} order by id`
}

export function heldDues(customerId: HeldOf): Sql {
  return sql`select to_jsonb(t) as row from credit_dues t where customer_id = ${customerId} order by due_at`
}

export async function countPending(db: Db, customerId: number): Promise<number> {
  const { count } = await db.one<{ count: number }>(
    sql`select count(*) as count from credit_applications where customer_id = ${customerId} and stage in ('pending', 'checking')`,
  )
  return count
}
