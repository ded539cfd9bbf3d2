import { type Ctx, inTx, type Staff } from '../../platform/http/ctx.ts'
import { commonErrors, refuse } from '../../platform/contract/refusal.ts'
import { bookingById, moveReservation } from '../bookings/actions.ts'
import type { StaffAction } from '../bookings/rules.ts'
import { reservationErrors } from '../bookings/errors.ts'
import { lockedOrderForMoney } from '../orders/actions.ts'
import { visitPending } from '../orders/rules.ts'

/** The first slot of an order begins when its visitors are checked in; staff begin those of later days. */
export async function moveByStaff(
  ctx: Ctx<Staff>,
  input: { id: number; action: StaffAction; reason?: string | undefined; version?: number | undefined },
) {
  return inTx(ctx, async (inner) => {
    const seen = await bookingById(inner, input.id)
    if (!seen) throw refuse(commonErrors.notFound)
    if (seen.orderId !== null) {
      const order = await lockedOrderForMoney(inner, seen.orderId)
      if (input.action === 'begin' && visitPending(order.stage)) throw refuse(reservationErrors.notArrived)
    }
    return moveReservation(inner, input.id, input.action, input)
  })
}
