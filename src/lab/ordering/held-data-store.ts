import type { Db } from '../../platform/db/db.ts'
import { type Sql, sql } from '../../platform/db/sql.ts'
import type { ClosedAccount, HeldOf } from '../../platform/held-data.ts'

export function heldDraft(customerId: HeldOf): Sql {
  return sql`select to_jsonb(t) as row from order_drafts t where customer_id = ${customerId}`
}

export async function clearDraft(db: Db, { customerId }: ClosedAccount): Promise<void> {
  await db.run(sql`delete from order_drafts where customer_id = ${customerId}`)
}
