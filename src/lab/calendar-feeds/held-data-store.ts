import type { Db } from '../../platform/db/db.ts'
import { type Sql, sql } from '../../platform/db/sql.ts'
import type { ClosedAccount, HeldOf } from '../../platform/held-data.ts'

export function heldFeeds(customerId: HeldOf): Sql {
  return sql`select jsonb_build_object('created_at', created_at, 'last_read_at', last_read_at) as row
      from calendar_feeds where customer_id = ${customerId}`
}

export async function clearFeeds(db: Db, { customerId }: ClosedAccount): Promise<void> {
  await db.run(sql`delete from calendar_feeds where customer_id = ${customerId}`)
}
