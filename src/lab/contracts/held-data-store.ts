import type { Db } from '../../platform/db/db.ts'
import { type Sql, sql } from '../../platform/db/sql.ts'
import type { HeldOf } from '../../platform/held-data.ts'

export function heldContracts(customerId: HeldOf): Sql {
  return sql`select to_jsonb(t) - 'issued_by' - 'sealed_by' as row from contracts t where customer_id = ${customerId} order by id`
}

export async function countUnsigned(db: Db, customerId: number): Promise<number> {
  const { count } = await db.one<{ count: number }>(
    sql`select count(*) as count from contracts where customer_id = ${customerId} and stage in ('to_sign', 'to_seal')`,
  )
  return count
}
