import type { SlotValue } from '../../shop/catalogue/form-rules.ts'
import { refuse } from '../../platform/contract/refusal.ts'
import type { Ctx } from '../../platform/http/ctx.ts'
import { emit } from '../../platform/jobs/outbox.ts'
import { recordCreation, transition } from '../../platform/lifecycle/transition.ts'
import { changePlaces, enqueueReminder, payloadOf, placesIn, placesOf, requireUsable } from './actions.ts'
import { reservationErrors } from './errors.ts'
import { bookingMoved } from './events.ts'
import { isLive, reservationLifecycle } from './rules.ts'
import { cellsOf, timesOf } from './slot-rules.ts'
import { insertReservations, setReplaced } from './store.ts'
import type { ReservationRow } from './wire-rules.ts'

/**
 * Books another slot in place of a booking, and releases the places that the former booking still holds. Joins the caller's
 * transaction, which has locked the order.
 */
export async function replaceBooking(ctx: Ctx, row: ReservationRow, slot: SlotValue, stage: 'requested' | 'booked') {
  const times = timesOf(slot)
  await requireUsable(ctx, [{ rid: row.rid, slot }])
  const payload = payloadOf({ ...row, ...times })
  const live = isLive(row.stage)
  if (live) await transition(ctx, reservationLifecycle, row.id, 'move', { payload })
  await changePlaces(ctx, [...(live ? placesOf(row) : []), ...placesIn(row.rid, cellsOf(slot), 1)])
  const { customerId, orderNo, rid, projectName, remote } = row
  const fresh = { customerId, orderId: row.orderId ?? 0, orderNo, rid, projectName, remote, ...times }
  const [inserted] = await insertReservations(ctx.db, [fresh], stage, ctx.clock.now())
  const id = inserted?.id ?? 0
  if (!(await setReplaced(ctx.db, row.id, id))) throw refuse(reservationErrors.alreadyReplaced)
  await recordCreation(ctx, reservationLifecycle, id, stage)
  await enqueueReminder(ctx, id, times.startsAt)
  await emit(ctx, bookingMoved, { id, version: 1, by: ctx.actor.kind, ...payload })
  return { id, stage, stageName: reservationLifecycle.stages[stage] }
}
