import type { Db } from '../../../platform/db/db.ts'
import { sql } from '../../../platform/db/sql.ts'
import type { OrderInvoice } from '../record-rules.ts'

export interface InvoiceWishRow {
  id: number
  orderNo: string
  payerId: number
  title: string
  invoice: OrderInvoice
  /** The funding numbers of its lines, joined. */
  fundingNo: string
}

const columns = sql`id, order_no, payer_id, title, invoice, coalesce((
  select string_agg(distinct l.funding_no, '、') from order_lines l where l.order_id = orders.id and l.funding_no <> ''), '') as funding_no`

export function invoiceWishesById(db: Db, ids: number[]): Promise<InvoiceWishRow[]> {
  return db.rows(sql`
    select ${columns} from orders where id = any(${ids}::bigint[])`)
}

export function invoiceWishesByNo(db: Db, orderNos: string[]): Promise<InvoiceWishRow[]> {
  return db.rows(sql`
    select ${columns} from orders where order_no = any(${orderNos}::text[])`)
}
