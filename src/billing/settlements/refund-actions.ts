import { lockOrderToPay, lowerFinalAmount, type MoneyOrder, orderForMoney } from '../../lab/orders/actions.ts'
import { assertReturnable, invoicedOf, noteReturned, returnsOf } from '../../money/prestore/paid-actions.ts'
import { confirmRefund, type Made, moreThan, refundToBalance } from '../../money/refunds/actions.ts'
import type { staffRefundableOrder, staffRefundConfirm, staffRefundToBalance } from '../../money/refunds/contract.ts'
import { refundErrors } from '../../money/refunds/errors.ts'
import { checkingOfOrder } from '../../money/refunds/order-actions.ts'
import type { RefundStage } from '../../money/refunds/rules.ts'
import { customerOf } from '../../people/customers/actions.ts'
import { maskPhone } from '../../people/customers/rules.ts'
import type { InputOf, OutputOf } from '../../platform/contract/call.ts'
import { refuse } from '../../platform/contract/refusal.ts'
import { type Ctx, inTx, type Staff } from '../../platform/http/ctx.ts'
import { giveBackAfterRefund } from './coupons/coupon-actions.ts'

// Refunds of what was paid for an order. The final amount of the order becomes lower by the refund, so that refunds, reductions of disputes
// and invoices together never exceed what was paid.

export async function refundOrder(ctx: Ctx<Staff>, input: InputOf<typeof staffRefundToBalance>): Promise<Made> {
  return inTx(ctx, async (inner) => {
    const order = await lockedPaid(inner, input.orderNo)
    const { orderNo } = order
    assertCovered(order, input.amountFen)
    const customerId = await paidBy(inner, order, input.amountFen)
    // Above the limit nothing is lowered yet: whoever asks is told now, not the second person tomorrow.
    await assertReturnable(inner, { customerId, orderId: order.id }, input.amountFen)
    return refundToBalance(inner, { ...input, customerId, orderNo }, (within) =>
      lowerPaid(within, order, customerId, input.amountFen),
    )
  })
}

/** The money goes back to who paid it: another payer who paid at least as much, else the payer of the order. */
async function paidBy(ctx: Ctx, { id, payerId: customerId }: MoneyOrder, amountFen: number): Promise<number> {
  const [first] = await returnsOf(ctx, { orderId: id, customerId }, amountFen)
  return first?.amountFen === amountFen ? first.customerId : customerId
}

/** What can be refunded of an order and who gets it. Nothing is locked: the refund itself compares again. */
export async function refundableOf(ctx: Ctx<Staff>, typed: string): Promise<OutputOf<typeof staffRefundableOrder>> {
  const order = await orderForMoney(ctx, typed)
  const { id: orderId, orderNo, title, payerId } = order
  const refundableFen = order.paidAt === null ? null : order.finalFen
  const [first] = refundableFen ? await returnsOf(ctx, { orderId, customerId: payerId }, refundableFen) : []
  const other = first && first.customerId !== payerId ? first : undefined
  return {
    orderNo,
    title,
    payer: await personOf(ctx, payerId),
    refundableFen,
    invoicedFen: await invoicedOf(ctx, { orderId }),
    checkingFen: await checkingOfOrder(ctx, orderNo),
    otherPayer: other ? { ...(await personOf(ctx, other.customerId)), mostFen: other.amountFen } : null,
  }
}

async function personOf(ctx: Ctx, customerId: number): Promise<{ name: string; phone: string }> {
  const { name, company, phone } = await customerOf(ctx, customerId)
  return { name: name || company, phone: maskPhone(phone) }
}

/** A second person confirms a refund; one to the balance is compared again with what is left of the price. */
export async function confirmAnyRefund(
  ctx: Ctx<Staff>,
  input: InputOf<typeof staffRefundConfirm>,
): Promise<{ stage: RefundStage }> {
  return confirmRefund(ctx, input, async (inner, { subjectNo, customerId, amountFen }) => {
    const order = await lockedPaid(inner, subjectNo)
    assertCovered(order, amountFen)
    await lowerPaid(inner, order, customerId, amountFen)
  })
}

/** Refused while that part of what was paid stands on an invoice. The order is locked, as it is before every payment and refund of it. */
async function lowerPaid(ctx: Ctx, order: MoneyOrder, customerId: number, amountFen: number): Promise<void> {
  await lowerFinalAmount(ctx, order.id, amountFen)
  // Paid back in full, so nothing used the coupon.
  if (amountFen === order.finalFen) await giveBackAfterRefund(ctx, order.id)
  await noteReturned(ctx, { customerId, orderId: order.id }, amountFen)
}

async function lockedPaid(ctx: Ctx, orderNo: string): Promise<MoneyOrder> {
  const { payerId } = await orderForMoney(ctx, orderNo)
  const order = await lockOrderToPay(ctx, payerId, orderNo)
  if (order.paidAt === null || order.finalFen === null) throw refuse(refundErrors.orderNotPaid)
  return order
}

function assertCovered({ finalFen }: MoneyOrder, amountFen: number): void {
  if (amountFen > (finalFen ?? 0)) throw moreThan(finalFen ?? 0)
}
