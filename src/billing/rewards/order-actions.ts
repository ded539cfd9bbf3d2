import { readRule } from '../../core/settings/dated-actions.ts'
import { lockOrderRecord, orderLines } from '../../lab/orders/read-actions.ts'
import type { OrderRow } from '../../lab/orders/record-rules.ts'
import { setEarned } from '../../money/points/actions.ts'
import { orderPoints } from '../../money/points/rules.ts'
import { otherPayersOf } from '../../money/prestore/paid-actions.ts'
import { setRebate } from '../../money/promotion/rebate-actions.ts'
import { asSystem, type Ctx, inTx } from '../../platform/http/ctx.ts'
import { shanghaiDate } from '../../platform/time.ts'
import { settleInvite } from './invite-actions.ts'

/**
 * Brings everything that an order earns to what is paid for it now: points of the person who ordered, the rebate of a promoter and the reward of an
 * invitation. Reads the order under its lock, so that events that arrive twice or in another order lead to the same result.
 */
export async function rewardOrder(ctx: Ctx, orderId: number, why: 'paid' | 'lowered'): Promise<void> {
  await inTx(asSystem(ctx), async (inner) => {
    const order = await lockOrderRecord(inner, orderId)
    if (!order?.paidAt) return
    const baseFen = keptFen(order)
    await givePoints(inner, order, order.paidAt, baseFen)
    const { orderNo, customerId, payerId, createdAt: placedAt, paidAt } = order
    const payerIds = [payerId, ...(await otherPayersOf(inner, { orderId, customerId: payerId }))]
    const lines = (await orderLines(inner, orderId)).map(({ categoryId, amountFen }) => ({
      typeId: order.serviceType,
      categoryId,
      amountFen: amountFen ?? 0,
    }))
    await setRebate(inner, { orderId, orderNo, customerId, payerIds, placedAt, paidAt, baseFen, lines }, why)
    await settleInvite(inner, customerId)
  })
}

/** What was paid for an order and not paid back. */
function keptFen({ stage, finalFen }: Pick<OrderRow, 'stage' | 'finalFen'>): number {
  return stage === 'cancelled' || stage === 'rejected' ? 0 : (finalFen ?? 0)
}

/** Points belong to the person who ordered, also when a group pays: points are spent by people, and a group's account cannot sign in. */
async function givePoints(ctx: Ctx, { orderNo, customerId }: OrderRow, paidAt: Date, baseFen: number): Promise<void> {
  const rule = await readRule(ctx, 'pointRules', shanghaiDate(paidAt))
  if (!rule) return
  await setEarned(ctx, {
    customerId,
    kind: 'order',
    businessId: orderNo,
    points: orderPoints(rule, baseFen),
    memo: `订单 ${orderNo}`,
  })
}
