import { chargeCredit, releaseCredit, reserveCredit } from '../../money/credit/actions.ts'
import { prepayFromBalance, refundAdvance } from '../../money/prestore/advance-actions.ts'
import { addToPlan, planCount } from '../plans/actions.ts'
import { commonErrors, Refusal, refuse } from '../../platform/contract/refusal.ts'
import { asSystem, type Ctx, type Customer, inTx } from '../../platform/http/ctx.ts'
import type { Sql } from '../../platform/db/sql.ts'
import { transition } from '../../platform/lifecycle/transition.ts'
import { dropReservations } from '../bookings/actions.ts'
import { moveSamplesAlong, releaseSamples } from '../samples/actions.ts'
import { closeIfDone, movedOn, payloadOf } from './actions.ts'
import { admitParked } from './arrival-actions.ts'
import { orderErrors } from './errors.ts'
import { type OrderAction, orderLifecycle, type OrderStage, resumedConfirmDue, stageLabel } from './rules.ts'
import { along, confirmDue, owner, ownWithReport, sameOffer, sameQuote } from './along-store.ts'
import { linesOf, orderById, ownOrder } from './store.ts'
import type { OrderRow } from './record-rules.ts'
import { openConfirmWindow } from './window-actions.ts'

// The customer's verbs, and what the clock does in the customer's place.

export interface Told {
  orderNo: string
  version?: number | undefined
}

export async function cancelOrder(ctx: Ctx<Customer>, { reason, ...told }: Told & { reason: string }) {
  return move(ctx, told, 'cancel', { reason, after: (inner, row) => undoOrder(inner, row, { reason, keepFen: 0 }) })
}

/** A withdrawn report confirms nothing: the customer waits for the corrected one. */
export async function confirmOrder(ctx: Ctx<Customer>, told: Told) {
  const row = await own(ctx, told.orderNo)
  if (row.stage === 'delivered' && row.reportWithdrawnAt) throw refuse(orderErrors.reportWithdrawn)
  return move(ctx, told, 'confirm', {
    set: along.confirmed(ctx.clock.now()),
    where: ownWithReport(ctx.actor.id),
    after: (inner, row) => closeIfDone(inner, row.id),
  })
}

export function refuseQuote(ctx: Ctx<Customer>, { reason, ...told }: Told & { reason: string }) {
  return move(ctx, told, 'refuseQuote', { reason })
}

/** From here the confirmation window stands still until we have answered. */
export function requestRetest(ctx: Ctx<Customer>, { reason, ...told }: Told & { reason: string }) {
  return move(ctx, told, 'requestRetest', { reason, set: along.paused(ctx.clock.now()) })
}

export function disputeOrder(ctx: Ctx<Customer>, { reason, ...told }: Told & { reason: string }) {
  return move(ctx, told, 'dispute', { reason, set: along.paused(ctx.clock.now()) })
}

/**
 * The customer agrees to the very fee that was shown. It is secured before work starts: institutes have it set aside from their
 * credit, everybody else pays it from the balance like the prepayment. Refuses when credit or balance do not suffice.
 */
export async function agreeRetest(ctx: Ctx<Customer>, { feeFen, ...told }: Told & { feeFen: number }) {
  const row = await own(ctx, told.orderNo)
  if (row.stage === 'retest_offered' && row.retestOfferFen !== feeFen) throw refuse(orderErrors.retestFeeChanged)
  if (row.stage === 'retest_offered' && row.finalFen !== null) throw refuse(orderErrors.retestAmountFixed)
  return move(ctx, told, 'agreeRetest', {
    where: sameOffer(ctx.actor.id, feeFen),
    set: [...along.again(), ...along.retestAgreed()],
    after: async (inner, { id: orderId, orderNo, customerId, version }) => {
      const operation = `retest:${version}`
      if (row.customerGroup === 'institute')
        await reserveCredit(asSystem(inner), { customerId, orderId, amountFen: feeFen, operation })
      else await prepayFromBalance(inner, { customerId, orderId, orderNo, amountFen: feeFen, operation })
      await moveSamplesAlong(inner, orderId, 'startTesting')
    },
  })
}

/** The offered retest is not wanted: the confirmation window goes on with what was left of it. */
export async function refuseRetest(ctx: Ctx<Customer>, told: Told) {
  const confirmDueAt = resumedConfirmDue(await own(ctx, told.orderNo), ctx.clock.now())
  return move(ctx, told, 'refuseRetest', {
    set: along.redelivered(confirmDueAt),
    after: (inner, row) => openConfirmWindow(inner, row.id, confirmDueAt),
  })
}

const acceptances = {
  enterprise: 'acceptToContract',
  individual: 'acceptToPrepay',
  institute: 'acceptOnCredit',
} as const

/**
 * Accepts the very quote that was seen, while it is valid; institutes have its amount set aside from their credit.
 * A quote of nothing needs neither contract nor prepayment: there is nothing to pay for, so samples are awaited at once.
 */
