import type { Db } from '../../platform/db/db.ts'
import { type Sql, sql } from '../../platform/db/sql.ts'
import type { ClosedAccount, HeldOf } from '../../platform/held-data.ts'

export function heldKeys(customerId: HeldOf): Sql {
  return sql`
      select jsonb_build_object('name', name, 'prefix', prefix, 'scopes', scopes, 'created_at', created_at, 'expires_at', expires_at,
        'last_used_at', last_used_at, 'last_ip', last_ip, 'revoked_at', revoked_at) as row
      from api_keys where customer_id = ${customerId} order by id`
}

export function heldRequests(customerId: HeldOf): Sql {
  return sql`
      select jsonb_build_object('key', k.prefix, 'at', r.at, 'method', r.method, 'path', r.path, 'status', r.status, 'error', r.error,
        'message', r.message, 'ip', r.ip, 'account', r.account) as row
      from api_requests r join api_keys k on k.id = r.key_id where k.customer_id = ${customerId} order by r.id`
}

export function heldCounts(customerId: HeldOf): Sql {
  return sql`
      select jsonb_build_object('key', k.prefix, 'day', d.day, 'answered', d.answered, 'refused', d.refused, 'failed', d.failed,
        'limited', d.limited) as row
      from api_key_days d join api_keys k on k.id = d.key_id where k.customer_id = ${customerId} order by d.key_id, d.day`
}

/** With their requests and counts. */
export async function clearKeys(db: Db, { customerId }: ClosedAccount): Promise<void> {
  await db.run(sql`delete from api_keys where customer_id = ${customerId}`)
}
