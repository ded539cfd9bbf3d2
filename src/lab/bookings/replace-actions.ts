import type { SlotValue } from '../../shop/catalogue/forms/form-rules.ts'
import { refuse } from '../../platform/contract/refusal.ts'
import type { Ctx, Customer } from '../../platform/http/ctx.ts'
import { emit } from '../../platform/jobs/outbox.ts'
import { recordCreation, transition } from '../../platform/lifecycle/transition.ts'
import { enqueueReminder, requireUsable } from './actions.ts'
import { reservationErrors } from './errors.ts'
import { bookingMoved } from './events.ts'
import { endOffer, factsOf, placesOfOffer } from './offers/offer-actions.ts'
import { answerColumn } from './offers/offer-store.ts'
import { changePlaces, placesBeyond, placesOf } from './pools/place-actions.ts'
import { poolsOf, requirePool } from './pools/pool-actions.ts'
import { isLive, offerLifecycle, reservationLifecycle } from './rules.ts'
import { cellsOf, slotOf, timesOf } from './slot-rules.ts'
import { insertReservations, setReplaced } from './store.ts'
import { type OfferRow, payloadOf, type ReservationRow } from './wire-rules.ts'

/**
 * Books another slot in place of a booking, and releases the places that the former booking still holds. Joins the caller's
 * transaction, which has locked the order.
 */
export async function replaceBooking(ctx: Ctx, row: ReservationRow, slot: SlotValue) {
  const times = timesOf(slot)
  await requireUsable(ctx, [{ rid: row.rid, slot }])
  await endOffer(ctx, row)
  const live = isLive(row.stage)
  if (live) await transition(ctx, reservationLifecycle, row.id, 'move', { payload: payloadOf({ ...row, ...times }) })
  const [pool = ''] = await changePlaces(ctx, {
    back: live ? [placesOf(row)] : [],
    wanted: [{ pools: await poolsOf(ctx, row.rid, times, row), cells: cellsOf(slot) }],
  })
  return enterInPlace(ctx, row, { pool, ...times }, 'requested')
}

/** The customer agrees: the proposal holds the new slot already, so only the former one is released. The booking is confirmed. */
export async function acceptOffer(ctx: Ctx<Customer>, row: ReservationRow, offer: OfferRow) {
  // The instrument may have been stopped since.
  await requireUsable(ctx, [{ rid: row.rid, slot: slotOf(offer) }])
  await requirePool(ctx, row.rid, offer.pool, offer)
  const payload = factsOf(row, offer)
  await transition(ctx, offerLifecycle, offer.id, 'accept', { payload })
  if (isLive(row.stage)) {
    await transition(ctx, reservationLifecycle, row.id, 'move', { payload })
    await changePlaces(ctx, { back: [placesBeyond(placesOf(row), placesOf(offer))] })
  }
  return enterInPlace(ctx, row, offer, 'booked')
}

export async function declineOffer(ctx: Ctx<Customer>, row: ReservationRow, offer: OfferRow, answer: string) {
  await transition(ctx, offerLifecycle, offer.id, 'decline', {
    reason: answer || undefined,
    payload: factsOf(row, offer),
    set: [answerColumn(answer)],
  })
  await changePlaces(ctx, { back: [placesOfOffer(row, offer)] })
  return { id: row.id, stage: row.stage, stageName: reservationLifecycle.stages[row.stage] }
}

/** The new booking; the former one names it. */
async function enterInPlace(
  ctx: Ctx,
  row: ReservationRow,
  { pool, startsAt, endsAt }: { pool: string; startsAt: Date; endsAt: Date },
  stage: 'requested' | 'booked',
) {
  const { customerId, orderNo, rid, projectName, remote, added } = row
  const times = { startsAt, endsAt }
  const fresh = { customerId, orderId: row.orderId ?? 0, orderNo, rid, projectName, remote, added, pool, ...times }
  const [inserted] = await insertReservations(ctx.db, [fresh], stage, ctx.clock.now())
  const id = inserted?.id ?? 0
  if (!(await setReplaced(ctx.db, row.id, id))) throw refuse(reservationErrors.alreadyReplaced)
  await recordCreation(ctx, reservationLifecycle, id, stage)
  await enqueueReminder(ctx, id, startsAt)
  const confirmed = stage === 'booked'
  await emit(ctx, bookingMoved, { id, version: 1, by: ctx.actor.kind, confirmed, ...payloadOf({ ...row, ...times }) })
  return { id, stage, stageName: reservationLifecycle.stages[stage] }
}
