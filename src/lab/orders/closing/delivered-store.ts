import type { Db } from '../../../platform/db/db.ts'
import { sql } from '../../../platform/db/sql.ts'

export interface DeliveredOrder {
  id: number
  orderNo: string
  title: string
  deliveredAt: Date
  fundingNo: string
  /** Before the discount; null while nothing is priced. */
  grossFen: number | null
  discountFen: number
  /** Null until the final amount is fixed. */
  finalFen: number | null
}

/** Orders that one customer pays and that were delivered in a time, oldest first; those cancelled afterwards are left out. */
export function deliveredBetween(db: Db, payerId: number, from: Date, until: Date): Promise<DeliveredOrder[]> {
  return db.rows(sql`
    select o.id, o.order_no, o.title, o.delivered_at, o.final_fen,
      coalesce(o.final_gross_fen, coalesce(o.quote_fen, o.estimate_fen) + o.retest_fee_fen - o.reduction_fen) as gross_fen,
      case when o.final_fen is null then o.discount_fen else o.final_discount_fen end as discount_fen,
      coalesce((select string_agg(distinct l.funding_no, '、') from order_lines l where l.order_id = o.id and l.funding_no <> ''), '') as funding_no
    from orders o
    where o.payer_id = ${payerId} and o.delivered_at >= ${from} and o.delivered_at < ${until} and o.stage <> 'cancelled'
    order by o.delivered_at, o.id`)
}

export function payersDelivered(db: Db, from: Date, until: Date): Promise<{ id: number }[]> {
  return db.rows(sql`
    select distinct payer_id as id from orders
    where delivered_at >= ${from} and delivered_at < ${until} and stage <> 'cancelled' order by 1`)
}
