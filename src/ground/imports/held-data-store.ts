import type { Db } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'
import { type ClosedAccount, type HeldRow, heldRows } from '../../platform/held-data.ts'

export function heldImportRows(db: Db, customerId: number): Promise<HeldRow[]> {
  return heldRows(
    db,
    sql`select jsonb_build_object('cells', cells, 'state', state) as row from import_rows where customer_id = ${customerId} order by run_id, row_no`,
  )
}

/** The row is not taken back any more, because what it wrote is gone with the account. */
export async function clearImportRows(db: Db, { customerId }: ClosedAccount): Promise<void> {
  await db.run(sql`delete from import_rows where customer_id = ${customerId}`)
}
