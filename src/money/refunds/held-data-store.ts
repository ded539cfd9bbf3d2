import { type Sql, sql } from '../../platform/db/sql.ts'
import type { HeldOf } from '../../platform/held-data.ts'

export function heldRefunds(customerId: HeldOf): Sql {
  return sql`select to_jsonb(t) - 'proposed_by' - 'confirmed_by' as row from refunds t where customer_id = ${customerId} order by id`
}
