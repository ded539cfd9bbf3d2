import { commonErrors, refuse } from '../../platform/contract/refusal.ts'
import type { Ctx, Staff } from '../../platform/http/ctx.ts'
import { addDays, fromShanghai, shanghaiDate, shanghaiTime } from '../../platform/time.ts'
import { bookingsBetween } from '../bookings/actions.ts'
import { offeredBetween } from '../bookings/list-actions.ts'
import { mayStandOn } from '../bookings/pools/pool-rules.ts'
import { cellsOfDay } from '../bookings/slot-rules.ts'
import { bookingWire } from '../bookings/wire-rules.ts'
import { availabilityOf, instrumentChoices, projectsOfInstrument } from '../instruments/availability-actions.ts'
import { instrumentLabel, unusableForStaff } from '../instruments/rules.ts'
import { daysOf } from './board/board-rules.ts'
import { movableOf } from './rebook-actions.ts'

/** Bookings of the projects that an instrument serves, and its downtimes, in one week. */
export async function calendarOf(
  ctx: Ctx<Staff>,
  input: { instrumentId?: number | undefined; date?: string | undefined },
) {
  const now = ctx.clock.now()
  const days = daysOf(input.date ?? shanghaiDate(now), 'week')
  const choices = await instrumentChoices(ctx)
  const chosen = input.instrumentId === undefined ? choices[0] : choices.find(({ id }) => id === input.instrumentId)
  if (input.instrumentId !== undefined && !chosen) throw refuse(commonErrors.notFound)
  const frame = {
    instrumentId: chosen?.id ?? null,
    instruments: choices.map((each) => ({ id: each.id, label: instrumentLabel(each) })),
    days,
    cells: cellsOfDay(days[0] ?? '').map(({ from, to }) => ({ from, to })),
  }
  if (!chosen) return { ...frame, bookings: [], offers: [], downtimes: [], obstacle: '' }
  const startsAt = fromShanghai(days[0] ?? '')
  const endsAt = addDays(startsAt, 7)
  const rids = await projectsOfInstrument(ctx, chosen.id)
  const rows = (await bookingsBetween(ctx, rids, startsAt, endsAt)).filter((row) => mayStandOn(chosen.id, row))
  const offers = (await offeredBetween(ctx, rids, startsAt, endsAt)).filter((row) => mayStandOn(chosen.id, row))
  const movable = await movableOf(ctx, rows)
  const [week] = await availabilityOf(ctx, [chosen], { startsAt, endsAt })
  const moment = { startsAt: now, endsAt: new Date(now.getTime() + 1) }
  const [today] = await availabilityOf(ctx, [chosen], moment)
  return {
    ...frame,
    bookings: rows.map((row) => ({ ...bookingWire(row), movable: movable.has(row.id) })),
    offers: offers.map(({ pool: _, ...offer }) => ({
      ...offer,
      startsAt: shanghaiTime(offer.startsAt),
      endsAt: shanghaiTime(offer.endsAt),
    })),
    downtimes: (week?.downtimes ?? []).map((down) => ({
      startsAt: shanghaiTime(down.startsAt),
      endsAt: shanghaiTime(down.endsAt),
      reason: down.reason,
    })),
    obstacle: (today && unusableForStaff(today, moment)) ?? '',
  }
}
