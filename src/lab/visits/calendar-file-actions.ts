import { commonErrors, refuse } from '../../platform/contract/refusal.ts'
import { recordAudit } from '../../platform/http/audit.ts'
import { type Ctx, type Customer, inTx, type Staff } from '../../platform/http/ctx.ts'
import { readSetting } from '../../ground/settings/actions.ts'
import { bookingById, setVideo } from '../bookings/actions.ts'
import { icsOf } from '../bookings/ics-rules.ts'
import { videoShown } from '../bookings/rules.ts'
import type { ReservationRow } from '../bookings/wire-rules.ts'

// A booking as a file for calendars, and the meeting of a booking by video.

export async function ownCalendarFile(ctx: Ctx<Customer>, id: number) {
  const row = await bookingById(ctx, id)
  if (!row || row.customerId !== ctx.actor.id) throw refuse(commonErrors.notFound)
  return fileOf(ctx, row, videoShown(row, ctx.clock.now()) ? row.videoUrl : '')
}

export async function calendarFile(ctx: Ctx<Staff>, id: number) {
  const row = await bookingById(ctx, id)
  if (!row) throw refuse(commonErrors.notFound)
  return fileOf(ctx, row, row.videoUrl)
}

async function fileOf(ctx: Ctx, row: ReservationRow, url: string) {
  const { address } = await readSetting(ctx, 'labAddress')
  const { id, version, orderNo, projectName, startsAt, endsAt, remote, stage } = row
  const event = {
    ...{ id, version, orderNo, startsAt, endsAt, url, cancelled: stage === 'cancelled' },
    title: `${projectName}${remote ? '（云视频）' : ''}`,
    place: remote ? '' : address,
  }
  return { name: `预约-${orderNo}.ics`, text: icsOf(event, 'reservation.invalid', ctx.clock.now()) }
}

export async function enterVideo(ctx: Ctx<Staff>, id: number, url: string): Promise<Record<string, never>> {
  return inTx(ctx, async (inner) => {
    await setVideo(inner, id, url)
    await recordAudit(inner, { action: 'reservation.video', subject: `reservation:${id}`, after: { set: url !== '' } })
    return {}
  })
}
