import type { Db } from '../../platform/db/db.ts'
import { type Sql, sql } from '../../platform/db/sql.ts'
import type { ClosedAccount, HeldOf } from '../../platform/held-data.ts'

export function heldAnalyses(customerId: HeldOf): Sql {
  return sql`select to_jsonb(t) - 'customer_id' - 'digest' as row from curve_analyses t where customer_id = ${customerId} order by id`
}

export async function clearAnalyses(db: Db, { customerId }: ClosedAccount): Promise<void> {
  await db.run(sql`delete from curve_analyses where customer_id = ${customerId}`)
}
