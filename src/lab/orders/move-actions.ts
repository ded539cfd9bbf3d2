import { chargeCredit, releaseCredit, reserveCredit } from '../../money/credit/actions.ts'
import { prepayFromBalance, refundAdvance } from '../../money/prestore/advance-actions.ts'
import { commonErrors, refuse } from '../../platform/contract/refusal.ts'
import { asSystem, type Ctx, type Customer, inTx } from '../../platform/http/ctx.ts'
import type { Sql } from '../../platform/db/sql.ts'
import { transition } from '../../platform/lifecycle/transition.ts'
import { dropReservations } from '../bookings/actions.ts'
import { moveSamples, releaseSamples } from '../samples/actions.ts'
import { closeIfDone, movedOn } from './actions.ts'
import { admitParked } from './arrival-actions.ts'
import { giveOrderCouponsBack } from './quotes/discount-actions.ts'
import { orderErrors } from './errors.ts'
import { agreedFen } from './quotes/price-rules.ts'
import { type OrderAction, orderLifecycle, type OrderStage, resumedConfirmDue, stageLabel } from './rules.ts'
import { changes, confirmDue, owner, ownWithReport, party, sameOffer, sameQuote } from './transition-store.ts'
import { releaseOrderSpend, spendAgreed } from './spending/spend-actions.ts'
import { orderById, orderOfParty, ownOrder } from './store.ts'
import { type OrderRow, type OrderTarget, payloadOf } from './record-rules.ts'
import { openConfirmWindow } from './closing/window-actions.ts'

// What a customer does with an order, and what happens by itself when the customer lets a deadline pass.

export async function cancelOrder(ctx: Ctx<Customer>, { reason, ...target }: OrderTarget & { reason: string }) {
  return move(ctx, target, 'cancel', {
    by: 'party',
    reason,
    after: (inner, row) => releaseOrder(inner, row, { reason, keepFen: 0 }),
  })
}

/** Refused while the report is withdrawn: the customer waits for the corrected one. */
export async function confirmOrder(ctx: Ctx<Customer>, target: OrderTarget) {
  const row = await own(ctx, target.orderNo)
  if (row.stage === 'delivered' && row.reportWithdrawnAt) throw refuse(orderErrors.reportWithdrawn)
  return move(ctx, target, 'confirm', {
    set: changes.confirmed(ctx.clock.now()),
    where: ownWithReport(ctx.actor.id),
    after: (inner, row) => closeIfDone(inner, row.id),
  })
}

/** The quote that is sent back no longer stands, as one that staff withdraw. */
export async function refuseQuote(ctx: Ctx<Customer>, { reason, ...target }: OrderTarget & { reason: string }) {
  const row = await ofParty(ctx, target.orderNo)
  if (row.stage === 'quoted' && row.version !== (target.version ?? row.version)) throw refuse(orderErrors.quoteReplaced)
  return move(ctx, target, 'refuseQuote', { by: 'party', reason, set: changes.quoteWithdrawn() })
}

/** The confirmation window is paused until staff answer. */
export function requestRetest(ctx: Ctx<Customer>, { reason, ...target }: OrderTarget & { reason: string }) {
  return move(ctx, target, 'requestRetest', { reason, set: changes.paused(ctx.clock.now()) })
}

export function disputeOrder(ctx: Ctx<Customer>, { reason, ...target }: OrderTarget & { reason: string }) {
  return move(ctx, target, 'dispute', { reason, set: changes.paused(ctx.clock.now()) })
}

/**
 * Agrees to the fee that was shown; another fee is refused. The fee is secured before work starts: it is held on the credit of
 * institutes and paid from the balance of everybody else. Refused when credit or balance do not suffice.
 */
export async function agreeRetest(ctx: Ctx<Customer>, { feeFen, ...target }: OrderTarget & { feeFen: number }) {
  const row = await ofParty(ctx, target.orderNo)
  if (row.stage === 'retest_offered' && row.retestOfferFen !== feeFen) throw refuse(orderErrors.retestFeeChanged)
  if (row.stage === 'retest_offered' && row.finalFen !== null) throw refuse(orderErrors.retestAmountFixed)
  return move(ctx, target, 'agreeRetest', {
    by: 'party',
    where: sameOffer(ctx.actor.id, feeFen),
    set: [...changes.again(), ...changes.retestAgreed()],
    after: async (inner, { id: orderId, orderNo, payerId: customerId, version }) => {
      const operation = `retest:${version}`
      await spendAgreed({ ...inner, actor: ctx.actor }, orderId)
      if (row.customerGroup === 'institute')
        await reserveCredit(asSystem(inner), { customerId, orderId, amountFen: feeFen, operation })
      else await prepayFromBalance(inner, { customerId, orderId, orderNo, amountFen: feeFen, operation })
      await moveSamples(inner, orderId, 'startTesting')
    },
  })
}

/** Declines the offered retest. The confirmation window continues with the time that was left. */
export async function refuseRetest(ctx: Ctx<Customer>, target: OrderTarget) {
  const confirmDueAt = resumedConfirmDue(await ofParty(ctx, target.orderNo), ctx.clock.now())
  return move(ctx, target, 'refuseRetest', {
    by: 'party',
    set: changes.redelivered(confirmDueAt),
    after: (inner, row) => openConfirmWindow(inner, row.id, confirmDueAt),
  })
}

const acceptances = {
  enterprise: 'acceptToContract',
  individual: 'acceptToPrepay',
  institute: 'acceptOnCredit',
} as const

/**
 * Accepts the quote version that the person saw, while it is valid. Its amount is held on the credit of institutes.
 * A quote of 0 (also after the discount) needs neither contract nor prepayment, so samples are awaited at once.
 */
