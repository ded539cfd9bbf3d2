import type { Db } from '../../../platform/db/db.ts'
import { sql } from '../../../platform/db/sql.ts'

// What was ordered, for the conditions of coupons. A first order is the first one that its payer pays.

/** Whether a customer pays for an order that was not cancelled or rejected. */
export async function hasOrders(db: Db, payerId: number): Promise<boolean> {
  const { found } = await db.one<{ found: boolean }>(sql`
    select exists (select 1 from orders where payer_id = ${payerId} and stage not in ('cancelled', 'rejected')) as found`)
  return found
}

/** How many orders that a customer pays are done. */
export async function countDone(db: Db, payerId: number): Promise<number> {
  const { count } = await db.one<{ count: number }>(sql`
    select count(*) as count from orders where payer_id = ${payerId} and stage in ('done', 'closed')`)
  return count
}

/** Which of these customers have ordered; with a project: have ordered that. */
export function orderedAmong(
  db: Db,
  customerIds: readonly number[],
  projectId: number,
): Promise<{ customerId: number }[]> {
  return db.rows(sql`
    select distinct o.customer_id from orders o
    where o.customer_id = any(${[...customerIds]}::bigint[]) and o.stage not in ('cancelled', 'rejected')
      and (${projectId} = 0 or exists (select 1 from order_lines l where l.order_id = o.id and l.rid = ${projectId}))`)
}

export interface FirstPaidRow {
  id: number
  orderNo: string
  payerId: number
  finalFen: number
  paidAt: Date
}

export function firstPaid(db: Db, customerId: number): Promise<FirstPaidRow | undefined> {
  return db.row(sql`
    select id, order_no, payer_id, final_fen, paid_at from orders
    where customer_id = ${customerId} and paid_at is not null and final_fen > 0 and stage not in ('cancelled', 'rejected')
    order by paid_at, id limit 1`)
}

export interface DeliveredMonth {
  /** `YYYY-MM`, Asia/Shanghai. */
  month: string
  lastAt: Date
}

export function deliveredMonths(db: Db, customerId: number): Promise<DeliveredMonth[]> {
  return db.rows(sql`
    select to_char(created_at at time zone 'Asia/Shanghai', 'YYYY-MM') as month, max(delivered_at) as last_at from orders
    where customer_id = ${customerId} and delivered_at is not null group by 1 order by 1 desc`)
}
