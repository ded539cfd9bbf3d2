import type { Db } from '../../platform/db/db.ts'
import { type Sql, sql } from '../../platform/db/sql.ts'
import { historyAsJson } from '../../platform/lifecycle/history.ts'
import { CLOSED_NAME, type ClosedAccount, type HeldOf } from '../../platform/held-data.ts'

export function heldOrders(customerId: HeldOf): Sql {
  return sql`
      select to_jsonb(t) - 'words' - 'sounds' - 'assigned_to' - 'tester_id' - 'reviewer_id' - 'call_note' || jsonb_build_object(
        'lines', (select coalesce(jsonb_agg(to_jsonb(l) order by l.id), '[]') from order_lines l where l.order_id = t.id),
        'history', ${historyAsJson('order', sql`t.id`)}) as row
      from orders t where customer_id = ${customerId} or payer_id = ${customerId} order by id`
}

export function heldReadable(customerId: HeldOf): Sql {
  return sql`
      select jsonb_build_object('order_no', o.order_no) as row from order_readers r join orders o on o.id = r.order_id
      where r.customer_id = ${customerId} order by o.id`
}

export async function clearOrderContacts(db: Db, { customerId }: ClosedAccount): Promise<void> {
  await db.run(sql`delete from order_readers where customer_id = ${customerId}`)
  await db.run(sql`
    update orders set contact = jsonb_build_object('name', ${CLOSED_NAME}::text, 'phone', '', 'email', ''), return_address = null
    where customer_id = ${customerId}`)
}

/** Orders that are not closed; `paid`: done and paid, so that only samples keep them open. */
export function openOrders(db: Db, customerId: number): Promise<{ id: number; paid: boolean }[]> {
  return db.rows(sql`
    select id, stage = 'done' and paid_at is not null as paid from orders
    where (customer_id = ${customerId} or payer_id = ${customerId}) and stage not in ('closed', 'cancelled', 'rejected')`)
}

export function orderNumbers(db: Db, customerId: number): Promise<{ id: number; orderNo: string }[]> {
  return db.rows(sql`select id, order_no from orders where customer_id = ${customerId} order by id`)
}
