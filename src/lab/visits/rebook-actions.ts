import type { SlotValue } from '../../shop/catalogue/forms/form-rules.ts'
import { lockedOrderForMoney, ordersInStages } from '../orders/actions.ts'
import { visitPending } from '../orders/rules.ts'
import { commonErrors, refuse } from '../../platform/contract/refusal.ts'
import { type Ctx, type Customer, inTx, type Staff } from '../../platform/http/ctx.ts'
import { formatFen } from '../../platform/money.ts'
import { bookingById, requireUsable } from '../bookings/actions.ts'
import { reservationErrors } from '../bookings/errors.ts'
import { placeOn } from '../bookings/pools/instrument-actions.ts'
import { bookingIdOf, offerTime, withdrawOffer } from '../bookings/offers/offer-actions.ts'
import { acceptOffer, declineOffer, replaceBooking } from '../bookings/replace-actions.ts'
import { mayRebook } from '../bookings/rules.ts'
import { heldBooking } from '../bookings/held-actions.ts'
import { slotOf, slotProblem, surchargeFen } from '../bookings/slot-rules.ts'
import { openOffer, type ReservationRow } from '../bookings/wire-rules.ts'

// Moves a booking to another slot, also one that was cancelled or missed. The length stays, since the order's price depends on it.

export interface NewTime {
  id: number
  date: string
  from: string
}

/** Refuses a slot with a higher surcharge: the order's price is fixed, so the manager must agree first. */
export async function rebookOwn(ctx: Ctx<Customer>, time: NewTime) {
  return inTx(ctx, async (inner) => {
    const row = await heldWithOrder(inner, time.id, ctx.actor.id)
    if (!mayRebook(row, ctx.clock.now())) throw refuse(reservationErrors.tooLateToMove)
    const slot = slotAt(ctx, row, time)
    const dearerFen = surchargeFen(slot) - surchargeFen(slotOf(row))
    if (dearerFen > 0)
      throw refuse(reservationErrors.slotDearer, `该时段需加收 ${formatFen(dearerFen)}，请联系客户经理改约`)
    return replaceBooking(inner, row, slot)
  })
}

/** Staff propose another time at any time, also on its day. Nothing is moved before the customer agrees. */
export async function offerByStaff(ctx: Ctx<Staff>, time: NewTime & { instrumentId?: number | undefined }) {
  return inTx(ctx, async (inner) => {
    const row = await heldWithOrder(inner, time.id, undefined)
    if (row.stage === 'ongoing' || row.stage === 'finished') throw refuse(commonErrors.stageConflict)
    const slot = slotAt(ctx, row, time)
    await requireUsable(inner, [{ rid: row.rid, slot }])
    return offerTime(inner, row, slot, time.instrumentId)
  })
}

/** The same time on another instrument of the project. */
export async function placeByStaff(ctx: Ctx<Staff>, { id, instrumentId }: { id: number; instrumentId: number }) {
  return inTx(ctx, async (inner) => {
    await placeOn(inner, await heldWithOrder(inner, id, undefined), instrumentId)
    return {}
  })
}

export async function answerOffer(
  ctx: Ctx<Customer>,
  { offerId, agree, reason }: { offerId: number; agree: boolean; reason: string },
) {
  return inTx(ctx, async (inner) => {
    const row = await heldWithOrder(inner, await bookingIdOf(inner, offerId), ctx.actor.id)
    const offer = openOffer(row)
    if (offer?.id !== offerId || offer.until <= ctx.clock.now()) throw refuse(reservationErrors.offerOver)
    return agree ? acceptOffer(inner, row, offer) : declineOffer(inner, row, offer, reason)
  })
}

export async function takeBackOffer(ctx: Ctx<Staff>, offerId: number): Promise<Record<string, never>> {
  return inTx(ctx, async (inner) => {
    const row = await heldWithOrder(inner, await bookingIdOf(inner, offerId), undefined)
    const offer = openOffer(row)
    if (offer?.id !== offerId) throw refuse(reservationErrors.offerOver)
    await withdrawOffer(inner, row, offer)
    return {}
  })
}

/** Ids of the bookings whose visitors have not arrived yet. */
export async function movableOf(ctx: Pick<Ctx, 'db'>, rows: ReservationRow[]): Promise<Set<number>> {
  const ids = [...new Set(rows.flatMap((row) => row.orderId ?? []))]
  const orders = ids.length === 0 ? [] : await ordersInStages(ctx, { ids })
  const pending = new Set(orders.filter((order) => visitPending(order.stage)).map((order) => order.id))
  return new Set(rows.filter((row) => row.orderId !== null && pending.has(row.orderId)).map((row) => row.id))
}

/** Locks the order until the commit, so that it is not cancelled or checked in meanwhile. */
async function heldWithOrder(ctx: Ctx, id: number, customerId: number | undefined): Promise<ReservationRow> {
  const seen = await bookingById(ctx, id)
  if (!seen || seen.orderId === null || (customerId !== undefined && seen.customerId !== customerId))
    throw refuse(commonErrors.notFound)
  const order = await lockedOrderForMoney(ctx, seen.orderId)
  if (!visitPending(order.stage)) throw refuse(reservationErrors.orderNotOpen)
  return (await heldBooking(ctx, id)) ?? seen
}

/** The new slot with the length of the old one; refused when it cannot be booked. */
function slotAt(ctx: Ctx, row: ReservationRow, { date, from }: NewTime): SlotValue {
  const slot = { date, from, minutes: slotOf(row).minutes }
  const problem = slotProblem(slot, ctx.clock.now())
  if (problem) throw refuse(reservationErrors.slotUnavailable, problem)
  return slot
}
