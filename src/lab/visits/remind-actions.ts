import { orderForMoney } from '../orders/actions.ts'
import type { Ctx } from '../../platform/http/ctx.ts'
import { emit } from '../../platform/jobs/outbox.ts'
import { readSetting } from '../../core/settings/actions.ts'
import { bookingById } from '../bookings/actions.ts'
import { payloadOf } from '../bookings/wire-rules.ts'
import { isLive } from '../bookings/rules.ts'
import { bookingNear } from '../bookings/events.ts'

/** The day before the visit, if the booking still holds and the order is approved. */
export async function remindOfVisit(ctx: Ctx, id: number): Promise<void> {
  const row = await bookingById(ctx, id)
  if (!row || row.orderId === null || !isLive(row.stage)) return
  const order = await orderForMoney(ctx, row.orderId)
  if (order.stage !== 'awaiting_sample' || row.startsAt <= ctx.clock.now()) return
  const { address } = await readSetting(ctx, 'labAddress')
  // Without a version, so that running the job again sends no second reminder.
  await emit(ctx, bookingNear, { id, ...payloadOf(row), place: address })
}
