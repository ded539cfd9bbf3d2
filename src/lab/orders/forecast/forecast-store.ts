import type { Db } from '../../../platform/db/db.ts'
import { json, sql } from '../../../platform/db/sql.ts'
import { hasMoved } from '../../../platform/lifecycle/history.ts'
import { retestMoves } from '../figures/figure-rules.ts'
import type { OrderStage } from '../rules.ts'
import type { PastOrder } from './forecast-rules.ts'

export interface AskedOrder {
  id: number
  orderNo: string
  stage: OrderStage
  urgent: boolean
  receivedAt: Date | null
  delivered: boolean
  rids: number[]
}

/** Orders of these numbers that this person ordered or, in the name of a group, pays, with their projects. */
export function askedOrders(db: Db, partyId: number, orderNos: readonly string[]): Promise<AskedOrder[]> {
  return db.rows(sql`
    select o.id, o.order_no, o.stage, o.urgent, o.received_at, o.delivered_at is not null as delivered,
      (select coalesce(jsonb_agg(distinct l.rid), '[]') from order_lines l where l.order_id = o.id) as rids
    from orders o where o.order_no = any(${[...orderNos]}::text[]) and (o.customer_id = ${partyId} or o.payer_id = ${partyId})
    order by o.id`)
}

/**
 * The newest orders of each project that were received: finished, or at work. The time of an order that was tested again says nothing about
 * the first data, and one on hold waits for its customer.
 */
export function pastOrders(db: Db, asked: readonly { rid: number; most: number }[]): Promise<PastOrder[]> {
  return db.rows(sql`
    select a.rid, p.order_id, p.received_at, p.data_at, p.urgent
    from jsonb_to_recordset(${json(asked)}::jsonb) as a (rid bigint, most int)
    cross join lateral (
      select o.id as order_id, o.received_at, o.delivered_at as data_at, o.urgent from order_lines l join orders o on o.id = l.order_id
      where l.rid = a.rid and o.received_at is not null
        and (o.delivered_at >= o.received_at or o.delivered_at is null and o.stage in ('received', 'testing', 'verifying'))
        and not ${hasMoved('order', sql`o.id`, retestMoves)}
      order by l.id desc limit a.most) p`)
}

export interface QueueQuestion {
  key: number
  orderId: number | null
  urgent: boolean
  receivedAt: Date | null
  /** The projects whose orders stand in the same queue. */
  rids: readonly number[]
}

/**
 * How many orders come before each: what is under test, what is urgent while this one is not, and what arrived earlier. Only the work in the
 * laboratory is read, through its own index.
 */
export function ordersAhead(db: Db, asked: readonly QueueQuestion[]): Promise<{ key: number; ahead: number }[]> {
  const questions = asked.map(({ key, orderId, urgent, receivedAt, rids }) => ({
    key,
    order_id: orderId,
    urgent,
    received_at: receivedAt,
    rids,
  }))
  return db.rows(sql`
    with waiting as materialized (
      select o.id, o.urgent, o.received_at, o.stage, l.rid from orders o join order_lines l on l.order_id = o.id
      where o.stage in ('received', 'testing'))
    select q.key, count(distinct w.id) as ahead
    from jsonb_to_recordset(${json(questions)}::jsonb) as q (key int, order_id bigint, urgent boolean, received_at timestamptz, rids jsonb)
    left join waiting w on q.rids @> to_jsonb(w.rid) and w.id is distinct from q.order_id
      and (w.stage = 'testing' or (w.urgent and not q.urgent)
        or (w.urgent = q.urgent and (q.received_at is null or (w.received_at, w.id) < (q.received_at, q.order_id))))
    group by q.key`)
}
