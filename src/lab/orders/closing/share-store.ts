import type { Db } from '../../../platform/db/db.ts'
import { sql } from '../../../platform/db/sql.ts'
import type { OrderRow } from '../record-rules.ts'
import type { OrdersOf } from '../lists/filter-store.ts'
import { orderColumns } from '../store.ts'

export async function insertReader(db: Db, orderId: number, customerId: number): Promise<void> {
  await db.run(sql`
    insert into order_readers (order_id, customer_id) values (${orderId}, ${customerId}) on conflict do nothing`)
}

export async function deleteReader(db: Db, orderId: number, customerId: number): Promise<void> {
  await db.run(sql`delete from order_readers where order_id = ${orderId} and customer_id = ${customerId}`)
}

/** The orders that others let this customer read. */
export async function sharedWith(db: Db, customerId: number): Promise<number[]> {
  const rows = await db.rows<{ orderId: number }>(
    sql`select order_id from order_readers where customer_id = ${customerId} order by order_id`,
  )
  return rows.map(({ orderId }) => orderId)
}

/** The order of this number, of the customer or of who pays. */
export function orderOfThem(db: Db, { customerId, payerId }: OrdersOf, orderNo: string): Promise<OrderRow | undefined> {
  return db.row(sql`
    select ${orderColumns} from orders where order_no = ${orderNo}
      and (customer_id = ${customerId ?? null}::bigint or (payer_id = ${payerId ?? null}::bigint and group_id is not null))`)
}
