import { endShare, shareAttached } from '../../../core/files/actions.ts'
import type { Ctx } from '../../../platform/http/ctx.ts'
import { deleteReader, insertReader, sharedWith } from './share-store.ts'

// The customer of an order lets another one, who pays for it, read it with its results. A group reads what is ordered for it anyway.

/** Lets the account of a group read the results and reports of an order that it pays. */
export function showResults(ctx: Pick<Ctx, 'db'>, orderId: number, accountId: number): Promise<void> {
  return shareAttached(ctx, `order:${orderId}`, accountId)
}

export async function shareOrder(ctx: Pick<Ctx, 'db'>, orderId: number, customerId: number): Promise<void> {
  await insertReader(ctx.db, orderId, customerId)
  await shareAttached(ctx, `order:${orderId}`, customerId)
}

export async function unshareOrder(ctx: Pick<Ctx, 'db'>, orderId: number, customerId: number): Promise<void> {
  await deleteReader(ctx.db, orderId, customerId)
  await endShare(ctx, `order:${orderId}`, customerId)
}

/** The orders of others whose results this customer reads, because they let the customer pay and see them. */
export function ordersSharedWith(ctx: Pick<Ctx, 'db'>, customerId: number): Promise<number[]> {
  return sharedWith(ctx.db, customerId)
}
