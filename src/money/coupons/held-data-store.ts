import { type Sql, sql } from '../../platform/db/sql.ts'
import type { HeldOf } from '../../platform/held-data.ts'

export function heldCoupons(customerId: HeldOf): Sql {
  return sql`select to_jsonb(t) as row from coupons t where customer_id = ${customerId} order by id`
}
