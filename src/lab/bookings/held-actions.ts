import type { Ctx } from '../../platform/http/ctx.ts'
import { lockReservation, reservationById } from './store.ts'
import type { ReservationRow } from './wire-rules.ts'

/** A booking, locked, with its proposal as it is once the lock is held: read by a second statement, which sees what was committed meanwhile. */
export async function heldBooking(ctx: Pick<Ctx, 'db'>, id: number): Promise<ReservationRow | undefined> {
  await lockReservation(ctx.db, id)
  return reservationById(ctx.db, id)
}
