import type { Db } from '../../../platform/db/db.ts'
import { sql } from '../../../platform/db/sql.ts'

export interface CheckRow {
  orderVersion: number
  text: string
  staffId: number
  checkedAt: Date
}

/** The latest verification first, its items in the order of the list. */
export function checksOf(db: Db, orderId: number): Promise<CheckRow[]> {
  return db.rows(sql`
    select order_version, text, staff_id, checked_at from verification_checks where order_id = ${orderId} order by order_version desc, place`)
}

export async function insertChecks(
  db: Db,
  row: { orderId: number; orderVersion: number; texts: string[]; staffId: number },
  now: Date,
): Promise<void> {
  await db.run(sql`
    insert into verification_checks (order_id, order_version, place, text, staff_id, checked_at)
    select ${row.orderId}, ${row.orderVersion}::integer, place, text, ${row.staffId}, ${now}
    from unnest(${row.texts}::text[]) with ordinality as t (text, place)`)
}
