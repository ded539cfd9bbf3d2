import { type Sql, sql } from '../../platform/db/sql.ts'
import type { HeldOf } from '../../platform/held-data.ts'

export function heldMails(customerId: HeldOf): Sql {
  return sql`select to_jsonb(t) as row from statement_mails t where customer_id = ${customerId} or person_id = ${customerId} order by id`
}
