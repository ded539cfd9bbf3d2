import { asSystem, type Ctx } from '../../platform/http/ctx.ts'
import { transition } from '../../platform/lifecycle/transition.ts'
import { moveSamplesAlong, samplesOf } from '../samples/actions.ts'
import { isAwaited, isTakenIn } from '../samples/rules.ts'
import { workingDeadline } from '../../ground/settings/actions.ts'
import { orderLifecycle, orderLimits } from './rules.ts'
import { along } from './along-store.ts'
import type { OrderRow } from './record-rules.ts'

// What arriving samples mean for their order: the one place that says when an order is received.

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
 * Nothing more is expected and something did arrive: the order is received, and the manager's call falls due. With nothing
 * but refused samples it goes on waiting. The caller holds the order's lock.
 */
export async function receiveIfComplete(ctx: Ctx, order: OrderRow): Promise<Progress & { complete: boolean }> {
  const progress = await progressOf(ctx, order.id)
  const { received, total, waiting } = progress
  const complete = waiting === 0 && received > 0 && order.stage === 'awaiting_sample'
  if (complete) {
    const now = ctx.clock.now()
    const { orderNo, customerId, title } = order
    await transition(asSystem(ctx), orderLifecycle, order.id, 'receive', {
      set: along.received(now, await workingDeadline(ctx, now, orderLimits.managerCallHours)),
      payload: { orderNo, customerId, title, received, total },
    })
  }
  return { ...progress, complete }
}

/** The order may be tested from now on: parcels that came early and waited on a shelf count as received. `order` as it stands now. */
export async function admitParked(ctx: Ctx, order: OrderRow): Promise<void> {
  await moveSamplesAlong(ctx, order.id, 'admit')
  await receiveIfComplete(ctx, order)
}
