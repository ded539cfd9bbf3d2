import type { Db } from '../../../platform/db/db.ts'
import { json, sql } from '../../../platform/db/sql.ts'
import { dayOf } from '../figures/figure-store.ts'

export interface Waiting {
  rid: number
  projectName: string
  orders: number
}

/** The projects of the work that is not tested yet. */
export function waitingProjects(db: Db): Promise<Waiting[]> {
  return db.rows(sql`
    select l.rid, max(l.project_name) as project_name, count(distinct o.id) as orders
    from orders o join order_lines l on l.order_id = o.id where o.stage in ('received', 'testing') group by l.rid order by 2`)
}

export interface GroupQuestion {
  key: string
  rids: readonly number[]
}

/** Work of each group by the day on which it is promised; what is late counts for today, and `day` is null where no day is promised. */
export function dueByDay(
  db: Db,
  groups: readonly GroupQuestion[],
  now: Date,
): Promise<{ key: string; day: string | null; orders: number; late: number }[]> {
  return db.rows(sql`
    with waiting as materialized (
      select o.id, o.promised_at, l.rid from orders o join order_lines l on l.order_id = o.id where o.stage in ('received', 'testing'))
    select g.key, ${dayOf(sql`greatest(w.promised_at, case when w.promised_at is not null then ${now}::timestamptz end)`)} as day,
      count(distinct w.id) as orders, count(distinct w.id) filter (where w.promised_at < ${now}) as late
    from jsonb_to_recordset(${json(groups)}::jsonb) as g (key text, rids jsonb) join waiting w on g.rids @> to_jsonb(w.rid)
    group by 1, 2`)
}

/** Orders of each group that were finished since, by day. */
export function finishedByDay(
  db: Db,
  groups: readonly GroupQuestion[],
  since: Date,
): Promise<{ key: string; orders: number }[]> {
  return db.rows(sql`
    with finished as materialized (
      select o.id, ${dayOf(sql`o.delivered_at`)} as day, l.rid from orders o join order_lines l on l.order_id = o.id
      where o.delivered_at >= ${since})
    select g.key, count(distinct f.id) as orders
    from jsonb_to_recordset(${json(groups)}::jsonb) as g (key text, rids jsonb) join finished f on g.rids @> to_jsonb(f.rid)
    group by g.key, f.day`)
}

export interface Movable {
  orderNo: string
  title: string
  urgent: boolean
  promisedAt: Date
  rids: number[]
  total: number
}

/** Work on these projects that has not begun and is promised from then on, the latest promise first. */
export function movableOrders(
  db: Db,
  { rids, from, size, page }: { rids: readonly number[]; from: Date; size: number; page: number },
): Promise<Movable[]> {
  return db.rows(sql`
    select o.order_no, o.title, o.urgent, o.promised_at,
      (select jsonb_agg(distinct l.rid) from order_lines l where l.order_id = o.id) as rids, count(*) over () as total
    from orders o where o.stage = 'received' and o.promised_at >= ${from}
      and exists (select 1 from order_lines l where l.order_id = o.id and l.rid = any(${[...rids]}::bigint[]))
    order by o.promised_at desc, o.id desc limit ${size} offset ${(page - 1) * size}`)
}
