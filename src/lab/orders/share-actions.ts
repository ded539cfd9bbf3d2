import { endShare, shareAttached } from '../../ground/files/actions.ts'
import type { Ctx } from '../../platform/http/ctx.ts'
import { deleteReader, insertReader } from './share-store.ts'

// The customer of an order lets another one, who pays for it, read it with its results.

export async function shareOrder(ctx: Pick<Ctx, 'db'>, orderId: number, customerId: number): Promise<void> {
  await insertReader(ctx.db, orderId, customerId)
  await shareAttached(ctx, `order:${orderId}`, customerId)
}

export async function unshareOrder(ctx: Pick<Ctx, 'db'>, orderId: number, customerId: number): Promise<void> {
  await deleteReader(ctx.db, orderId, customerId)
  await endShare(ctx, `order:${orderId}`, customerId)
}
