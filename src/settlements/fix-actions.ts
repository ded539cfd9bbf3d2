import { customersOf } from '../accounts/actions.ts'
import { maskPhone } from '../accounts/rules.ts'
import { chargeCredit, noteDue } from '../credit/actions.ts'
import { type MoneyOrder, markPaid, orderForMoney, ordersToBill, setFinalAmount } from '../orders/actions.ts'
import { refuse } from '../platform/contract/refusal.ts'
import { type Ctx, inTx, type Staff } from '../platform/http/ctx.ts'
import { recordAudit } from '../platform/http/audit.ts'
import { emit } from '../platform/jobs/outbox.ts'
import { addDays, shanghaiTime } from '../platform/time.ts'
import { settleAdvance } from '../prestore/advance-actions.ts'
import { settlementErrors } from './errors.ts'
import { fixableStages, needsReason, PAYMENT_TERM_DAYS } from './rules.ts'
import { insertRow } from './store.ts'

/** One page of the orders whose work is done and whose final amount nobody has fixed yet. */
export async function ordersToFix(ctx: Ctx<Staff>, { page, size }: { page: number; size: number }) {
  const { orders, total } = await ordersToBill(ctx, { page, size })
  const customers = await customersOf(
    ctx,
    orders.map((order) => order.customerId),
  )
  const list = orders.map((order) => {
    const customer = customers.get(order.customerId)
    return {
      orderNo: order.orderNo,
      title: order.title,
      group: order.group,
      disputed: order.stage === 'disputed',
      customerName: customer?.name ?? '',
      customerPhone: maskPhone(customer?.phone ?? ''),
      sampleCount: order.sampleCount,
      agreedFen: order.prepayFen,
      deliveredAt: order.deliveredAt && shanghaiTime(order.deliveredAt),
    }
  })
  return { list, total, page, size }
}

export interface Fixed {
  finalFen: number
  /** Still to be paid; the rest was covered by a prepayment. */
  openFen: number
  refundedFen: number
}

/**
 * A manager fixes what an order costs in the end. On credit, the hold becomes a debt; of a prepayment, what was earned
 * becomes income and the rest returns to the balance, or what is missing is asked for.
 */
export async function fixAmount(
  ctx: Ctx<Staff>,
  { orderNo, finalFen, reason }: { orderNo: string; finalFen: number; reason: string },
): Promise<Fixed> {
  return inTx(ctx, async (inner) => {
    const order = await orderForMoney(inner, orderNo)
    if (!(fixableStages as readonly string[]).includes(order.stage)) throw refuse(settlementErrors.notDelivered)
    if (order.finalFen !== null) throw refuse(settlementErrors.alreadyFixed)
    if (needsReason(order.prepayFen, finalFen) && reason === '') throw refuse(settlementErrors.differenceNeedsReason)
    await setFinalAmount(inner, order.id, finalFen)
    const fixed = await claimAmount(inner, order, finalFen)
    if (fixed.openFen === 0) await markPaid(inner, order.id)
    else await openRow(inner, order, fixed.openFen, reason)
    const before = { agreedFen: order.prepayFen }
    await recordAudit(inner, {
      action: 'settlement.fixAmount',
      subject: `order:${order.id}`,
      before,
      after: fixed,
      reason,
    })
    await emit(inner, 'settlement.fix', { orderNo, customerId: order.customerId, finalFen })
    return fixed
  })
}

async function claimAmount(ctx: Ctx<Staff>, order: MoneyOrder, finalFen: number): Promise<Fixed> {
  const { customerId, id: orderId, orderNo } = order
  if (order.group === 'institute') {
    await chargeCredit(ctx, { customerId, orderId, finalFen })
    return { finalFen, openFen: finalFen, refundedFen: 0 }
  }
  const { shortFen, refundedFen } = await settleAdvance(ctx, { customerId, orderId, orderNo, finalFen })
  return { finalFen, openFen: shortFen, refundedFen }
}

async function openRow(ctx: Ctx<Staff>, order: MoneyOrder, amountFen: number, reason: string): Promise<void> {
  const now = ctx.clock.now()
  const dueAt = addDays(now, PAYMENT_TERM_DAYS)
  const row = await insertRow(ctx.db, {
    orderId: order.id,
    customerId: order.customerId,
    kind: order.group === 'institute' ? 'credit' : 'supplement',
    amountFen,
    estimateFen: order.prepayFen ?? 0,
    reason,
    dueAt,
    fixedBy: ctx.actor.id,
    fixedAt: now,
  })
  if (!row) throw refuse(settlementErrors.alreadyFixed)
  await noteDue(ctx, { businessId: `settlement-row:${row.id}`, customerId: order.customerId, dueAt })
}
