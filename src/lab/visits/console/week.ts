import type { OutputOf } from '../../../platform/contract/call.ts'
import type { staffReservationCalendar } from '../../bookings/contract.ts'

export type Week = OutputOf<typeof staffReservationCalendar>
export type WeekBooking = Week['bookings'][number]
