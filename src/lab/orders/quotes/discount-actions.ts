import {
  type Discount,
  discountOnFinal,
  discountOnQuote,
  giveCouponsBack,
  reopenCoupons,
  useCoupons,
} from '../../../money/coupons/use-actions.ts'
import { type PricedLine, scaledTo } from '../../../money/coupons/discount-rules.ts'
import { commonErrors, refuse } from '../../../platform/contract/refusal.ts'
import { type Ctx, inTx } from '../../../platform/http/ctx.ts'
import type { OrderLineRow, OrderRow } from '../record-rules.ts'
import { spendFollows } from '../spending/spend-actions.ts'
import {
  countStillCosting,
  discountFinalAmount,
  linesOf,
  linesWithoutCoupon,
  lockedOrder,
  setDiscount,
} from '../store.ts'

// The discount of an order's coupons. An order without coupons asks nothing and writes nothing here.

/** How coupons name an order. */
export function couponsOf(orderId: number): string {
  return `order:${orderId}`
}

/** A line as money sees it: project and category are only numbers there. */
export function pricedLine(line: Pick<OrderLineRow, 'rid' | 'categoryId' | 'amountFen'>): PricedLine {
  return { projectId: line.rid, categoryId: line.categoryId, amountFen: line.amountFen }
}

/** Calculates the discount anew on quoted lines. Answers it. */
export async function discountQuote(
  ctx: Ctx,
  order: Pick<OrderRow, 'id' | 'coupons'>,
  lines: readonly OrderLineRow[],
): Promise<number> {
  if (order.coupons.length === 0) return 0
  const { parts, discountFen } = await discountOnQuote(ctx, couponsOf(order.id), lines.map(pricedLine))
  await setDiscount(ctx.db, order.id, parts)
  return discountFen
}

/** The net final amount for a gross one. Coupons count as used from here on. Joins the transaction that fixes the amount. */
export async function discountFinal(
  ctx: Ctx,
  orderId: number,
  grossFen: number,
): Promise<{ finalFen: number; grossFen: number; discountFen: number }> {
  const order = await lockedOrder(ctx.db, orderId)
  if (!order || order.coupons.length === 0) return { finalFen: grossFen, grossFen, discountFen: 0 }
  const { discountFen } = await finalDiscountOf(ctx, order, grossFen)
  const finalFen = grossFen - discountFen
  // Work that a dispute made free has used no coupon.
  if (finalFen === 0 && order.reductionFen > 0) await giveCouponsBack(ctx, couponsOf(orderId))
  else await useCoupons(ctx, couponsOf(orderId), discountFen)
  return { finalFen, grossFen, discountFen }
}

/**
 * The discount on a gross final amount, by the function that calculated the agreed one. It is calculated on the work alone: without
 * agreed retest fees, which never had a discount, and before what a dispute took off, which the customer keeps in full. Nothing when the
 * coupons took nothing off the agreed amount, because they did not reach their threshold then.
 */
export async function finalDiscountOf(
  ctx: Ctx,
  order: Pick<OrderRow, 'id' | 'discountFen' | 'retestFeeFen' | 'reductionFen'>,
  grossFen: number,
): Promise<Discount> {
  const lines = await linesOf(ctx.db, order.id)
  if (order.discountFen === 0) return { parts: lines.map(() => 0), discountFen: 0 }
  const baseFen = Math.max(grossFen + order.reductionFen - order.retestFeeFen, 0)
  const discount = await discountOnFinal(ctx, couponsOf(order.id), lines.map(pricedLine), baseFen)
  return { ...discount, discountFen: Math.min(discount.discountFen, grossFen) }
}

/** The final amount was taken back: its coupons are held by the order again. */
export async function reopenOrderCoupons(ctx: Ctx, orderId: number): Promise<void> {
  const order = await lockedOrder(ctx.db, orderId)
  if (order && order.coupons.length > 0) await reopenCoupons(ctx, couponsOf(orderId))
}

/** The order ended before it was paid, or was paid back in full. */
export async function giveOrderCouponsBack(ctx: Ctx, order: Pick<OrderRow, 'id' | 'coupons'>): Promise<void> {
  if (order.coupons.length > 0) await inTx(ctx, (inner) => giveCouponsBack(inner, couponsOf(order.id)))
}

/** The same for an order of which only the number is at hand. */
export async function giveBackOfOrder(ctx: Ctx, orderId: number): Promise<void> {
  const order = await lockedOrder(ctx.db, orderId)
  if (order) await giveOrderCouponsBack(ctx, order)
}

/** Whether everything that these orders cost was taken off again, by refunds and reductions. */
export async function allRefunded(ctx: Pick<Ctx, 'db'>, orderIds: readonly number[]): Promise<boolean> {
  return (await countStillCosting(ctx.db, orderIds)) === 0
}

/**
 * The lines of orders with a fixed amount, scaled to what is still to be paid for each; an order that carries a coupon has no entry,
 * because one order uses one coupon.
 */
export async function linesForCoupon(
  ctx: Pick<Ctx, 'db'>,
  owed: readonly { orderId: number; amountFen: number }[],
): Promise<Map<number, PricedLine[]>> {
  const lines = await linesWithoutCoupon(
    ctx.db,
    owed.map(({ orderId }) => orderId),
  )
  return new Map(
    owed.flatMap(({ orderId, amountFen }) => {
      const own = lines.filter((line) => line.orderId === orderId)
      return own.length === 0 ? [] : [[orderId, scaledTo(own.map(pricedLine), amountFen)] as const]
    }),
  )
}

/** A coupon of a settlement lowers the fixed amount of an order; a negative discount raises it again. */
export async function discountFixedAmount(ctx: Ctx, orderId: number, byFen: number): Promise<void> {
  if ((await discountFinalAmount(ctx.db, orderId, byFen)) === 0) throw refuse(commonErrors.stageConflict)
  await spendFollows(ctx, orderId)
}
