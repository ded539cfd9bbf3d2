import { repayCredit, settleDue } from '../../money/credit/actions.ts'
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
} from '../../lab/orders/staff-actions.ts'
import type { staffOrderSettleDispute } from '../../lab/orders/staff-contract.ts'
import type { InputOf } from '../../platform/contract/call.ts'
import { refuse } from '../../platform/contract/refusal.ts'
import { houseAccount } from '../../money/ledger/rules.ts'
import { recordAudit } from '../../platform/http/audit.ts'
import { type Ctx, inTx, type Staff } from '../../platform/http/ctx.ts'
import { creditPrestore } from '../../money/prestore/actions.ts'
import { settlementErrors } from './errors.ts'
import { dropRow, lockRowOfOrder, lowerRow } from './store.ts'

export interface Reduced {
  /** What is no longer owed. */
  reducedFen: number
  /** Of it, what had been paid and went back to the balance. */
  refundedFen: number
}

/** A dispute ends in the outcome that was chosen; the customer reads the reason. */
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
        // Row before order, as paying does: two who lock them in turn would wait for each other.
        await lockRowOfOrder(inner.db, (await orderForMoney(inner, orderNo)).id)
        const moved = await reduceDisputed(inner, target, input.amountFen)
        return { ...moved, ...(await reduceAmount(inner, orderNo, moved.version, input.amountFen, reason)) }
      }
    }
  })
}

/**
 * Takes an amount off what an order costs. Not fixed yet: what was agreed falls. Fixed and owed: the open row falls, and with it
 * the used credit. Fixed and paid: the money goes back to the balance. Never more than the order costs.
 */
async function reduceAmount(
  ctx: Ctx<Staff>,
  orderNo: string,
  version: number,
  amountFen: number,
  reason: string,
): Promise<Reduced> {
  const order = await orderForMoney(ctx, orderNo)
  const costsFen = order.finalFen ?? order.prepayFen ?? 0
  if (amountFen > costsFen) throw refuse(settlementErrors.reductionTooHigh)
  const reduced =
    order.finalFen === null
      ? { reducedFen: amountFen, refundedFen: 0 }
      : await reduceFixed(ctx, order, `${order.id}:${version}`, amountFen)
  if (order.finalFen === null) await lowerAgreedAmount(ctx, order.id, amountFen)
  await recordAudit(ctx, {
    action: 'settlement.reduce',
    subject: `order:${order.id}`,
    before: { costsFen },
    after: { costsFen: costsFen - amountFen, ...reduced },
    reason,
  })
  return reduced
}

async function reduceFixed(
  ctx: Ctx<Staff>,
  order: MoneyOrder,
  businessId: string,
  amountFen: number,
): Promise<Reduced> {
  const { customerId, orderNo } = order
  const row = await lockRowOfOrder(ctx.db, order.id)
  const open = row && row.paidAt === null ? row : undefined
  if (open && open.settlementId !== null) throw refuse(settlementErrors.reductionGrouped)
  const lessFen = Math.min(open?.amountFen ?? 0, amountFen)
  const refundedFen = amountFen - lessFen
  await lowerFinalAmount(ctx, order.id, amountFen)
  if (refundedFen > 0)
    await creditPrestore(ctx, {
      customerId,
      amountFen: refundedFen,
      kind: 'order.reduction',
      businessId,
      operation: 'refund',
      memo: `订单 ${orderNo} 异议减免退款`,
      counter: houseAccount('income'),
    })
  if (!open || lessFen === 0) return { reducedFen: amountFen, refundedFen }
  if (open.kind === 'credit')
    await repayCredit(ctx, {
      customerId,
      businessId: `reduction:${businessId}`,
      amountFen: lessFen,
      memo: `订单 ${orderNo} 异议减免`,
    })
  if (lessFen < open.amountFen) await lowerRow(ctx.db, open.id, lessFen)
  else {
    await dropRow(ctx.db, open.id)
    await settleDue(ctx, `settlement-row:${open.id}`)
    await markPaid(ctx, order.id)
  }
  return { reducedFen: amountFen, refundedFen }
}
