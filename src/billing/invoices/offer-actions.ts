import { invoiceWishes } from '../../lab/orders/invoicing/invoice-actions.ts'
import { openFenOf, openOf } from '../../money/prestore/paid-actions.ts'
import type { Ctx } from '../../platform/http/ctx.ts'
import { emit } from '../../platform/jobs/outbox.ts'
import { ordersOfSettlement } from '../settlements/actions.ts'
import { invoiceOffered } from './events.ts'

/** Offers the payer of an order the invoice that was asked for when ordering, once the order is paid. Nothing is issued by itself. */
export async function offerForSettlement(
  ctx: Ctx,
  { id, version, customerId }: { id: number; version: number; customerId?: number },
): Promise<void> {
  if (customerId === undefined) return
  await offer(ctx, customerId, await ordersOfSettlement(ctx, id), `settlement:${id}:${version}`)
}

export async function offerForOrder(
  ctx: Ctx,
  { id, version, payerId }: { id: number; version: number; payerId?: number },
): Promise<void> {
  if (payerId !== undefined) await offer(ctx, payerId, [id], `order:${id}:${version}`)
}

async function offer(ctx: Ctx, customerId: number, orderIds: number[], occasion: string): Promise<void> {
  const wishes = await invoiceWishes(ctx, orderIds)
  const wished = orderIds.filter((id) => {
    const order = wishes.get(id)
    return order?.payerId === customerId && order.invoice.type !== 0
  })
  const open = await openOf(ctx, customerId, wished)
  const amountFen = open.reduce((sum, row) => sum + openFenOf(row), 0)
  const [first] = open
  const orderNo = first && wishes.get(first.orderId)?.orderNo
  if (orderNo !== undefined && amountFen > 0)
    await emit(ctx, invoiceOffered, { id: occasion, customerId, orderNo, amountFen })
}
