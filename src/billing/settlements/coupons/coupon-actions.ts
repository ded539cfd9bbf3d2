import { customerOf } from '../../../people/customers/actions.ts'
import { reinstateCredit, repayCredit } from '../../../money/credit/actions.ts'
import type { PricedLine } from '../../../money/coupons/discount-rules.ts'
import { couponChoices } from '../../../money/coupons/own-actions.ts'
import {
  type AskedBasket,
  chooseCoupons,
  giveCouponsBack,
  holdCoupons,
  useCoupons,
} from '../../../money/coupons/use-actions.ts'
import {
  allRefunded,
  discountFixedAmount,
  giveBackOfOrder,
  linesForCoupon,
} from '../../../lab/orders/quotes/discount-actions.ts'
import { refuse } from '../../../platform/contract/refusal.ts'
import { asSystem, type Ctx, type Customer } from '../../../platform/http/ctx.ts'
import { settlementErrors } from '../errors.ts'
import {
  discountRows,
  discountSettlement,
  lockSettlementById,
  openRows,
  restoreRows,
  rowOfOrder,
  rowsOfSettlements,
  type Settlement,
  type SettlementRow,
} from '../store.ts'

// A coupon on a settlement: for amounts whose orders carry no coupon. Rows, orders and credit are lowered by its discount; without
// the settlement all of them are what they were.

/** How coupons name a settlement. */
const couponOf = (settlementId: number) => `settlement:${settlementId}`

/** What it does to credit; paying the settlement is another business. */
const creditOf = (settlementId: number) => `settlement-coupon:${settlementId}`

/** The customer's coupons judged for these open rows. */
export async function choicesForRows(ctx: Ctx<Customer>, rowIds: readonly number[]) {
  const rows = (await openRows(ctx.db, ctx.actor.id)).filter(({ id }) => rowIds.includes(id))
  return couponChoices(ctx, await basketOf(ctx, await rowLines(ctx, rows)))
}

interface NewSettlement {
  id: number
  settlementNo: string
}

/**
 * Takes a coupon for the rows of a new settlement. Joins its transaction, in which the rows are locked. The discount must leave
 * something to be paid, because a settlement is closed by its payment. Answers the discount.
 */
export async function useCouponFor(
  ctx: Ctx<Customer>,
  couponId: number,
  { id, settlementNo }: NewSettlement,
  rows: readonly SettlementRow[],
): Promise<number> {
  const lines = await rowLines(ctx, rows)
  const chosen = await chooseCoupons(ctx, [couponId], await basketOf(ctx, lines))
  const { discountFen } = chosen
  if (discountFen >= rows.reduce((sum, row) => sum + row.amountFen, 0)) throw refuse(settlementErrors.couponCoversAll)
  const perRow = rows.flatMap((row) => {
    const fen = lines.reduce((sum, line, i) => sum + (line.row.id === row.id ? (chosen.parts[i] ?? 0) : 0), 0)
    return fen === 0 ? [] : [{ row, discountFen: fen }]
  })
  await discountRows(
    ctx.db,
    perRow.map(({ row, discountFen: fen }) => ({ id: row.id, discountFen: fen })),
  )
  const [kept] = chosen.kept
  if (kept) await discountSettlement(ctx.db, id, discountFen, kept)
  await holdCoupons(ctx, chosen, { usedFor: couponOf(id), no: settlementNo })
  for (const { row, discountFen: fen } of perRow) await discountFixedAmount(ctx, row.orderId, fen)
  await repayCredit(asSystem(ctx), {
    customerId: ctx.actor.id,
    businessId: creditOf(id),
    amountFen: perRow.reduce((sum, { row, discountFen: fen }) => sum + (row.kind === 'credit' ? fen : 0), 0),
    memo: `结算单 ${settlementNo} 优惠券`,
  })
  return discountFen
}

/** The settlement was cancelled or dissolved: coupon, rows, orders and credit are as before. Joins its transaction. */
export async function undoCoupon(
  ctx: Ctx,
  { id, customerId, settlementNo, coupon }: Pick<Settlement, 'id' | 'customerId' | 'settlementNo' | 'coupon'>,
): Promise<void> {
  if (!coupon) return
  await giveCouponsBack(ctx, couponOf(id))
  const restored = await restoreRows(ctx.db, id)
  for (const { orderId, discountFen } of restored) await discountFixedAmount(ctx, orderId, -discountFen)
  await reinstateCredit(asSystem(ctx), {
    customerId,
    businessId: creditOf(id),
    amountFen: restored.reduce((sum, row) => sum + (row.kind === 'credit' ? row.discountFen : 0), 0),
    memo: `结算单 ${settlementNo} 撤销，优惠券退回`,
  })
}

/** The settlement is paid, so its coupon is used. */
export async function couponPaid(ctx: Ctx, { id, coupon, discountFen }: Settlement): Promise<void> {
  if (coupon) await useCoupons(ctx, couponOf(id), discountFen)
}

/**
 * The price of an order was returned in full. Its own coupon is given back, because nothing used it. The coupon of a settlement of several
 * orders is given back only with the last of them; until then the part of the discount that belonged to the order is lost. The lock of the
 * settlement makes two last refunds follow each other. Joins the transaction that lowers the price.
 */
export async function giveBackAfterRefund(ctx: Ctx, orderId: number): Promise<void> {
  await giveBackOfOrder(ctx, orderId)
  const row = await rowOfOrder(ctx.db, orderId)
  if (row?.settlementId == null) return
  const settlement = await lockSettlementById(ctx.db, row.settlementId)
  if (!settlement?.coupon) return
  const rows = await rowsOfSettlements(ctx.db, [settlement.id])
  const orderIds = rows.map((each) => each.orderId)
  if (await allRefunded(ctx, orderIds)) await giveCouponsBack(ctx, couponOf(settlement.id))
}

type RowLine = PricedLine & { row: SettlementRow }

/** The lines of the orders behind rows, each scaled to the amount of its row; rows of orders with a coupon have none. */
async function rowLines(ctx: Ctx, rows: readonly SettlementRow[]): Promise<RowLine[]> {
  const lines = await linesForCoupon(
    ctx,
    rows.map(({ orderId, amountFen }) => ({ orderId, amountFen })),
  )
  return rows.flatMap((row) => (lines.get(row.orderId) ?? []).map((line) => ({ ...line, row })))
}

async function basketOf(ctx: Ctx<Customer>, lines: readonly RowLine[]): Promise<AskedBasket> {
  const { group } = await customerOf(ctx, ctx.actor.id)
  // What is settled was ordered before, and its samples have been dealt with.
  return { customerId: ctx.actor.id, lines, group, returnsSamples: false, isFirstOrder: async () => false }
}
