import { requireLimit } from '../../core/staff/roles/limit-actions.ts'
import { freeCredit, repayCredit, settleDue } from '../../money/credit/actions.ts'
import {
  lowerAgreedAmount,
  lowerFinalAmount,
  markPaid,
  type MoneyOrder,
  orderForMoney,
} from '../../lab/orders/actions.ts'
import {
  acceptRetest,
  dismissDispute,
  type MovedOrder,
  offerRetest,
  reduceDisputed,
  startCorrection,
} from '../../lab/orders/staff/staff-actions.ts'
import type { staffOrderSettleDispute } from '../../lab/orders/staff/staff-contract.ts'
import type { InputOf } from '../../platform/contract/call.ts'
import { refuse } from '../../platform/contract/refusal.ts'
import { lockCustomers } from '../../money/ledger/actions.ts'
import { laboratoryAccount } from '../../money/ledger/rules.ts'
import { recordAudit } from '../../platform/http/audit.ts'
import { type Ctx, inTx, type Staff } from '../../platform/http/ctx.ts'
import { creditPrestore } from '../../money/prestore/actions.ts'
import { noteReturned, returnsOf } from '../../money/prestore/paid-actions.ts'
import { giveBackAfterRefund } from './coupons/coupon-actions.ts'
import { settlementErrors } from './errors.ts'
import { dueOf } from './final-amounts/fix-actions.ts'
import { deleteOpenRow, lockRowOfOrder, lowerRow, type SettlementRow } from './store.ts'

export interface Reduced {
  /** The reduction. */
  reducedFen: number
  /** The part of it that was paid and is returned to the balance. */
  refundedFen: number
}

/** Settles a dispute with the chosen outcome. The customer reads the reason. */
export function settleDispute(
  ctx: Ctx<Staff>,
  input: InputOf<typeof staffOrderSettleDispute>,
): Promise<MovedOrder & Reduced> {
  return inTx(ctx, async (inner) => {
    const { orderNo, version, reason } = input
    const target = { orderNo, version, reason }
    const untouched = { reducedFen: 0, refundedFen: 0 }
    switch (input.outcome) {
      case 'retest': {
        const { lineIds, feeFen } = input
        const moved =
          feeFen > 0
            ? await offerRetest(inner, { ...target, lineIds, feeFen })
            : await acceptRetest(inner, { ...target, lineIds })
        return { ...moved, ...untouched }
      }
      case 'correction':
        return { ...(await startCorrection(inner, target)), ...untouched }
      case 'dismissal':
        return { ...(await dismissDispute(inner, target)), ...untouched }
      case 'reduction': {
        // Locks the row before the order, as paying does, which avoids a deadlock.
        await lockRowOfOrder(inner.db, (await orderForMoney(inner, orderNo)).id)
        await requireLimit(inner, 'reduction', input.amountFen, 'order.reduceDisputed')
        const moved = await reduceDisputed(inner, target, input.amountFen)
        return {
          ...moved,
          ...(await reduceAmount(inner, { orderNo, version: moved.version, amountFen: input.amountFen, reason })),
        }
      }
    }
  })
}

/**
 * Reduces the price of an order, at most to 0. Before the amount is fixed, the agreed amount is reduced; a fixed and unpaid amount: the
 * open row, and with it the used credit; a paid amount: the money is returned to the balance.
 */
async function reduceAmount(
  ctx: Ctx<Staff>,
  { orderNo, version, amountFen, reason }: { orderNo: string; version: number; amountFen: number; reason: string },
): Promise<Reduced> {
  const order = await orderForMoney(ctx, orderNo)
  const costsFen = order.finalFen ?? order.prepayFen ?? 0
  if (amountFen > costsFen) throw refuse(settlementErrors.reductionTooHigh)
  const reduced =
    order.finalFen === null
      ? { reducedFen: amountFen, refundedFen: 0 }
      : await reduceFixed(ctx, order, `${order.id}:${version}`, amountFen)
  if (order.finalFen === null) await reduceAgreed(ctx, order, `reduction:${version}`, amountFen)
  await recordAudit(ctx, {
    action: 'settlement.reduce',
    subject: `order:${order.id}`,
    before: { costsFen },
    after: { costsFen: costsFen - amountFen, ...reduced },
    reason,
  })
  return reduced
}

/** An order on credit holds its agreed amount, so it holds less from now on. A prepayment stays until the amount is fixed. */
async function reduceAgreed(ctx: Ctx<Staff>, order: MoneyOrder, operation: string, amountFen: number): Promise<void> {
  await lowerAgreedAmount(ctx, order.id, amountFen)
  if (order.group === 'institute')
    await freeCredit(ctx, { customerId: order.payerId, orderId: order.id, amountFen, operation })
}

/** Money that was paid beyond the lower amount returns first; then the open row becomes lower, or is paid when nothing is left of it. */
async function reduceFixed(
  ctx: Ctx<Staff>,
  order: MoneyOrder,
  businessId: string,
  amountFen: number,
): Promise<Reduced> {
  const row = await lockRowOfOrder(ctx.db, order.id)
  const open = row && row.paidAt === null ? row : undefined
  if (open && open.settlementId !== null) throw refuse(settlementErrors.reductionGrouped)
  const lessFen = Math.min(open?.amountFen ?? 0, amountFen)
  const refundedFen = amountFen - lessFen
  await lowerFinalAmount(ctx, order.id, amountFen)
  // Nothing is left to pay, so nothing used the coupon.
  if (amountFen === order.finalFen) await giveBackAfterRefund(ctx, order.id)
  await returnPaid(ctx, order, businessId, refundedFen)
  if (open && lessFen > 0) await lowerOpenRow(ctx, order, open, { businessId, lessFen })
  return { reducedFen: amountFen, refundedFen }
}

/** Credits the balances from which the order was paid. Locks the payer's account also when nothing returns, before the row changes. */
async function returnPaid(ctx: Ctx<Staff>, order: MoneyOrder, businessId: string, refundedFen: number): Promise<void> {
  const { payerId: customerId, id: orderId, orderNo } = order
  const parts = refundedFen > 0 ? await returnsOf(ctx, { customerId, orderId }, refundedFen) : []
  await lockCustomers(ctx, [customerId, ...parts.map((part) => part.customerId)])
  for (const part of parts) {
    await creditPrestore(ctx, {
      ...part,
      kind: 'order.reduction',
      businessId,
      operation: part.customerId === customerId ? 'refund' : `refund.${part.customerId}`,
      memo: `订单 ${orderNo} 异议减免退款`,
      counter: laboratoryAccount('income'),
    })
    await noteReturned(ctx, { customerId: part.customerId, orderId }, part.amountFen)
  }
}

async function lowerOpenRow(
  ctx: Ctx<Staff>,
  order: MoneyOrder,
  open: SettlementRow,
  { businessId, lessFen }: { businessId: string; lessFen: number },
): Promise<void> {
  if (open.kind === 'credit')
    await repayCredit(ctx, {
      customerId: order.payerId,
      businessId: `reduction:${businessId}`,
      amountFen: lessFen,
      memo: `订单 ${order.orderNo} 异议减免`,
    })
  if (lessFen < open.amountFen) await lowerRow(ctx.db, open.id, lessFen)
  else {
    await deleteOpenRow(ctx.db, open.id)
    await settleDue(ctx, dueOf(open.id))
    await markPaid(ctx, order.id)
  }
}
