import type { Db } from '../../platform/db/db.ts'
import { type Sql, sql } from '../../platform/db/sql.ts'
import type { ClosedAccount, HeldOf } from '../../platform/held-data.ts'

export function heldTitles(customerId: HeldOf): Sql {
  return sql`select to_jsonb(t) as row from invoice_titles t where customer_id = ${customerId} order by id`
}

export function heldApplications(customerId: HeldOf): Sql {
  return sql`select to_jsonb(t) - 'fault' - 'request_no' - 'provider_no' as row from invoice_applications t
      where customer_id = ${customerId} order by id`
}

export function heldLines(customerId: HeldOf): Sql {
  return sql`select to_jsonb(l) as row from invoice_lines l join invoice_applications t on t.id = l.application_id
      where t.customer_id = ${customerId} order by l.application_id, l.order_id`
}

export function heldRedLetters(customerId: HeldOf): Sql {
  return sql`select to_jsonb(r) as row from invoice_red_letters r join invoice_applications t on t.id = r.application_id
      where t.customer_id = ${customerId} order by r.id`
}

export async function clearTitles(db: Db, { customerId }: ClosedAccount): Promise<void> {
  await db.run(sql`delete from invoice_titles where customer_id = ${customerId}`)
}

export async function countWaiting(db: Db, customerId: number): Promise<number> {
  const { count } = await db.one<{ count: number }>(sql`
    select count(*) as count from invoice_applications
    where customer_id = ${customerId} and stage in ('pending', 'issuing', 'reddening')`)
  return count
}
