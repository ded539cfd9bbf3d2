import type { Db } from '../../../platform/db/db.ts'
import { joined, json, type Sql, sql } from '../../../platform/db/sql.ts'
import { conditionsOf, type OrderFilter, staffDue } from '../lists/filter-store.ts'
import type { OrderStage } from '../rules.ts'
import { taskStages } from './task-rules.ts'

export interface LaneCount {
  key: string
  orders: number
  late: number
}

const counts = (now: Date) => sql`count(*) as orders, count(*) filter (where ${staffDue} < ${now}) as late`

/** Orders of the filter by stage. */
export function countByStage(db: Db, filter: OrderFilter, now: Date): Promise<LaneCount[]> {
  return db.rows(sql`select o.stage as key, ${counts(now)} from orders o where ${all(filter)} group by o.stage`)
}

/** By who does the work; the key is empty where nobody does. */
export function countByPerson(db: Db, filter: OrderFilter, now: Date): Promise<LaneCount[]> {
  return db.rows(sql`
    select coalesce(o.assigned_to::text, '') as key, ${counts(now)} from orders o where ${all(filter)} group by o.assigned_to`)
}

/** By instrument: an order counts for each that serves one of its projects, and under an empty key when none does. */
export function countByInstrument(
  db: Db,
  filter: OrderFilter,
  served: readonly { id: number; rid: number }[],
  now: Date,
): Promise<LaneCount[]> {
  return db.rows(sql`
    with served as (select * from jsonb_to_recordset(${json(served)}::jsonb) as s (id bigint, rid bigint)),
      placed as (
        select distinct o.id as order_id, s.id as instrument_id, coalesce(${staffDue} < ${now}, false) as is_late
        from orders o left join (order_lines l join served s on s.rid = l.rid) on l.order_id = o.id
        where ${all(filter)})
    select coalesce(instrument_id::text, '') as key, count(*) as orders, count(*) filter (where is_late) as late
    from placed group by instrument_id`)
}

function all(filter: OrderFilter): Sql {
  return joined(conditionsOf({ ...filter, stages: filter.stages ?? taskStages }), ' and ')
}

/** The projects of orders in these stages, with how many orders each has. */
export function projectsAtWork(db: Db, stages: readonly OrderStage[]): Promise<{ name: string; orders: number }[]> {
  return db.rows(sql`
    select l.project_name as name, count(distinct o.id) as orders from orders o join order_lines l on l.order_id = o.id
    where o.stage = any(${[...stages]}::text[]) group by l.project_name order by l.project_name`)
}

/** Gives work in the laboratory to somebody, when it still belongs to whom the caller saw. */
export function assign(
  db: Db,
  { orderId, to, from }: { orderId: number; to: number | null; from: number | null },
): Promise<number> {
  return db.run(sql`
    update orders o set assigned_to = ${to}::bigint
    where o.id = ${orderId} and o.stage = any(${[...taskStages]}::text[]) and o.assigned_to is not distinct from ${from}::bigint`)
}
