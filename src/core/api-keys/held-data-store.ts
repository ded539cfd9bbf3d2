import type { Db } from '../../platform/db/db.ts'
import { type Sql, sql } from '../../platform/db/sql.ts'
import type { ClosedAccount, HeldOf } from '../../platform/held-data.ts'

export function heldKeys(customerId: HeldOf): Sql {
  return sql`
      select jsonb_build_object('name', name, 'prefix', prefix, 'scopes', scopes, 'created_at', created_at, 'expires_at', expires_at,
        'last_used_at', last_used_at, 'last_ip', last_ip, 'revoked_at', revoked_at) as row
      from api_keys where customer_id = ${customerId} order by id`
}

export async function clearKeys(db: Db, { customerId }: ClosedAccount): Promise<void> {
  await db.run(sql`delete from api_keys where customer_id = ${customerId}`)
}
