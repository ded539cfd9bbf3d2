import type { Db } from '../../platform/db/db.ts'
import { type Sql, sql } from '../../platform/db/sql.ts'
import { callStages, type OrderQueue, queuedStages } from './queue-rules.ts'
import { finalAmountStages, type OrderStage } from './rules.ts'
import type { ServiceType } from '../samples/service-rules.ts'

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
}

/** The queues that the order `o` stands in, with the deadline in each. Counts and lists both use this definition. */
export const queuesOf = (now: Date): Sql => sql`
  (values
    ('call', o.stage = any(${[...callStages]}::text[]) and o.call_due_at is not null and o.called_at is null, o.call_due_at),
    ('lateData', o.stage in ('testing', 'verifying') and o.data_due_at < ${now}, o.data_due_at),
    ('review', o.stage = 'review', null::timestamptz),
    ('quote', o.stage = 'quoting', null),
    ('contract', o.stage = 'contract', null),
    ('retest', o.stage = 'retest', null),
    ('dispute', o.stage = 'disputed', null),
    ('correction', o.stage in ('delivered', 'done') and o.report_withdrawn_at is not null, o.report_withdrawn_at),
    ('fixAmount', o.stage = any(${[...finalAmountStages]}::text[]) and o.final_fen is null, null),
    ('checkIn', o.stage = 'awaiting_sample' and o.service_type in (2, 3), null),
    ('startTesting', o.stage = 'received', null),
    ('data', o.stage = 'testing' and o.data_due_at is not null, o.data_due_at),
    ('verify', o.stage = 'verifying', o.data_due_at),
    ('receive', o.stage = 'awaiting_sample' and o.service_type = 1, null)
  ) as q (queue, holds, due_at)`

/** The most urgent orders of each queue and the size of the queue, in one pass over open orders. An order may stand in several queues. */
export function queueEntries(db: Db, queues: readonly OrderQueue[], now: Date, limit: number): Promise<QueueEntry[]> {
  return db.rows(sql`
    with owed as (
      select q.queue, q.due_at, o.order_no, o.customer_id, o.title, o.stage, o.service_type, o.urgent, o.sample_count, o.created_at,
        count(*) over (partition by q.queue) as total,
        count(*) filter (where q.due_at < ${now}) over (partition by q.queue) as overdue,
        row_number() over (partition by q.queue order by q.due_at nulls last, o.urgent desc, o.id) as place
      from orders o
      cross join lateral ${queuesOf(now)}
      where o.stage = any(${[...queuedStages]}::text[]) and q.holds and q.queue = any(${[...queues]}::text[])
    )
    select queue, due_at, total, overdue, order_no, customer_id, title, stage, service_type, urgent, sample_count, created_at
    from owed where place <= ${limit} order by queue, place`)
}
