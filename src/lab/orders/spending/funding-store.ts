import type { Db } from '../../../platform/db/db.ts'
import { sql } from '../../../platform/db/sql.ts'

/** Changes lines of the customer's own order, all or one, and keeps what they said before. How many changed. */
export function setFunding(
  db: Db,
  {
    orderId,
    lineId,
    fundingNo,
    customerId,
  }: { orderId: number; lineId: number | null; fundingNo: string; customerId: number },
  now: Date,
): Promise<number> {
  return db.run(sql`
    with before as (
      select id, funding_no from order_lines
      where order_id = ${orderId} and (${lineId}::bigint is null or id = ${lineId}) and funding_no <> ${fundingNo} for update),
    changed as (update order_lines l set funding_no = ${fundingNo} from before where l.id = before.id)
    insert into order_funding_changes (line_id, from_no, to_no, changed_by, at)
    select id, funding_no, ${fundingNo}, ${customerId}::bigint, ${now}::timestamptz from before order by id`)
}

export interface FundingChange {
  lineId: number
  fromNo: string
  toNo: string
  at: Date
}

/** Oldest first. */
export function fundingChanges(db: Db, orderId: number): Promise<FundingChange[]> {
  return db.rows(sql`
    select c.line_id, c.from_no, c.to_no, c.at from order_funding_changes c join order_lines l on l.id = c.line_id
    where l.order_id = ${orderId} order by c.id`)
}

/** The numbers of each order, each once. */
export function fundingOfOrders(db: Db, ids: number[]): Promise<{ orderId: number; fundingNo: string }[]> {
  return db.rows(sql`
    select order_id, string_agg(distinct funding_no, '、') as funding_no from order_lines
    where order_id = any(${ids}::bigint[]) and funding_no <> '' group by order_id`)
}