export async function acceptQuote(
  ctx: Ctx<Customer>,
  { orderNo, quoteVersion }: { orderNo: string; quoteVersion: number },
) {
  const row = await ofParty(ctx, orderNo)
  if (row.stage === 'quoted' && row.quoteVersion !== quoteVersion) throw refuse(orderErrors.quoteReplaced)
  if (row.stage === 'quoted' && row.quoteValidUntil && row.quoteValidUntil <= ctx.clock.now())
    throw refuse(orderErrors.quoteExpired)
  const acceptance = agreedFen(row) === 0 ? 'acceptFree' : acceptances[row.customerGroup]
  return move(ctx, { orderNo }, acceptance, {
    by: 'party',
    where: sameQuote(quoteVersion),
    after: async (inner, quoted) => {
      const { id, payerId: customerId } = quoted
      await spendAgreed({ ...inner, actor: ctx.actor }, id)
      if (row.customerGroup !== 'institute') return
      await reserveCredit(asSystem(inner), { customerId, orderId: id, amountFen: agreedFen(quoted) ?? 0 })
      const accepted = await orderById(inner.db, id)
      if (accepted) await admitParked(inner, accepted)
    },
  })
}

/**
 * Releases what a cancelled, rejected or expired order holds: credit, prepayment, slots and samples. A cancellation fee is taken
 * from the prepayment; for an order on credit it becomes a debt, and the caller creates the settlement row for it.
 */
export async function releaseOrder(
  ctx: Ctx,
  row: OrderRow,
  { reason, keepFen }: { reason: string; keepFen: number },
): Promise<void> {
  const system = asSystem(ctx)
  const { id: orderId, orderNo, payerId: customerId } = row
  // Coupons come first, then the limits of the member, as in placing an order, which avoids a deadlock over a campaign, a membership and a slot.
  await giveOrderCouponsBack(system, row)
  await releaseOrderSpend(system, row, keepFen)
  await dropReservations(system, orderId, reason)
  await moveSamples(system, orderId, 'withdraw')
  await moveSamples(system, orderId, 'finishTesting')
  await releaseSamples(system, orderId)
  if (row.customerGroup === 'institute' && keepFen > 0)
    await chargeCredit(system, { customerId, orderId, finalFen: keepFen })
  else await releaseCredit(system, { customerId, orderId })
  await refundAdvance(system, { customerId, orderId, orderNo, keepFen })
}

/** At the end of the confirmation window. Does nothing when the customer has confirmed, disputed or asked for a retest. */
export async function autoConfirm(ctx: Ctx, orderId: number): Promise<void> {
  const now = ctx.clock.now()
  await bySystem(ctx, orderId, 'autoConfirm', {
    set: changes.confirmed(now),
    where: confirmDue(now),
    after: (inner) => closeIfDone(inner, orderId),
  })
}

/** The offered fee was not answered in time. The version ties the job to its offer, so a job of an earlier offer does nothing. */
export async function expireRetest(ctx: Ctx, orderId: number, version: number): Promise<void> {
  const row = await orderById(ctx.db, orderId)
  if (!row) return
  const confirmDueAt = resumedConfirmDue(row, ctx.clock.now())
  await bySystem(ctx, orderId, 'expireRetest', {
    version,
    set: changes.redelivered(confirmDueAt),
    after: (inner) => openConfirmWindow(inner, orderId, confirmDueAt),
  })
}

export async function expireQuote(ctx: Ctx, orderId: number, quoteVersion: number): Promise<void> {
  await bySystem(ctx, orderId, 'expireQuote', {
    where: sameQuote(quoteVersion),
    after: (inner, row) => releaseOrder(inner, row, { reason: '报价过期', keepFen: 0 }),
  })
}

export interface MoveOptions {
  /** The group that pays may do it as well as the customer. */
  by?: 'party'
  reason?: string
  version?: number
  set?: Sql[]
  where?: Sql
  after?: (ctx: Ctx, row: OrderRow) => Promise<void>
}

export async function move(
  ctx: Ctx<Customer>,
  target: OrderTarget,
  action: OrderAction,
  options: MoveOptions,
): Promise<{ stage: OrderStage; stageName: string }> {
  return inTx(ctx, async (inner) => {
    const { by, reason, set, where, after } = options
    const row = await (by ? ofParty : own)(inner, target.orderNo)
    const moved = await transition(inner, orderLifecycle, row.id, action, {
      reason,
      version: target.version,
      set,
      where: where ?? (by ? party : owner)(ctx.actor.id),
      payload: { ...payloadOf(row), reason },
    })
    await after?.(inner, row)
    return { stage: moved.to, stageName: stageLabel(moved.to, row.serviceType) }
  })
}

async function bySystem(
  ctx: Ctx,
  orderId: number,
  action: OrderAction,
  { version, set, where, after }: MoveOptions,
): Promise<void> {
  try {
    await inTx(asSystem(ctx), async (inner) => {
      const row = await orderById(inner.db, orderId)
      if (!row) return
      await transition(inner, orderLifecycle, orderId, action, {
        version,
        set,
        where,
        payload: payloadOf(row),
      })
      await after?.(inner, row)
    })
  } catch (error) {
    if (!movedOn(error)) throw error
  }
}

export async function own(ctx: Ctx<Customer>, orderNo: string): Promise<OrderRow> {
  const row = await ownOrder(ctx.db, ctx.actor.id, orderNo)
  if (!row) throw refuse(commonErrors.notFound)
  return row
}

/** The order of its customer or, in the name of a group, of who pays. */
export async function ofParty(ctx: Ctx<Customer>, orderNo: string): Promise<OrderRow> {
  const row = await orderOfParty(ctx.db, ctx.actor.id, orderNo)
  if (!row) throw refuse(commonErrors.notFound)
  return row
}
