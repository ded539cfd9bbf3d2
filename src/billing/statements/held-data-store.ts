import type { Db } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'
import { type HeldRow, heldRows } from '../../platform/held-data.ts'

export function heldMails(db: Db, customerId: number): Promise<HeldRow[]> {
  return heldRows(
    db,
    sql`select to_jsonb(t) as row from statement_mails t where customer_id = ${customerId} or person_id = ${customerId} order by id`,
  )
}
