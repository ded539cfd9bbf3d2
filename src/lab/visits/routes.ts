import { handle } from '../../platform/http/handler.ts'
import { listPage } from '../../ground/lists/listed-actions.ts'
import { reservationRebook, staffReservationCalendar, staffReservationRebook } from '../bookings/contract.ts'
import { calendarOf } from './calendar-actions.ts'
import { reservations } from './list-actions.ts'
import { staffReservationList } from './list-contract.ts'
import { rebookByStaff, rebookOwn } from './rebook-actions.ts'

// Calls about a booking that depend on its order.

export const routes = [
  handle(reservationRebook, (ctx, input) => rebookOwn(ctx, input)),
  handle(staffReservationList, (ctx, input) => listPage(ctx, reservations, input)),
  handle(staffReservationCalendar, (ctx, input) => calendarOf(ctx, input)),
  handle(staffReservationRebook, (ctx, input) => rebookByStaff(ctx, input)),
]
