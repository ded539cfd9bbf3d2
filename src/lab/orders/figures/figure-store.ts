import { type DailyFacts, dailyFacts, type Days } from '../../../platform/db/daily-facts.ts'
import type { Db } from '../../../platform/db/db.ts'
import { type Sql, sql } from '../../../platform/db/sql.ts'
import { hasMoved } from '../../../platform/lifecycle/history.ts'
import { againMoves, inHandStages, retestMoves, tookBands } from './figure-rules.ts'
import { callStages, type DueQueue, dueQueues } from '../lists/queue-rules.ts'
import { queuesOf } from '../lists/queue-store.ts'

// Orders by day, and the same conditions as columns of the list of orders, so that a list has as many rows as its figure says.

/** How the samples of an order went back, as a relation of one row (waiting, last_at). */
export type Returns = (orderId: Sql) => Sql

export const dayOf = (at: Sql): Sql => sql`(${at} at time zone 'Asia/Shanghai')::date`

/** Tenths of a day from the receipt to the delivery of the order `o`. */
const tookTenths = sql`greatest(0, ceil(extract(epoch from o.delivered_at - o.received_at) / 8640))::bigint`
const promisedTenths = sql`greatest(0, ceil(extract(epoch from o.promised_at - o.received_at) / 8640))::bigint`

/** The band of the time that the order `o` took; null before it is delivered. */
export const tookBand = sql`(case when o.delivered_at is null or o.received_at is null then null
  when ${tookTenths} <= ${tookBands.d1.most} then 'd1' when ${tookTenths} <= ${tookBands.d3.most} then 'd3'
  when ${tookTenths} <= ${tookBands.d5.most} then 'd5' when ${tookTenths} <= ${tookBands.d7.most} then 'd7'
  when ${tookTenths} <= ${tookBands.d14.most} then 'd14' else 'more' end)`

export const retested = sql`(case when ${hasMoved('order', sql`o.id`, retestMoves)} then 'yes' else 'no' end)`

const live = sql`o.stage not in ('cancelled', 'rejected')`

/** Whether what was due was done in time; null while it is neither done nor late, and for orders that ended early. */
const keptOf = (due: Sql, done: Sql, now: Date): Sql => sql`(case when not ${live} or ${due} is null then null
  when ${done} <= ${due} then 'kept' when ${done} is not null or ${due} < ${now} then 'late' end)`

export const callKept = (now: Date): Sql => keptOf(sql`o.call_due_at`, sql`o.called_at`, now)
export const dataKept = (now: Date): Sql => keptOf(sql`o.data_due_at`, sql`o.delivered_at`, now)
/** The first delivery decided when it happened; a retest comes later. */
export const dayKept = (now: Date): Sql => sql`(case when not ${live} or o.promised_at is null then null
  when o.promise_kept then 'kept' when o.promise_kept is not null or o.promised_at < ${now} then 'late' end)`

/** The samples went back, by the last of them, or still wait after the deadline. Orders with nothing to send back are not counted. */
export const returnKept = (
  returns: Returns,
  now: Date,
): Sql => sql`(select case when r.waiting is null or o.return_due_at is null then null
  when not r.waiting and r.last_at <= o.return_due_at then 'kept' when not r.waiting or o.return_due_at < ${now} then 'late' end
  from ${returns(sql`o.id`)} r)`

function counted(at: Sql, key: Sql, { from, to }: Days, where: Sql = sql`true`): Sql {
  return sql`(select ${dayOf(at)} as day, ${key} as key, count(*) as count, 0::bigint as amount
    from orders o where ${at} >= ${from} and ${at} < ${to} and ${where} group by 1, 2)`
}

const byTime = (measure: string, at: Sql, key: Sql = sql`''`, where?: Sql): DailyFacts =>
  dailyFacts(measure, (days) => counted(at, key, days, where))

