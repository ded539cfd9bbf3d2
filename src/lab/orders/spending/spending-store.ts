import type { Db } from '../../../platform/db/db.ts'
import { joined, type Sql, sql } from '../../../platform/db/sql.ts'
import type { OrdersOf } from '../lists/filter-store.ts'

/** Projects and customers that occur in these orders; a project has the name of its latest order. */
export function partiesOf(
  db: Db,
  whose: OrdersOf,
): Promise<{ kind: 'project' | 'member'; id: number; name: string }[]> {
  return db.rows(sql`
    with o as materialized (select id, customer_id from orders where ${joined(conditionsOf(whose), ' and ')})
    select 'project' as kind, l.rid as id, (array_agg(l.project_name order by l.id desc))[1] as name
    from o join order_lines l on l.order_id = o.id group by l.rid
    union all select 'member', customer_id, '' from o group by customer_id
    order by 3, 2`)
}

function conditionsOf({ customerId = 0, payerId }: OrdersOf): Sql[] {
  return [
    sql`true`,
    ...(customerId === 0 ? [] : [sql`customer_id = ${customerId}`]),
    ...(payerId === undefined ? [] : [sql`payer_id = ${payerId}`]),
  ]
}

/** What the paid orders of a payer cost in all, and those ordered since `since`. */
export function paidFor(db: Db, payerId: number, since: Date): Promise<{ paidFen: number; recentFen: number }> {
  return db.one(sql`
    select coalesce(sum(final_fen), 0)::bigint as paid_fen,
      coalesce(sum(final_fen) filter (where created_at >= ${since}), 0)::bigint as recent_fen
    from orders where payer_id = ${payerId} and paid_at is not null`)
}

export interface SpendingRow {
  kind: 'member' | 'month' | 'project' | 'funding' | 'all'
  /** The id of the member, `YYYY-MM`, the rid, or the funding number. */
  key: string
  /** Of a project. */
  name: string
  amountFen: number
  /** Only of all together. */
  orders: number
}

/**
 * What orders placed in a time cost: by member, month, project and funding number, and in all, in one pass. An order costs its final
 * amount, before that what is agreed, and once it is cancelled its fee; the parts of its lines always sum to it.
 */
export function spendingOf(db: Db, whose: OrdersOf, from: Date, until: Date): Promise<SpendingRow[]> {
  const conditions = [sql`created_at >= ${from}`, sql`created_at < ${until}`, ...conditionsOf(whose)]
  return db.rows(sql`
    with o as (
      select id, customer_id, to_char(created_at at time zone 'Asia/Shanghai', 'YYYY-MM') as month,
        case when stage in ('cancelled', 'rejected') then cancel_fee_fen else coalesce(final_fen, greatest(
          greatest(coalesce(quote_fen, estimate_fen, 0) + retest_fee_fen - reduction_fen, 0) - discount_fen, 0)) end as due_fen
      from orders where ${joined(conditions, ' and ')}),
    l as materialized (
      select o.customer_id, o.month, o.due_fen, l.rid, l.project_name, l.funding_no, w.fen as weight,
        sum(w.fen) over (lines_of range between unbounded preceding and unbounded following) as whole, sum(w.fen) over lines_of as upto,
        row_number() over lines_of as place
      from o join order_lines l on l.order_id = o.id
      cross join lateral (select (coalesce(l.amount_fen, 0) - l.discount_fen)::double precision as fen) w
      where o.due_fen > 0 window lines_of as (partition by o.id order by l.group_no)),
    p as materialized (
      select customer_id, month, rid, project_name, funding_no, place, case when whole = 0 then case when place = 1 then due_fen else 0 end
        else (round(due_fen * upto / whole) - round(due_fen * (upto - weight) / whole))::bigint end as part_fen
      from l)
    select 'member' as kind, customer_id::text as key, '' as name, sum(part_fen)::bigint as amount_fen, 0 as orders from p group by customer_id
    union all select 'month', month, '', sum(part_fen)::bigint, 0 from p group by month
    union all select 'project', rid::text, max(project_name), sum(part_fen)::bigint, 0 from p group by rid
    union all select 'funding', funding_no, '', sum(part_fen)::bigint, 0 from p group by funding_no
    union all select 'all', '', '', sum(part_fen)::bigint, count(*) filter (where place = 1) from p having count(*) > 0
    order by 1, 4 desc, 2`)
}
