import { handle } from '../../platform/http/handler.ts'
import { cancelReservation, ownReservations, slotsOfDay } from './actions.ts'
import { deviceExtraTimes, reservationCancel, reservationList } from './contract.ts'
import { bookingWire } from './wire-rules.ts'

export const routes = [
  handle(deviceExtraTimes, async (ctx, input) => ({
    date: input.date,
    slots: await slotsOfDay(ctx, input.rid, input.date),
  })),
  handle(reservationList, async (ctx, { page, size }) => {
    const rows = await ownReservations(ctx, page, size)
    return { list: rows.map(bookingWire), total: rows[0]?.total ?? 0, page, size }
  }),
  handle(reservationCancel, (ctx, input) => cancelReservation(ctx, input.id)),
]
