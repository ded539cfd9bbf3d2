import type { Db } from '../../platform/db/db.ts'
import { type Sql, sql } from '../../platform/db/sql.ts'
import { CLOSED_NAME, type ClosedAccount, type HeldOf } from '../../platform/held-data.ts'

export function heldDemands(customerId: HeldOf): Sql {
  return sql`select to_jsonb(t) - 'words' - 'answered_by' as row from demands t where customer_id = ${customerId} order by id`
}

export async function clearContacts(db: Db, { customerId }: ClosedAccount): Promise<void> {
  await db.run(sql`
    update demands set contact_name = ${CLOSED_NAME}, contact_phone = '', company = '' where customer_id = ${customerId}`)
}

export async function countOpen(db: Db, customerId: number): Promise<number> {
  const { count } = await db.one<{ count: number }>(
    sql`select count(*) as count from demands where customer_id = ${customerId} and stage in ('open', 'answered')`,
  )
  return count
}
