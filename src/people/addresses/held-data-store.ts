import type { Db } from '../../platform/db/db.ts'
import { type Sql, sql } from '../../platform/db/sql.ts'
import type { ClosedAccount, HeldOf } from '../../platform/held-data.ts'

export function heldAddresses(customerId: HeldOf): Sql {
  return sql`select to_jsonb(t) as row from addresses t where customer_id = ${customerId} order by id`
}

export async function clearAddresses(db: Db, { customerId }: ClosedAccount): Promise<void> {
  await db.run(sql`delete from addresses where customer_id = ${customerId}`)
}
