import type { Db } from '../../platform/db/db.ts'
import { joined, sql } from '../../platform/db/sql.ts'
import type { OrdersOf } from './store.ts'

export interface SpendingRow {
  kind: 'member' | 'month' | 'project' | 'funding' | 'all'
  /** The id of the member, `YYYY-MM`, the rid, or the funding number. */
  key: string
  /** Of a project. */
  name: string
  amountFen: number
  orders: number
}

/**
 * What orders placed in a time cost: by member, month, project and funding number, and in all, in one pass. An order costs its final
 * amount, before that what is agreed, and once it is cancelled its fee; the parts of its lines always sum to it.
 */
export function spendingOf(db: Db, whose: OrdersOf, from: Date, until: Date): Promise<SpendingRow[]> {
  const { customerId = 0, payerId } = whose
  const conditions = [
    sql`created_at >= ${from}`,
    sql`created_at < ${until}`,
    ...(customerId === 0 ? [] : [sql`customer_id = ${customerId}`]),
    ...(payerId === undefined ? [] : [sql`payer_id = ${payerId}`]),
  ]
  return db.rows(sql`
    with o as (
      select id, customer_id, to_char(created_at at time zone 'Asia/Shanghai', 'YYYY-MM') as month,
        case when stage in ('cancelled', 'rejected') then cancel_fee_fen else coalesce(final_fen, greatest(
          greatest(coalesce(quote_fen, estimate_fen, 0) + retest_fee_fen - reduction_fen, 0) - discount_fen, 0)) end as due_fen
      from orders where ${joined(conditions, ' and ')}),
    l as (
      select o.id, o.customer_id, o.month, o.due_fen, l.rid, l.project_name, l.funding_no, w.fen as weight,
        sum(w.fen) over (partition by o.id) as whole, sum(w.fen) over (partition by o.id order by l.group_no) as upto,
        row_number() over (partition by o.id order by l.group_no) as place
      from o join order_lines l on l.order_id = o.id
      cross join lateral (select (coalesce(l.amount_fen, 0) - l.discount_fen)::numeric as fen) w
      where o.due_fen > 0),
    p as (
      select *, case when whole = 0 then case when place = 1 then due_fen else 0 end
        else round(due_fen * upto / whole) - round(due_fen * (upto - weight) / whole) end as part_fen
      from l)
    select case when grouping(customer_id) = 0 then 'member' when grouping(month) = 0 then 'month' when grouping(rid) = 0 then 'project'
        when grouping(funding_no) = 0 then 'funding' else 'all' end as kind,
      coalesce(customer_id::text, month, rid::text, funding_no, '') as key, max(project_name) as name, sum(part_fen)::bigint as amount_fen,
      count(distinct id) as orders
    from p group by grouping sets ((customer_id), (month), (rid), (funding_no), ())
    order by 1, 4 desc, 2`)
}
