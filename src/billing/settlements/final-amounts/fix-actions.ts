import { countsWithin } from '../../../core/staff/roles/limit-actions.ts'
import { customersOf } from '../../../people/customers/actions.ts'
import { maskPhone } from '../../../people/customers/rules.ts'
import { chargeCredit, noteDue } from '../../../money/credit/actions.ts'
import {
  type MoneyOrder,
  markPaid,
  orderForMoney,
  ordersInStages,
  setFinalAmount,
} from '../../../lab/orders/actions.ts'
import { discountFinal } from '../../../lab/orders/quotes/discount-actions.ts'
import { refuse, refuseAt } from '../../../platform/contract/refusal.ts'
import { type Ctx, inTx, type Staff } from '../../../platform/http/ctx.ts'
import { recordAudit } from '../../../platform/http/audit.ts'
import { emit } from '../../../platform/jobs/outbox.ts'
import { recordCreation } from '../../../platform/lifecycle/transition.ts'
import { addDays, shanghaiDate, shanghaiTime } from '../../../platform/time.ts'
import { settleAdvance } from '../../../money/prestore/advance-actions.ts'
import { readSetting } from '../../../core/settings/actions.ts'
import { settlementErrors } from '../errors.ts'
import { sentBackOf } from './end-actions.ts'
import { insertFinalAmount, latestUnfixed } from './final-store.ts'
import { finalAmountLifecycle, needsReason, needsSecondPerson, PAYMENT_TERM_DAYS, saysSomething } from '../rules.ts'
import { finalAmountStages } from '../../../lab/orders/rules.ts'
import { enqueueReminders } from '../remind-actions.ts'
import { insertRow } from '../store.ts'
import { amountFixed } from '../events.ts'

/** Delivered orders without a final amount, in the order of their ids, with whether their amount waits for a second person. */
export async function ordersToFix(ctx: Ctx<Staff>, ids: number[]) {
  const latest = await latestUnfixed(ctx.db, ids)
  const checked = new Set(latest.filter(({ stage }) => stage === 'checking').map(({ orderId }) => orderId))
  const sentBack = await sentBackOf(ctx, latest)
  const found = new Map((await ordersInStages(ctx, { ids })).map((order) => [order.id, order]))
  const orders = ids.flatMap((id) => found.get(id) ?? [])
  const customers = await customersOf(
    ctx,
    orders.map((order) => order.customerId),
  )
  return orders.map((order) => {
    const customer = customers.get(order.customerId)
    return {
      orderNo: order.orderNo,
      title: order.title,
      group: order.group,
      disputed: order.stage === 'disputed',
      checking: checked.has(order.id),
      sentBack: sentBack.get(order.id) ?? null,
      customerId: order.customerId,
      customerName: customer?.name ?? '',
      customerPhone: maskPhone(customer?.phone ?? ''),
      sampleCount: order.sampleCount,
      agreedFen: order.grossFen,
      discountFen: order.discountFen,
      deliveredAt: order.deliveredAt && shanghaiTime(order.deliveredAt),
    }
  })
}

/** Above this share of the agreed amount a second person must confirm. */
export function secondAbovePercent(ctx: Ctx): Promise<number> {
  return readSetting(ctx, 'finalAmountSecondAbovePercent')
}

export interface Fixed {
  /** Whether the amount waits for a second person; then no money has moved. */
  checking: boolean
  /** What the customer owes in all; while it is checked, before the discount of coupons. */
  finalFen: number
  discountFen: number
  /** The part that is still to be paid; the prepayment covers the rest. */
  openFen: number
  refundedFen: number
}

/**
 * Fixes the final amount of an order, given before the discount of coupons, which is calculated from it. Above the share of the agreed amount in the settings, or with a reduction above
 * the limit of the role, a second person must confirm it
 * (final-actions.ts); otherwise it is fixed at once.
 */
