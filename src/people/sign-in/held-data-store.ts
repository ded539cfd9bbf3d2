import type { Db } from '../../platform/db/db.ts'
import { type Sql, sql } from '../../platform/db/sql.ts'
import { sessionIdsOf } from '../../platform/auth/sessions.ts'
import type { ClosedAccount, HeldOf } from '../../platform/held-data.ts'

export function heldBindings(customerId: HeldOf): Sql {
  return sql`select to_jsonb(t) as row from wechat_bindings t where customer_id = ${customerId} order by id`
}

export async function clearBindingsAndCodes(db: Db, { customerId, phone }: ClosedAccount): Promise<void> {
  const sessionIds = await sessionIdsOf(db, 'customer', customerId)
  await db.run(sql`
    update wechat_tickets set openid = null, ip = '', user_agent = ''
    where id in (select ticket_id from wechat_bindings where customer_id = ${customerId}) or session_id = any(${sessionIds}::bigint[])`)
  await db.run(sql`delete from wechat_bindings where customer_id = ${customerId}`)
  await db.run(sql`delete from sms_codes where phone = ${phone}`)
  await db.run(sql`delete from code_failures where phone = ${phone}`)
}
