import type { Ctx } from '../../platform/http/ctx.ts'
import type { Sql } from '../../platform/db/sql.ts'
import { creationsFrom } from '../../platform/lifecycle/transition.ts'
import { shanghaiDate } from '../../platform/time.ts'
import { soundsOf } from '../../people/customers/search-actions.ts'
import { enterSamples, FIRST_STAGE, type NewSample } from '../samples/create-actions.ts'
import { sampleLifecycle } from '../samples/rules.ts'
import { orderLifecycle } from './rules.ts'
import { insertOrder, type NewOrder, type NewOrderLine } from './store.ts'

export type { NewOrderLine }

/**
 * Inserts an order with its lines, its samples and the first stages of all of them. Joins the caller's transaction; the caller emits the
 * event. `clearing` is a deletion of the caller's that the same statement carries out.
 */
export function createOrder(
  ctx: Ctx,
  order: Omit<NewOrder, 'day' | 'sounds'>,
  parts: { lines: NewOrderLine[]; samples: NewSample[]; clearing: Sql },
): Promise<{ id: number; orderNo: string }> {
  const now = ctx.clock.now()
  const day = shanghaiDate(now).slice(2).replaceAll('-', '')
  const stages = creationsFrom(ctx, [
    { lifecycle: orderLifecycle, from: 'o', stage: order.stage },
    { lifecycle: sampleLifecycle, from: 's', stage: FIRST_STAGE },
  ])
  const samples = enterSamples(ctx, order, parts.samples)
  const { lines, clearing } = parts
  return insertOrder(ctx.db, { ...order, day, sounds: soundsOf([order.title]) }, lines, now, {
    samples,
    stages,
    clearing,
  })
}