export async function fixAmount(
  ctx: Ctx<Staff>,
  { orderNo, finalFen, reason }: { orderNo: string; finalFen: number; reason: string },
): Promise<Fixed> {
  return inTx(ctx, async (inner) => {
    const order = await orderForMoney(inner, orderNo)
    assertFixable(order)
    const agreedFen = order.grossFen
    if (needsReason(agreedFen, finalFen)) assertReason(reason)
    const percent = await readSetting(inner, 'finalAmountSecondAbovePercent')
    const reducedFen = Math.max((agreedFen ?? finalFen) - finalFen, 0)
    const checking =
      needsSecondPerson(agreedFen, finalFen, percent) || !(await countsWithin(inner, 'reduction', reducedFen))
    const row = await insertFinalAmount(inner.db, {
      orderId: order.id,
      stage: checking ? 'checking' : 'held',
      amountFen: finalFen,
      agreedFen,
      reason,
      proposedBy: ctx.actor.id,
      createdAt: ctx.clock.now(),
    })
    if (!row) throw refuse(settlementErrors.alreadyProposed)
    await recordCreation(inner, finalAmountLifecycle, row.id, checking ? 'checking' : 'held')
    if (!checking) return holdAmount(inner, order, finalFen, reason)
    await recordAudit(inner, {
      action: 'settlement.proposeAmount',
      subject: `order:${order.id}`,
      before: { agreedFen },
      after: { finalFen },
      reason,
    })
    return { checking, finalFen, discountFen: 0, openFen: 0, refundedFen: 0 }
  })
}

/**
 * Fixes the amount, net of the discount. For an order on credit the hold becomes a debt. A prepayment becomes income up to the amount; the rest returns to
 * the balance, or the missing part becomes a row to be settled.
 */
export async function holdAmount(ctx: Ctx<Staff>, order: MoneyOrder, grossFen: number, reason: string): Promise<Fixed> {
  const final = await discountFinal(ctx, order.id, grossFen)
  const { finalFen, discountFen } = final
  await setFinalAmount(ctx, order.id, final, reason)
  const fixed = { checking: false, finalFen, discountFen, ...(await claimAmount(ctx, order, finalFen)) }
  if (fixed.openFen === 0) await markPaid(ctx, order.id)
  const dueAt = fixed.openFen === 0 ? undefined : await openRow(ctx, order, fixed.openFen, reason)
  await recordAudit(ctx, {
    action: 'settlement.fixAmount',
    subject: `order:${order.id}`,
    before: { agreedFen: order.prepayFen },
    after: {
      finalFen,
      ...(discountFen > 0 ? { grossFen, discountFen } : {}),
      openFen: fixed.openFen,
      refundedFen: fixed.refundedFen,
    },
    reason,
  })
  const { orderNo, payerId: customerId } = order
  const until = dueAt ? { until: shanghaiDate(dueAt) } : {}
  await emit(ctx, amountFixed, { orderNo, customerId, finalFen, openFen: fixed.openFen, reason, ...until })
  return fixed
}

export function assertFixable(order: MoneyOrder): void {
  if (!(finalAmountStages as readonly string[]).includes(order.stage)) throw refuse(settlementErrors.notDelivered)
  if (order.finalFen !== null) throw refuse(settlementErrors.alreadyFixed)
}

/** Refuses reasons without content, since the customer reads them. */
export function assertReason(reason: string): void {
  if (reason === '') throw refuseAt('reason', settlementErrors.differenceNeedsReason)
  if (!saysSomething(reason)) throw refuseAt('reason', settlementErrors.reasonTooShort)
}

/** Creates the row for what is still to be paid, and answers its due date. */
export async function openRow(ctx: Ctx<Staff>, order: MoneyOrder, amountFen: number, reason: string): Promise<Date> {
  const now = ctx.clock.now()
  const dueAt = addDays(now, PAYMENT_TERM_DAYS)
  const row = await insertRow(ctx.db, {
    orderId: order.id,
    customerId: order.payerId,
    kind: order.group === 'institute' ? 'credit' : 'supplement',
    amountFen,
    estimateFen: order.prepayFen ?? 0,
    reason,
    dueAt,
    fixedBy: ctx.actor.id,
    fixedAt: now,
  })
  if (!row) throw refuse(settlementErrors.alreadyFixed)
  await enqueueReminders(ctx, row.id, dueAt)
  await noteDue(ctx, { businessId: dueOf(row.id), customerId: order.payerId, dueAt })
  return dueAt
}

/** The id of a row's due date in money/credit. */
export function dueOf(rowId: number): string {
  return `settlement-row:${rowId}`
}

async function claimAmount(
  ctx: Ctx<Staff>,
  order: MoneyOrder,
  finalFen: number,
): Promise<{ openFen: number; refundedFen: number }> {
  const { payerId: customerId, id: orderId, orderNo } = order
  if (order.group === 'institute') {
    await chargeCredit(ctx, { customerId, orderId, finalFen })
    return { openFen: finalFen, refundedFen: 0 }
  }
  const { shortFen, refundedFen } = await settleAdvance(ctx, { customerId, orderId, orderNo, finalFen })
  return { openFen: shortFen, refundedFen }
}