export async function acceptQuote(
  ctx: Ctx<Customer>,
  { orderNo, quoteVersion }: { orderNo: string; quoteVersion: number },
) {
  const row = await own(ctx, orderNo)
  if (row.stage === 'quoted' && row.quoteValidUntil && row.quoteValidUntil <= ctx.clock.now())
    throw refuse(orderErrors.quoteExpired)
  const acceptance = row.quoteFen === 0 ? 'acceptFree' : acceptances[row.customerGroup]
  return move(ctx, { orderNo }, acceptance, {
    where: sameQuote(quoteVersion),
    after: async (inner, { id, customerId, quoteFen }) => {
      if (row.customerGroup !== 'institute') return
      await reserveCredit(asSystem(inner), { customerId, orderId: id, amountFen: quoteFen ?? 0 })
      const accepted = await orderById(inner.db, id)
      if (accepted) await admitParked(inner, accepted)
    },
  })
}

/** Puts the projects of an order back into the plan, as they are offered now. */
export async function orderAgain(ctx: Ctx<Customer>, orderNo: string) {
  return inTx(ctx, async (inner) => {
    const row = await own(inner, orderNo)
    const skipped: string[] = []
    let added = 0
    for (const line of await linesOf(inner.db, row.id)) {
      try {
        await addToPlan(inner, {
          rid: line.rid,
          parameters: line.parameters,
          sampleCount: line.sampleCount,
          urgent: line.urgent,
        })
        added += 1
      } catch (error) {
        // Refusals come before any statement that writes, so the transaction goes on unharmed.
        if (!(error instanceof Refusal)) throw error
        skipped.push(line.projectName)
      }
    }
    if (added === 0) throw refuse(orderErrors.nothingToRepeat)
    return { planCount: await planCount(inner, ctx.actor.id), added, skipped }
  })
}

/**
 * Everything a cancelled, rejected or expired order gives back: credit, money, slots, samples. What is kept as a fee is
 * earned out of the prepayment; an order on credit owes it, and whoever cancels opens the row that asks for it.
 */
export async function undoOrder(
  ctx: Ctx,
  row: OrderRow,
  { reason, keepFen }: { reason: string; keepFen: number },
): Promise<void> {
  const system = asSystem(ctx)
  const { id: orderId, orderNo, customerId } = row
  await dropReservations(system, orderId, reason)
  await moveSamplesAlong(system, orderId, 'withdraw')
  await moveSamplesAlong(system, orderId, 'finishTesting')
  await releaseSamples(system, orderId)
  if (row.customerGroup === 'institute' && keepFen > 0)
    await chargeCredit(system, { customerId, orderId, finalFen: keepFen })
  else await releaseCredit(system, { customerId, orderId })
  await refundAdvance(system, { customerId, orderId, orderNo, keepFen })
}

/** Seven days after delivery; a customer who spoke up in time has stopped it. */
export async function autoConfirm(ctx: Ctx, orderId: number): Promise<void> {
  const now = ctx.clock.now()
  await bySystem(ctx, orderId, 'autoConfirm', {
    set: along.confirmed(now),
    where: confirmDue(now),
    after: (inner) => closeIfDone(inner, orderId),
  })
}

/** Nobody answered the offered fee. A later offer has another version of the order, so an old job does nothing. */
export async function expireRetest(ctx: Ctx, orderId: number, version: number): Promise<void> {
  const row = await orderById(ctx.db, orderId)
  if (!row) return
  const confirmDueAt = resumedConfirmDue(row, ctx.clock.now())
  await bySystem(ctx, orderId, 'expireRetest', {
    version,
    set: along.redelivered(confirmDueAt),
    after: (inner) => openConfirmWindow(inner, orderId, confirmDueAt),
  })
}

export async function expireQuote(ctx: Ctx, orderId: number, quoteVersion: number): Promise<void> {
  await bySystem(ctx, orderId, 'expireQuote', {
    where: sameQuote(quoteVersion),
    after: (inner, row) => undoOrder(inner, row, { reason: '报价过期', keepFen: 0 }),
  })
}

export interface MoveOptions {
  reason?: string
  version?: number
  set?: Sql[]
  where?: Sql
  after?: (ctx: Ctx, row: OrderRow) => Promise<void>
}

export async function move(
  ctx: Ctx<Customer>,
  told: Told,
  action: OrderAction,
  options: MoveOptions,
): Promise<{ stage: OrderStage; stageName: string }> {
  return inTx(ctx, async (inner) => {
    const row = await own(inner, told.orderNo)
    const { reason, set, where, after } = options
    const moved = await transition(inner, orderLifecycle, row.id, action, {
      ...(reason === undefined ? {} : { reason }),
      ...(told.version === undefined ? {} : { version: told.version }),
      ...(set ? { set } : {}),
      where: where ?? owner(ctx.actor.id),
      payload: { ...payloadOf(row), ...(reason === undefined ? {} : { reason }) },
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
        ...(version === undefined ? {} : { version }),
        ...(set ? { set } : {}),
        ...(where ? { where } : {}),
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
