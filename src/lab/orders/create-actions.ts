import type { Ctx } from '../../platform/http/ctx.ts'
import type { Sql } from '../../platform/db/sql.ts'
import type { DeclaredEvent } from '../../platform/jobs/declared.ts'
import { eventInsertion, wakeAfterCommit } from '../../platform/jobs/outbox.ts'
import { creationsFrom } from '../../platform/lifecycle/transition.ts'
import { shanghaiDate } from '../../platform/time.ts'
import { soundsOf } from '../../people/customers/search-actions.ts'
import { enterSamples, FIRST_STAGE, type NewSample } from '../samples/create-actions.ts'
import { sampleLifecycle } from '../samples/rules.ts'
import { orderLifecycle } from './rules.ts'
import { insertOrder, newOrderPayload, type NewOrder, type NewOrderLine } from './store.ts'

export type { NewOrderLine }

/** What is inserted with an order. */
export interface OrderParts<Facts extends { id: number; orderNo: string }> {
  lines: NewOrderLine[]
  samples: NewSample[]
  /** A deletion of the caller's. */
  clearing: Sql
  /** Told to subscribers after the commit, with id and number of the order. */
  emits: { event: DeclaredEvent<Facts>; facts: Omit<NoInfer<Facts>, 'id' | 'orderNo'> }
}

/** Inserts an order with its lines, its samples, the first stages of all of them and the event, in one statement of the caller's transaction. */
export async function createOrder<Facts extends { id: number; orderNo: string }>(
  ctx: Ctx,
  order: Omit<NewOrder, 'day' | 'sounds'>,
  { lines, samples, clearing, emits }: OrderParts<Facts>,
): Promise<{ id: number; orderNo: string }> {
  const now = ctx.clock.now()
  const day = shanghaiDate(now).slice(2).replaceAll('-', '')
  const stages = creationsFrom(ctx, [
    { lifecycle: orderLifecycle, from: 'o', stage: order.stage },
    { lifecycle: sampleLifecycle, from: 's', stage: FIRST_STAGE },
  ])
  const inserted = await insertOrder(ctx.db, { ...order, day, sounds: soundsOf([order.title]) }, lines, now, {
    samples: enterSamples(ctx, order, samples),
    stages,
    clearing,
    event: eventInsertion(ctx, emits.event, newOrderPayload(emits.facts), 'o'),
  })
  wakeAfterCommit(ctx.db)
  return inserted
}
