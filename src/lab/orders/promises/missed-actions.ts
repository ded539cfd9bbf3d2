import { asSystem, type Ctx, inTx } from '../../../platform/http/ctx.ts'
import { emit, enqueue } from '../../../platform/jobs/outbox.ts'
import { addMinutes } from '../../../platform/time.ts'
import { promiseDueJob, promiseMissed } from '../events.ts'
import type { OrderStage } from '../rules.ts'
import { lockedOrder } from '../store.ts'

/** The work that the promise is about goes on. An order on hold waits for its customer. */
const working: ReadonlySet<OrderStage> = new Set(['received', 'testing', 'verifying'])

/** Looks at the promise once its last moment is over. */
export async function watchPromise(ctx: Ctx, orderId: number, promisedAt: Date | null): Promise<void> {
  if (promisedAt === null) return
  await enqueue(ctx, promiseDueJob, { orderId, dueAt: promisedAt.toISOString() }, { at: addMinutes(promisedAt, 1) })
}

/**
 * Says that the promise was missed. Not for an order that had an exception: the time until its customer answered is not the laboratory's, and
 * people decide there. Not for a promise that was replaced, nor after the first data. What follows from it counts an order once.
 */
export async function checkPromise(ctx: Ctx, orderId: number, dueAt: Date): Promise<void> {
  await inTx(asSystem(ctx), async (inner) => {
    const order = await lockedOrder(inner.db, orderId)
    if (!order || order.promisedAt?.getTime() !== dueAt.getTime()) return
    if (!working.has(order.stage) || order.heldFrom !== null || order.deliveredAt !== null) return
    const { orderNo, payerId } = order
    await emit(inner, promiseMissed, { orderId, orderNo, payerId })
  })
}
