import type { Db } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'
import { type HeldRow, heldRows } from '../../platform/held-data.ts'

export function heldContracts(db: Db, customerId: number): Promise<HeldRow[]> {
  return heldRows(
    db,
    sql`select to_jsonb(t) - 'issued_by' - 'sealed_by' as row from contracts t where customer_id = ${customerId} order by id`,
  )
}

export async function countUnsigned(db: Db, customerId: number): Promise<number> {
  const { count } = await db.one<{ count: number }>(
    sql`select count(*) as count from contracts where customer_id = ${customerId} and stage in ('to_sign', 'to_seal')`,
  )
  return count
}
