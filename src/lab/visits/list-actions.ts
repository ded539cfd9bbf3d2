import { listed } from '../../core/lists/listed-actions.ts'
import { customersOf } from '../../people/customers/actions.ts'
import { customerName } from '../../people/customers/name-rules.ts'
import { customersAbout } from '../../people/customers/search-actions.ts'
import { bookingsInPlaces, bookingsSource, todayOf } from '../bookings/list-actions.ts'
import { bookingWire } from '../bookings/wire-rules.ts'
import { type ListedReservation, reservationIndex } from './list-contract.ts'
import { movableOf } from './rebook-actions.ts'

export const reservations = listed<ListedReservation>({
  index: reservationIndex,
  source: (ctx) => bookingsSource(ctx, (typed) => customersAbout(ctx, typed)),
  rows: async (ctx, ids) => {
    const rows = await bookingsInPlaces(ctx, ids)
    const movable = await movableOf(ctx, rows)
    const customers = await customersOf(
      ctx,
      rows.map((row) => row.customerId),
    )
    const today = todayOf(ctx.clock.now())
    return rows.map((row) => ({
      ...bookingWire(row),
      customerName: customerName(customers.get(row.customerId)),
      day: row.startsAt < today.from ? 'past' : row.startsAt < today.to ? 'today' : 'later',
      movable: movable.has(row.id),
    }))
  },
})
