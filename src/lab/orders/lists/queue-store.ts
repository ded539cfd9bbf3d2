import type { Db } from '../../../platform/db/db.ts'
import { joined, nothing, type Sql, sql } from '../../../platform/db/sql.ts'
import { callStages, dueQueues, type OrderQueue } from './queue-rules.ts'
import { queuedStages } from './queued-stage-rules.ts'
import { finalAmountStages, type OrderStage } from '../rules.ts'
import type { ServiceType } from '../../samples/service-rules.ts'

export interface QueueEntry {
  queue: OrderQueue
  dueAt: Date | null
  total: number
  overdue: number
  orderNo: string
  customerId: number
  title: string
  stage: OrderStage
  serviceType: ServiceType
  urgent: boolean
  sampleCount: number
  createdAt: Date
  assignedTo: number | null
  /** Given to this person, or of a customer of this person. */
  mine: boolean
  /** The entries of the queue that are mine. */
  mineTotal: number
}

/** Whose work comes first: orders given to these testers, and orders of these customers. */
export interface Whose {
  staffIds: readonly number[]
  customerIds: readonly number[]
}

interface Queue {
  holds: Sql
  due: Sql
}

const none = sql`null::timestamptz`

/** When the order `o` stands in each queue, and by when. Counts and lists all use this definition. */
const definitions = (now: Date): Record<OrderQueue, Queue> => ({
  call: {
    holds: sql`o.stage = any(${[...callStages]}::text[]) and o.call_due_at is not null and o.called_at is null`,
    due: sql`o.call_due_at`,
  },
  lateData: { holds: sql`o.stage in ('testing', 'verifying') and o.data_due_at < ${now}`, due: sql`o.data_due_at` },
  review: { holds: sql`o.stage = 'review'`, due: none },
  quote: { holds: sql`o.stage = 'quoting'`, due: none },
  contract: { holds: sql`o.stage = 'contract'`, due: none },
  retest: { holds: sql`o.stage = 'retest'`, due: none },
  dispute: { holds: sql`o.stage = 'disputed'`, due: none },
  correction: {
    holds: sql`o.stage in ('delivered', 'done') and o.report_withdrawn_at is not null`,
    due: sql`o.report_withdrawn_at`,
  },
  fixAmount: { holds: sql`o.stage = any(${[...finalAmountStages]}::text[]) and o.final_fen is null`, due: none },
  checkIn: { holds: sql`o.stage = 'awaiting_sample' and o.service_type in (2, 3)`, due: none },
  startTesting: { holds: sql`o.stage = 'received'`, due: sql`o.promised_at` },
  data: { holds: sql`o.stage = 'testing' and o.data_due_at is not null`, due: sql`o.data_due_at` },
  verify: { holds: sql`o.stage = 'verifying'`, due: sql`o.data_due_at` },
  receive: { holds: sql`o.stage = 'awaiting_sample' and o.service_type = 1`, due: none },
})

/** The queues of the order `o` as rows. */
export function queuesOf(now: Date): Sql {
  const rows = Object.entries(definitions(now)).map(([queue, { holds, due }]) => sql`(${queue}, ${holds}, ${due})`)
  return sql`(values ${joined(rows, ', ')}) as q (queue, holds, due_at)`
}

/** Whether the order `o` stands in one of the queues: a plain condition, so that the index on stages can answer it. */
export function inOneOf(queues: readonly string[], now: Date): Sql {
  const all: Record<string, Queue> = definitions(now)
  const chosen = queues.flatMap((queue) => (Object.hasOwn(all, queue) ? [sql`(${all[queue]?.holds ?? nothing})`] : []))
  return chosen.length === 0 ? sql`false` : sql`(${joined(chosen, ' or ')})`
}

/** Whether the order `o` stands in one of these queues and its deadline there has passed. */
export function lateInOneOf(queues: readonly string[], now: Date): Sql {
  const all = definitions(now)
  const chosen = dueQueues.flatMap((queue) =>
    queues.includes(queue) ? [sql`(${all[queue].holds} and ${all[queue].due} < ${now})`] : [],
  )
  if (chosen.length === 0) return sql`false`
  return sql`(o.stage = any(${[...callStages]}::text[]) and (${joined(chosen, ' or ')}))`
}

/**
 * The most urgent orders of each queue and the size of the queue. Each queue reads its own orders through an index; an order may stand in
 * several queues.
 */
export function queueEntries(
  db: Db,
  queues: readonly OrderQueue[],
  { now, limit, whose, visits }: { now: Date; limit: number; whose: Whose; visits: readonly string[] },
): Promise<QueueEntry[]> {
  if (queues.length === 0) return Promise.resolve([])
  const all = definitions(now)
  const mine = sql`coalesce(o.assigned_to = any(${[...whose.staffIds]}::bigint[]), false) or o.customer_id = any(${[...whose.customerIds]}::bigint[])`
  const each = queues.map((queue) => {
    const { holds, due } = all[queue]
    const from =
      queue === 'checkIn'
        ? sql`orders o left join unnest(${[...visits]}::text[]) with ordinality v (no, visit) on v.no = o.order_no`
        : sql`orders o cross join (select null::bigint as visit) v`
    return sql`(
      with owed as materialized (select o.id, o.urgent, ${due} as due_at, ${mine} as mine, v.visit from ${from} where ${holds})
      select ${queue}::text as queue, sizes.*, first.* from
        (select count(*) as total, count(*) filter (where due_at < ${now}) as overdue, count(*) filter (where mine) as mine_total from owed) sizes,
        (select id, due_at, mine, row_number() over (order by mine desc, due_at nulls last, visit nulls last, urgent desc, id) as place from owed
          order by place limit ${limit}) first)`
  })
  return db.rows(sql`
    select e.queue, e.due_at, e.total, e.overdue, e.mine, e.mine_total, o.order_no, o.customer_id, o.title, o.stage, o.service_type, o.urgent,
      o.sample_count, o.created_at, o.assigned_to
    from (${joined(each, ' union all ')}) e join orders o on o.id = e.id order by e.queue, e.place`)
}

export interface LateEntry {
  queue: OrderQueue
  dueAt: Date
  orderNo: string
  title: string
  customerId: number
  assignedTo: number | null
}

/** The work of these queues whose deadline passed since. */
export function lateEntriesSince(
  db: Db,
  queues: readonly OrderQueue[],
  { now, since }: { now: Date; since: Date },
): Promise<LateEntry[]> {
  return db.rows(sql`
    select q.queue, q.due_at, o.order_no, o.title, o.customer_id, o.assigned_to
    from orders o
    cross join lateral ${queuesOf(now)}
    where o.stage = any(${[...queuedStages]}::text[]) and q.holds and q.queue = any(${[...queues]}::text[])
      and q.due_at < ${now} and q.due_at >= ${since}
    order by q.due_at, o.id`)
}