/** Of a time that is written once. */
const byFixedTime = (measure: string, at: Sql, key: Sql = sql`''`): DailyFacts =>
  dailyFacts(measure, (days) => counted(at, key, days), true)

const promise = (measure: string, due: Sql, kept: (now: Date) => Sql): DailyFacts =>
  dailyFacts(measure, (days, now) => {
    const { from, to } = days
    return sql`(select day, key, count(*) as count, 0::bigint as amount from (
      select ${dayOf(due)} as day, ${kept(now)} as key from orders o where ${due} >= ${from} and ${due} < ${to}) due
      where key is not null group by 1, 2)`
  })

const wasReceived = sql`o.received_at is not null`

/** The promises of clock-contract.ts, by the day on which each was due: key `kept` or `late`. */
export const promiseFacts = (returns: Returns) => ({
  call: promise('promise.call', sql`o.call_due_at`, callKept),
  data: promise('promise.data', sql`o.data_due_at`, dataKept),
  promisedDay: promise('promise.promisedDay', sql`o.promised_at`, dayKept),
  returned: promise('promise.returned', sql`o.return_due_at`, (now) => returnKept(returns, now)),
})

export const orderFacts = (returns: Returns): readonly DailyFacts[] => [
  byFixedTime('order.placed', sql`o.created_at`, sql`o.customer_group`),
  byTime('order.received', sql`o.received_at`),
  byTime('order.delivered', sql`o.delivered_at`),
  byFixedTime('order.paid', sql`o.paid_at`),
  byTime('order.took', sql`o.delivered_at`, sql`${tookTenths}::text`, wasReceived),
  byTime(
    'order.promised',
    sql`o.delivered_at`,
    sql`${promisedTenths}::text`,
    sql`${wasReceived} and o.promised_at is not null`,
  ),
  byTime('order.retested', sql`o.delivered_at`, sql`''`, hasMoved('order', sql`o.id`, retestMoves)),
  ...Object.values(promiseFacts(returns)),
]

/** The order with this id as a relation of one row, with the project of its largest line, which stands for the order where one project is asked for. */
export function orderRelation(id: Sql): Sql {
  return sql`(select o.order_no, o.title, o.customer_group, o.customer_id, main.rid, main.project_name from orders o
    left join lateral (select l.rid, l.project_name from order_lines l where l.order_id = o.id
      order by l.amount_fen desc nulls last, l.id limit 1) main on true
    where o.id = ${id})`
}

export function idOfOrderNo(orderNo: Sql): Sql {
  return sql`(select n.id from orders n where n.order_no = ${orderNo})`
}

/** The day in Shanghai on which the order was placed. */
export function dayOfOrder(db: Db, id: number): Promise<{ day: string } | undefined> {
  return db.row(sql`select (created_at at time zone 'Asia/Shanghai')::date as day from orders where id = ${id}`)
}

/** The same for an order that was received or delivered once before. */
export function dayOfOrderAgain(db: Db, id: number): Promise<{ day: string } | undefined> {
  return db.row(sql`
    select (o.created_at at time zone 'Asia/Shanghai')::date as day from orders o where o.id = ${id} and ${hasMoved('order', sql`o.id`, againMoves)}`)
}

/** What is in the laboratory and not handed in, by order and project. */
export function linesInHand(db: Db): Promise<{ orderId: number; rid: number }[]> {
  return db.rows(sql`
    select distinct o.id as order_id, l.rid from orders o join order_lines l on l.order_id = o.id
    where o.stage = any(${[...inHandStages]}::text[])`)
}

/** Orders of each queue whose deadline has passed. */
export function lateInQueues(db: Db, now: Date): Promise<{ queue: DueQueue; count: number }[]> {
  return db.rows(sql`
    select q.queue, count(*) as count from orders o cross join lateral ${queuesOf(now)}
    where o.stage = any(${[...callStages]}::text[]) and q.queue = any(${[...dueQueues]}::text[]) and q.holds and q.due_at < ${now} group by 1`)
}
