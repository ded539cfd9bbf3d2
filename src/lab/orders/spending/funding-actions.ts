import type { InputOf } from '../../../platform/contract/call.ts'
import { commonErrors, refuse } from '../../../platform/contract/refusal.ts'
import { type Ctx, type Customer, inTx } from '../../../platform/http/ctx.ts'
import { orderErrors } from '../errors.ts'
import type { orderFunding } from '../contract.ts'
import { type FundingChange, fundingChanges, fundingOfOrders, setFunding } from './funding-store.ts'
import { lockedOrder, ownOrder } from '../store.ts'

/** The customer names the research project that an order is booked to; refused once the order is paid. */
export async function changeFunding(ctx: Ctx<Customer>, { orderNo, lineId, fundingNo }: InputOf<typeof orderFunding>) {
  return inTx(ctx, async (inner) => {
    const own = await ownOrder(inner.db, ctx.actor.id, orderNo)
    if (!own) throw refuse(commonErrors.notFound)
    // Locked, so that it is not paid meanwhile.
    const order = await lockedOrder(inner.db, own.id)
    if (!order || order.paidAt) throw refuse(orderErrors.fundingPaid)
    const change = { orderId: own.id, lineId: lineId ?? null, fundingNo, customerId: ctx.actor.id }
    return { changed: await setFunding(inner.db, change, ctx.clock.now()) }
  })
}

/** The funding numbers of orders, those of one order joined. */
export async function fundingOf(ctx: Pick<Ctx, 'db'>, orderIds: number[]): Promise<Map<number, string>> {
  const rows = orderIds.length === 0 ? [] : await fundingOfOrders(ctx.db, orderIds)
  return new Map(rows.map((row) => [row.orderId, row.fundingNo]))
}

export function fundingHistory(ctx: Pick<Ctx, 'db'>, orderId: number): Promise<FundingChange[]> {
  return fundingChanges(ctx.db, orderId)
}
