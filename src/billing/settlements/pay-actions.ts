import { lockOrderToPay, markPrepaid, ordersInStages, orderToPay, prepaymentsDue } from '../../lab/orders/actions.ts'
import { commonErrors, refuse } from '../../platform/contract/refusal.ts'
import { type Ctx, type Customer, inTx } from '../../platform/http/ctx.ts'
import { shanghaiTime } from '../../platform/time.ts'
import { balanceOf } from '../../money/prestore/actions.ts'
import { claimedNumbers } from '../../money/prestore/claims/claim-actions.ts'
import { prepaymentsMade, prepayFromBalance } from '../../money/prestore/advance-actions.ts'
import { payErrors } from '../../money/payments/errors.ts'
import type { PayableKind } from '../../money/payments/payable-actions.ts'
import { lockForPayment, owed, paySettlement, unpaidSettlements } from './actions.ts'
import { settlementErrors } from './errors.ts'
import { lockSettlement, settlementOfPayer } from './store.ts'

/** Everything that the customer can pay now. */
export async function readyToPay(ctx: Ctx<Customer>) {
  const { balanceFen } = await balanceOf(ctx, ctx.actor.id)
  const { unpaidFen } = await owed(ctx, ctx.actor.id)
  const claims = await claimedNumbers(ctx, ctx.actor.id)
  const prepayments = (await prepaymentsDue(ctx, ctx.actor.id)).map((order) => ({
    ...order,
    createdAt: shanghaiTime(order.createdAt),
    claimed: claims.has(order.orderNo),
  }))
  return { balanceFen, totalFen: unpaidFen, prepayments, ...(await unpaidSettlements(ctx)) }
}

/** Paid prepayments, newest first, including those of cancelled orders. */
export async function paidPrepayments(ctx: Ctx<Customer>, page: { page: number; size: number }) {
  const made = await prepaymentsMade(ctx, ctx.actor.id, page)
  const found = await ordersInStages(ctx, { ids: made.list.map((row) => row.orderId) })
  const orders = new Map(found.map((order) => [order.id, order]))
  const list = made.list.map(({ orderId, amountFen, at }) => {
    const order = orders.get(orderId)
    return {
      orderNo: order?.orderNo ?? '',
      title: order?.title ?? '',
      amountFen,
      paidAt: shanghaiTime(at),
      cancelled: order?.stage === 'cancelled',
    }
  })
  return { ...made, list }
}

/** Pays the whole prepayment of an order from the balance, for its payer, the system or staff. Joins the caller's transaction. */
export async function prepayOrder(ctx: Ctx, payerId: number, orderNo: string): Promise<{ amountFen: number }> {
  return inTx(ctx, async (inner) => {
    const order = await orderToPay(inner, payerId, orderNo)
    if (order.stage !== 'prepay') throw refuse(payErrors.notPayable)
    const amountFen = order.prepayFen
    if (amountFen === null) throw refuse(settlementErrors.notPriced)
    // Locks the order first, as cancelling does, which avoids a deadlock.
    await markPrepaid(inner, order.id)
    if (amountFen > 0) await prepayFromBalance(inner, { customerId: payerId, orderId: order.id, orderNo, amountFen })
    return { amountFen }
  })
}

/** Both kinds of payables of orders. */
export const settlementKind: PayableKind = {
  key: 'settlement',
  find: async (ctx, payerId, { no }, lock) => {
    const settlement = await (lock ? lockSettlement : settlementOfPayer)(ctx.db, no, payerId)
    if (!settlement) throw refuse(commonErrors.notFound)
    // A payer who was asked agrees by paying.
    if (settlement.stage !== 'unpaid' && settlement.stage !== 'proposed') throw refuse(payErrors.notPayable)
    if (lock) await lockForPayment(ctx, settlement)
    return { amountFen: settlement.totalFen, about: `结算单 ${no}` }
  },
  pay: async (ctx, payerId, no) => {
    const settlement = await settlementOfPayer(ctx.db, no, payerId)
    if (!settlement) throw refuse(commonErrors.notFound)
    return paySettlement(ctx, settlement, ctx.actor.kind === 'customer' ? 'pay' : 'payByChannel')
  },
}

export const prepaymentKind: PayableKind = {
  key: 'order',
  find: async (ctx, payerId, { no }, lock) => {
    const order = await (lock ? lockOrderToPay : orderToPay)(ctx, payerId, no)
    if (order.stage !== 'prepay') throw refuse(payErrors.notPayable)
    if (order.prepayFen === null) throw refuse(settlementErrors.notPriced)
    return { amountFen: order.prepayFen, about: `订单 ${no} 预付款` }
  },
  pay: prepayOrder,
}
