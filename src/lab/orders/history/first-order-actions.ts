import type { Ctx } from '../../../platform/http/ctx.ts'
import { countDone, type FirstPaidRow, firstPaid, hasOrders, orderedAmong } from './ordered-store.ts'

// What campaigns ask about a customer's orders. Cancelled and rejected orders do not count.

export function hasOrdered(ctx: Pick<Ctx, 'db'>, payerId: number): Promise<boolean> {
  return hasOrders(ctx.db, payerId)
}

export function finishedOrders(ctx: Pick<Ctx, 'db'>, payerId: number): Promise<number> {
  return countDone(ctx.db, payerId)
}

/** Which of these customers have ordered; with a project, have ordered that. */
export async function whoOrdered(
  ctx: Pick<Ctx, 'db'>,
  customerIds: readonly number[],
  projectId: number,
): Promise<Set<number>> {
  return new Set((await orderedAmong(ctx.db, customerIds, projectId)).map(({ customerId }) => customerId))
}

export type FirstPaid = FirstPaidRow

/** The customer's first order that is paid and not paid back in full. */
export function firstPaidOrder(ctx: Pick<Ctx, 'db'>, customerId: number): Promise<FirstPaid | undefined> {
  return firstPaid(ctx.db, customerId)
}
