import { refuse } from '../../platform/contract/refusal.ts'
import { type Ctx, inTx } from '../../platform/http/ctx.ts'
import { heldFor, lockBalance, movementsOf, openStep, post, postedLegs, takeBackStep } from '../ledger/actions.ts'
import { ledgerErrors } from '../ledger/errors.ts'
import { customerAccount, laboratoryAccount, type Leg, leg } from '../ledger/rules.ts'
import { debitPrestore } from './actions.ts'
import { notePrepaid } from './paid-actions.ts'

/** All steps of an order's prepayment share this kind and the order's id, so that what an order holds can be summed. */
const ORDER_ADVANCE = 'order.advance'

interface OrderAdvance {
  customerId: number
  orderId: number
  orderNo: string
}

/** What is prepaid for an order and neither earned nor returned yet. */
export function advanceOf(
  ctx: Pick<Ctx, 'db'>,
  { customerId, orderId }: Pick<OrderAdvance, 'customerId' | 'orderId'>,
): Promise<number> {
  return heldFor(ctx, customerAccount(customerId, 'advance'), ORDER_ADVANCE, orderId)
}

/** What a customer paid for an order from the balance and did not get back: still held, or earned. */
export async function paidTowards(
  ctx: Pick<Ctx, 'db'>,
  { customerId, orderId }: Pick<OrderAdvance, 'customerId' | 'orderId'>,
): Promise<number> {
  // Subtracting from zero avoids -0.
  return 0 - (await heldFor(ctx, customerAccount(customerId, 'prestore'), ORDER_ADVANCE, orderId))
}

/** The prepayments of a customer, newest first. */
export async function prepaymentsMade(ctx: Pick<Ctx, 'db'>, customerId: number, page: { page: number; size: number }) {
  const found = await movementsOf(ctx, customerId, 'advance', { ...page, operation: 'prepay' })
  const list = found.list.map((m) => ({ orderId: Number(m.businessId), amountFen: m.amountFen, at: m.at }))
  return { ...found, list }
}

/** Pays the whole prepayment of an order from the balance, or more for it under another operation. Refuses prestoreErrors.notEnough. */
export async function prepayFromBalance(
  ctx: Ctx,
  {
    customerId,
    orderId,
    orderNo,
    amountFen,
    operation = 'prepay',
  }: OrderAdvance & { amountFen: number; operation?: string },
): Promise<void> {
  await inTx(ctx, async (inner) => {
    await debitPrestore(inner, {
      customerId,
      amountFen,
      kind: ORDER_ADVANCE,
      businessId: orderId,
      operation,
      memo: `订单 ${orderNo} ${operation === 'prepay' ? '预付款' : '复测费用'}`,
      counter: customerAccount(customerId, 'advance'),
    })
    await keepPaid(inner, { customerId, orderId })
  })
}

/**
 * Returns the prepayment of a cancelled order to the balance, less a cancellation fee (never more than was prepaid). Idempotent, also for
 * orders that were never prepaid. Answers the returned amount.
 */
export async function refundAdvance(
  ctx: Ctx,
  { keepFen = 0, ...order }: OrderAdvance & { keepFen?: number },
): Promise<{ refundedFen: number }> {
  return inTx(ctx, async (inner) => {
    const heldFen = await lockAdvance(inner, order)
    if (heldFen === 0) return { refundedFen: 0 }
    const keptFen = Math.min(Math.max(keepFen, 0), heldFen)
    await leaveAdvance(inner, order, 'refund', `订单 ${order.orderNo} 取消退回`, {
      earnedFen: keptFen,
      refundedFen: heldFen - keptFen,
    })
    return { refundedFen: heldFen - keptFen }
  })
}

/**
 * Settles the final amount of a prepaid order: the earned part becomes income, the rest returns to the balance. Answers the amount that the
 * prepayment lacked. Repeating it with the same amount changes nothing; another amount is refused.
 */
export async function settleAdvance(
  ctx: Ctx,
  { finalFen, ...order }: OrderAdvance & { finalFen: number },
): Promise<{ shortFen: number; refundedFen: number }> {
  return inTx(ctx, async (inner) => {
    const heldFen = await lockAdvance(inner, order)
    const operation = await openStep(inner, ORDER_ADVANCE, order.orderId, 'settle')
    const before = await postedLegs(inner, { kind: ORDER_ADVANCE, businessId: order.orderId, operation })
    if (before) return sameSettlement(before, finalFen)
    const earnedFen = Math.min(heldFen, finalFen)
    const refundedFen = heldFen - earnedFen
    if (heldFen > 0)
      await leaveAdvance(inner, order, operation, `订单 ${order.orderNo} 结算`, { earnedFen, refundedFen })
    return { shortFen: finalFen - earnedFen, refundedFen }
  })
}

/** Turns the earned part of a prepayment back into a hold, because the final amount was taken back before it was paid. */
export async function unsettleAdvance(ctx: Ctx, order: OrderAdvance): Promise<void> {
  await inTx(ctx, async (inner) => {
    await lockAdvance(inner, order)
    await takeBackStep(inner, ORDER_ADVANCE, order.orderId, 'settle', `订单 ${order.orderNo} 结算撤回`)
    await keepPaid(inner, order)
  })
}

async function lockAdvance(ctx: Ctx, order: OrderAdvance): Promise<number> {
  await lockBalance(ctx, customerAccount(order.customerId, 'advance'))
  return advanceOf(ctx, order)
}

async function leaveAdvance(
  ctx: Ctx,
  { customerId, orderId }: OrderAdvance,
  operation: string,
  memo: string,
  { earnedFen, refundedFen }: { earnedFen: number; refundedFen: number },
): Promise<void> {
  const legs = [
    leg(customerAccount(customerId, 'advance'), -(earnedFen + refundedFen)),
    leg(laboratoryAccount('income'), earnedFen),
    leg(customerAccount(customerId, 'prestore'), refundedFen),
  ].filter((l) => l.amountFen !== 0)
  await post(ctx, { kind: ORDER_ADVANCE, businessId: orderId, operation, memo, legs })
  if (refundedFen > 0) await keepPaid(ctx, { customerId, orderId })
}

/** After a step of the ledger: what is paid now can be invoiced, and what is invoiced must remain paid. */
async function keepPaid(ctx: Ctx, of: Pick<OrderAdvance, 'customerId' | 'orderId'>): Promise<void> {
  await notePrepaid(ctx, of, await paidTowards(ctx, of))
}

/** A different final amount is recognised by its income as long as something was returned; with nothing returned it may only be higher. */
function sameSettlement(before: Leg[], finalFen: number): { shortFen: number; refundedFen: number } {
  const into = (kind: string) => before.find((l) => l.account.kind === kind)?.amountFen ?? 0
  const earnedFen = into('income')
  const refundedFen = into('prestore')
  if (finalFen < earnedFen || (refundedFen > 0 && finalFen !== earnedFen)) throw refuse(ledgerErrors.differentPosting)
  return { shortFen: finalFen - earnedFen, refundedFen }
}
