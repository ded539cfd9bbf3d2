import type { Db } from '../../platform/db/db.ts'
import { type Sql, sql } from '../../platform/db/sql.ts'
import type { ClosedAccount, HeldOf } from '../../platform/held-data.ts'

export function heldExports(customerId: HeldOf): Sql {
  return sql`select to_jsonb(t) as row from personal_exports t where customer_id = ${customerId} order by id`
}

export async function exportedFiles(db: Db, customerId: number): Promise<number[]> {
  const rows = await db.rows<{ fileId: number }>(
    sql`select file_id from personal_exports where customer_id = ${customerId} and file_id is not null`,
  )
  return rows.map(({ fileId }) => fileId)
}

export async function clearExports(db: Db, { customerId }: ClosedAccount): Promise<void> {
  await db.run(sql`delete from personal_exports where customer_id = ${customerId}`)
}
