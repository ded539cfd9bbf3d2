import type { Call } from '../../platform/contract/call.ts'
import { BookingButtons } from './booking-buttons.tsx'
import { BookingTable } from './booking-table.tsx'
import type { ShownBooking } from './rebook-dialog.tsx'

type Props = { bookings: readonly ShownBooking[]; movable: boolean; refreshes: readonly Call[] }

/** For staff: the bookings of an order, to confirm, move or cancel. */
export function StaffBookings({ bookings, movable, refreshes }: Props) {
  if (bookings.length === 0) return null
  return (
    <BookingTable
      bookings={bookings}
      caption="此订单的预约"
      renderActions={(booking) => <BookingButtons booking={booking} movable={movable} refreshes={refreshes} />}
    />
  )
}
