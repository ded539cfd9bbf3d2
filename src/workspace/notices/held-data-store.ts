import type { Db } from '../../platform/db/db.ts'
import { type Sql, sql } from '../../platform/db/sql.ts'
import type { ClosedAccount, HeldOf } from '../../platform/held-data.ts'

export function heldMessages(customerId: HeldOf): Sql {
  return sql`select to_jsonb(t) as row from messages t where customer_id = ${customerId} order by id`
}

export function heldDeliveries(customerId: HeldOf): Sql {
  return sql`select to_jsonb(t) as row from notice_deliveries t where customer_id = ${customerId} order by id`
}

/** Without the keys of the browser, which are no use to a person. */
export function heldBrowsers(customerId: HeldOf): Sql {
  return sql`
    select to_jsonb(t) - 'p256dh' - 'auth' as row from push_subscriptions t where customer_id = ${customerId} order by id`
}

export async function clearMessages(db: Db, { customerId }: ClosedAccount): Promise<void> {
  await db.run(sql`delete from messages where customer_id = ${customerId}`)
  await db.run(sql`delete from push_subscriptions where customer_id = ${customerId}`)
  await db.run(sql`delete from notice_deliveries where customer_id = ${customerId}`)
}
