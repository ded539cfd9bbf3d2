import type { Db } from '../../platform/db/db.ts'
import { type Sql, sql } from '../../platform/db/sql.ts'
import type { ClosedAccount, HeldOf } from '../../platform/held-data.ts'

export function heldImportRows(customerId: HeldOf): Sql {
  return sql`select jsonb_build_object('cells', cells, 'state', state) as row from import_rows where customer_id = ${customerId} order by run_id, row_no`
}

/** The row is not taken back any more, because what it wrote is gone with the account. */
export async function clearImportRows(db: Db, { customerId }: ClosedAccount): Promise<void> {
  await db.run(sql`delete from import_rows where customer_id = ${customerId}`)
}
