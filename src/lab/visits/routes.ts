import { handle } from '../../platform/http/handler.ts'
import { calendarOf } from './calendar-actions.ts'
import { comingReservations } from '../bookings/actions.ts'
import { reservationRebook, staffReservationCalendar, staffReservationList, staffReservationRebook } from '../bookings/contract.ts'
import { bookingWire } from '../bookings/wire-rules.ts'
import { movableOf, rebookByStaff, rebookOwn } from './rebook-actions.ts'

// Calls about a booking that depend on its order.

export const routes = [
  handle(reservationRebook, (ctx, input) => rebookOwn(ctx, input)),
  handle(staffReservationList, async (ctx, input) => {
    const rows = await comingReservations(ctx, input)
    const movable = await movableOf(ctx, rows)
    return {
      list: rows.map((row) => ({ ...bookingWire(row), movable: movable.has(row.id) })),
      total: rows[0]?.total ?? 0,
      page: input.page,
      size: input.size,
    }
  }),
  handle(staffReservationCalendar, (ctx, input) => calendarOf(ctx, input)),
  handle(staffReservationRebook, (ctx, input) => rebookByStaff(ctx, input)),
]
