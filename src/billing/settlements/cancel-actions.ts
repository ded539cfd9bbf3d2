import { orderForMoney } from '../../lab/orders/actions.ts'
import { cancelOrderByStaff, type MovedOrder } from '../../lab/orders/staff/staff-actions.ts'
import type { OrderTarget } from '../../lab/orders/record-rules.ts'
import { type Ctx, inTx, type Staff } from '../../platform/http/ctx.ts'
import { openRow } from './final-amounts/fix-actions.ts'

/** Staff cancel an order. A fee is taken from the prepayment; for an order on credit it becomes a row to be settled. */
export async function cancelWithFee(
  ctx: Ctx<Staff>,
  request: OrderTarget & { reason: string; feeFen: number },
): Promise<MovedOrder> {
  return inTx(ctx, async (inner) => {
    const order = await orderForMoney(inner, request.orderNo)
    const moved = await cancelOrderByStaff(inner, request)
    if (request.feeFen > 0 && order.group === 'institute')
      await openRow(inner, order, request.feeFen, `取消费：${request.reason}`)
    return moved
  })
}
