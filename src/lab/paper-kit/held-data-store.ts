import type { Db } from '../../platform/db/db.ts'
import { type Sql, sql } from '../../platform/db/sql.ts'
import type { HeldOf } from '../../platform/held-data.ts'

export function heldPackages(customerId: HeldOf): Sql {
  return sql`
    select to_jsonb(t) - 'content' - 'written' as row from data_packages t where customer_id = ${customerId} order by id`
}

export async function clearPackages(db: Db, customerId: number): Promise<void> {
  await db.run(sql`delete from data_packages where customer_id = ${customerId}`)
}
