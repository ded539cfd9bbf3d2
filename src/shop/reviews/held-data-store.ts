import type { Db } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'
import { type HeldRow, heldRows } from '../../platform/held-data.ts'

export function heldReviews(db: Db, customerId: number): Promise<HeldRow[]> {
  return heldRows(db, sql`select to_jsonb(t) as row from reviews t where customer_id = ${customerId} order by id`)
}

export async function clearNames(db: Db, customerId: number): Promise<void> {
  await db.run(sql`update reviews set shown_name = '客户', company = '' where customer_id = ${customerId}`)
}
