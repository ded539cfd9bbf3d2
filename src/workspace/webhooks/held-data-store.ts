import type { Db } from '../../platform/db/db.ts'
import { type Sql, sql } from '../../platform/db/sql.ts'
import type { HeldOf } from '../../platform/held-data.ts'

/** Without the secrets: a copy of personal data is read in other places than a key. */
export function heldWebhooks(customerId: HeldOf): Sql {
  return sql`select jsonb_build_object('url', url, 'types', types, 'state', state, 'created_at', created_at) as row
      from webhooks where customer_id = ${customerId} order by id`
}

export function heldDeliveries(customerId: HeldOf): Sql {
  return sql`select jsonb_build_object('type', d.type, 'body', d.body, 'state', d.state, 'created_at', d.created_at) as row
      from webhook_deliveries d join webhooks w on w.id = d.webhook_id where w.customer_id = ${customerId} order by d.id`
}

export async function clearWebhooks(db: Db, customerId: number): Promise<void> {
  await db.run(sql`delete from webhooks where customer_id = ${customerId}`)
}
