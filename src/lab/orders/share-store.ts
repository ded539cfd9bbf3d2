import type { Db } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'

export async function insertReader(db: Db, orderId: number, customerId: number): Promise<void> {
  await db.run(sql`
    insert into order_readers (order_id, customer_id) values (${orderId}, ${customerId}) on conflict do nothing`)
}

export async function deleteReader(db: Db, orderId: number, customerId: number): Promise<void> {
  await db.run(sql`delete from order_readers where order_id = ${orderId} and customer_id = ${customerId}`)
}
