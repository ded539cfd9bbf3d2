import type { Db } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'
import type { OrderInvoice } from './record-rules.ts'

export interface InvoiceWishRow {
  id: number
  orderNo: string
  customerId: number
  title: string
  invoice: OrderInvoice
}

export function invoiceWishesById(db: Db, ids: number[]): Promise<InvoiceWishRow[]> {
  return db.rows(sql`
    select id, order_no, customer_id, title, invoice from orders where id = any(${ids}::bigint[])`)
}

export function invoiceWishesByNo(db: Db, orderNos: string[]): Promise<InvoiceWishRow[]> {
  return db.rows(sql`
    select id, order_no, customer_id, title, invoice from orders where order_no = any(${orderNos}::text[])`)
}
