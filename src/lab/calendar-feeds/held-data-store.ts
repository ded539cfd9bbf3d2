import type { Db } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'
import { type ClosedAccount, type HeldRow, heldRows } from '../../platform/held-data.ts'

export function heldFeeds(db: Db, customerId: number): Promise<HeldRow[]> {
  return heldRows(
    db,
    sql`select jsonb_build_object('created_at', created_at, 'last_read_at', last_read_at) as row
      from calendar_feeds where customer_id = ${customerId}`,
  )
}

export async function clearFeeds(db: Db, { customerId }: ClosedAccount): Promise<void> {
  await db.run(sql`delete from calendar_feeds where customer_id = ${customerId}`)
}
