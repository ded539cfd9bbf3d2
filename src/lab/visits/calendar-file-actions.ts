import { commonErrors, refuse } from '../../platform/contract/refusal.ts'
import { recordAudit } from '../../platform/http/audit.ts'
import { type Ctx, type Customer, inTx, type Staff } from '../../platform/http/ctx.ts'
import { readSetting } from '../../core/settings/actions.ts'
import { bookingById, setVideo } from '../bookings/actions.ts'
import { CALENDAR_HOST, calendarEvent, icsOf } from '../bookings/ics-rules.ts'
import type { ReservationRow } from '../bookings/wire-rules.ts'

// A booking as a file for calendars, and the meeting of a booking by video.

export async function ownCalendarFile(ctx: Ctx<Customer>, id: number) {
  const row = await bookingById(ctx, id)
  if (!row || row.customerId !== ctx.actor.id) throw refuse(commonErrors.notFound)
  return fileOf(ctx, row, false)
}

export async function calendarFile(ctx: Ctx<Staff>, id: number) {
  const row = await bookingById(ctx, id)
  if (!row) throw refuse(commonErrors.notFound)
  return fileOf(ctx, row, true)
}

async function fileOf(ctx: Ctx, row: ReservationRow, forStaff: boolean) {
  const { address } = await readSetting(ctx, 'labAddress')
  const now = ctx.clock.now()
  const event = calendarEvent(row, { address, forStaff, now })
  return { name: `预约-${row.orderNo}.ics`, text: icsOf(event, CALENDAR_HOST, now) }
}

export async function enterVideo(ctx: Ctx<Staff>, id: number, url: string): Promise<Record<string, never>> {
  return inTx(ctx, async (inner) => {
    await setVideo(inner, id, url)
    await recordAudit(inner, { action: 'reservation.video', subject: `reservation:${id}`, after: { set: url !== '' } })
    return {}
  })
}
