import { asSystem, type Ctx } from '../../platform/http/ctx.ts'
import { transition } from '../../platform/lifecycle/transition.ts'
import { moveSamples, samplesOf } from '../samples/actions.ts'
import { isAwaited, isTakenIn } from '../samples/rules.ts'
import { watchPromise } from './promises/missed-actions.ts'
import { promisesOf } from './promises/promise-actions.ts'
import { orderLifecycle } from './rules.ts'
import { changes } from './transition-store.ts'
import type { OrderRow } from './record-rules.ts'

// How arriving samples move their order. Only this file decides when an order is received.

export interface Progress {
  received: number
  total: number
  waiting: number
}

export async function progressOf(ctx: Pick<Ctx, 'db'>, orderId: number): Promise<Progress> {
  const samples = await samplesOf(ctx, orderId)
  return {
    received: samples.filter(isTakenIn).length,
    total: samples.length,
    waiting: samples.filter(isAwaited).length,
  }
}

/**
 * The order is received when no more samples are expected and at least one has arrived; then the manager's call is due. An order
 * with nothing but refused samples keeps waiting. The caller has locked the order.
 */
export async function receiveIfComplete(ctx: Ctx, order: OrderRow): Promise<Progress & { complete: boolean }> {
  const progress = await progressOf(ctx, order.id)
  const { received, total, waiting } = progress
  const complete = waiting === 0 && received > 0 && order.stage === 'awaiting_sample'
  if (complete) {
    const now = ctx.clock.now()
    const { orderNo, customerId, title } = order
    const promises = await promisesOf(ctx, order.id, now)
    await transition(asSystem(ctx), orderLifecycle, order.id, 'receive', {
      set: changes.received(now, promises),
      payload: { orderNo, customerId, title, received, total },
    })
    await watchPromise(ctx, order.id, promises.promisedAt)
  }
  return { ...progress, complete }
}

/** Counts samples that arrived before the approval as received. `order`: the row as it is after the approval. */
export async function admitParked(ctx: Ctx, order: OrderRow): Promise<void> {
  await moveSamples(ctx, order.id, 'admit')
  await receiveIfComplete(ctx, order)
}
