import type { SlotValue } from '../../../shop/catalogue/forms/form-rules.ts'
import { commonErrors, refuse } from '../../../platform/contract/refusal.ts'
import { asSystem, type Ctx, inTx, type Staff } from '../../../platform/http/ctx.ts'
import { emit, enqueue } from '../../../platform/jobs/outbox.ts'
import { recordCreation, transition } from '../../../platform/lifecycle/transition.ts'
import { shanghaiTime } from '../../../platform/time.ts'
import { reservationErrors } from '../errors.ts'
import { chosenPool } from '../pools/instrument-actions.ts'
import { bookingOffered, lapseOfferJob } from '../events.ts'
import { bookingOfOffer, insertOffer } from './offer-store.ts'
import { changePlaces, placesBeyond, type Places, placesOf } from '../pools/place-actions.ts'
import { heldBooking } from '../held-actions.ts'
import { poolsOf } from '../pools/pool-actions.ts'
import { isLive, offerLifecycle, offerUntil, spanText } from '../rules.ts'
import { cellsOf, slotOf, surchargeFen, timesOf } from '../slot-rules.ts'
import { type OfferRow, openOffer, payloadOf, type ReservationRow } from '../wire-rules.ts'

// Another time that staff propose. Until the customer answers, the booking keeps its slot and the proposal holds the new one.

/** Joins the caller's transaction, which has locked the order and checked the slot. */
export async function offerTime(ctx: Ctx<Staff>, row: ReservationRow, slot: SlotValue, instrumentId?: number) {
  if (openOffer(row)) throw refuse(reservationErrors.offerOpen)
  const now = ctx.clock.now()
  const times = timesOf(slot)
  const until = offerUntil(times.startsAt, now)
  const extraFen = Math.max(0, surchargeFen(slot) - surchargeFen(slotOf(row)))
  const pool = await holdBeside(ctx, row, slot, instrumentId)
  const offer = { reservationId: row.id, pool, ...times, until, extraFen, staffId: ctx.actor.id }
  const added = await insertOffer(ctx.db, offer, now)
  if (!added) throw refuse(reservationErrors.alreadyReplaced)
  await recordCreation(ctx, offerLifecycle, added.id, 'offered')
  await enqueue(ctx, lapseOfferJob, { offerId: added.id }, { at: until })
  const said = shanghaiTime(until)
  await emit(ctx, bookingOffered, { id: added.id, ...factsOf(row, times), extraFen, until: said.slice(0, 16) })
  return { offerId: added.id, until: said }
}

/** Half hours that the booking holds itself are not taken twice. */
async function holdBeside(ctx: Ctx, row: ReservationRow, slot: SlotValue, instrumentId?: number): Promise<string> {
  const chosen = instrumentId && (await chosenPool(ctx, row.rid, instrumentId, timesOf(slot)))
  const all = await poolsOf(ctx, row.rid, timesOf(slot), row)
  const pools = chosen ? all.filter((pool) => pool === chosen) : all
  const cells = cellsOf(slot)
  if (!isLive(row.stage) || !pools.includes(row.pool))
    return (await changePlaces(ctx, { wanted: [{ pools, cells }] }))[0] ?? ''
  const beside = placesBeyond({ pool: row.pool, cells }, placesOf(row))
  if (beside.cells.length === cells.length) return (await changePlaces(ctx, { wanted: [{ pools, cells }] }))[0] ?? ''
  await changePlaces(ctx, { wanted: [{ pools: [row.pool], cells: beside.cells }] })
  return row.pool
}

/** The places that a proposal holds besides those of its booking. */
export function placesOfOffer(row: ReservationRow, offer: OfferRow): Places {
  return isLive(row.stage) ? placesBeyond(placesOf(offer), placesOf(row)) : placesOf(offer)
}

/** Ends the proposal of a booking that is cancelled, moved or begun; called while the booking still holds its own places. */
export async function endOffer(ctx: Ctx, row: ReservationRow): Promise<void> {
  const offer = openOffer(row)
  if (!offer) return
  const payload = { ...factsOf(row, offer), bySystem: true }
  await transition(asSystem(ctx), offerLifecycle, offer.id, 'withdraw', { payload })
  await changePlaces(ctx, { back: [placesOfOffer(row, offer)] })
}

export async function withdrawOffer(ctx: Ctx<Staff>, row: ReservationRow, offer: OfferRow): Promise<void> {
  await transition(ctx, offerLifecycle, offer.id, 'withdraw', { payload: factsOf(row, offer) })
  await changePlaces(ctx, { back: [placesOfOffer(row, offer)] })
}

/** At its end, when the customer has not answered. Does nothing when it is over already. */
export async function lapseOffer(ctx: Ctx, offerId: number): Promise<void> {
  await inTx(ctx, async (inner) => {
    const row = await bookingWithOffer(inner, offerId)
    const offer = row && openOffer(row)
    if (!row || offer?.id !== offerId || offer.until > ctx.clock.now()) return
    await transition(asSystem(inner), offerLifecycle, offerId, 'lapse', { payload: factsOf(row, offer) })
    await changePlaces(inner, { back: [placesOfOffer(row, offer)] })
  })
}

/** The booking of a proposal, locked. */
async function bookingWithOffer(ctx: Pick<Ctx, 'db'>, offerId: number): Promise<ReservationRow | undefined> {
  const found = await bookingOfOffer(ctx.db, offerId)
  return found && heldBooking(ctx, found.reservationId)
}

/** The order is locked before the booking, so it is not locked here. */
export async function bookingIdOf(ctx: Pick<Ctx, 'db'>, offerId: number): Promise<number> {
  const found = await bookingOfOffer(ctx.db, offerId)
  if (!found) throw refuse(commonErrors.notFound)
  return found.reservationId
}

export function factsOf(row: ReservationRow, times: { startsAt: Date; endsAt: Date }) {
  return { ...payloadOf(row), when: spanText(times), former: spanText(row) }
}
