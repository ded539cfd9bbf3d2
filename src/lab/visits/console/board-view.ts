import type { OutputOf } from '../../../platform/contract/call.ts'
import type { staffReservationBoard } from '../board/board-contract.ts'

export type Board = OutputOf<typeof staffReservationBoard>
export type BoardBooking = Board['bookings'][number]
export type BoardInstrument = Board['instruments'][number]

/** Where a booking is dropped, or what the dialog proposes. */
export interface Place {
  date: string
  from: string
  instrumentId: number | null
}

export interface Filters {
  rid: number
  instrumentId: number
  keeper: string
}

/** Bookings without an instrument stand in a row of their own, below the others. */
export interface BoardRow {
  instrument: BoardInstrument | null
  bookings: BoardBooking[]
  offers: Board['offers']
  downtimes: Board['downtimes']
}

export function rowsOf(board: Board, { rid, instrumentId, keeper }: Filters): BoardRow[] {
  const shown = board.instruments.filter(
    (each) =>
      (rid === 0 || each.rids.includes(rid)) &&
      (instrumentId === 0 || each.id === instrumentId) &&
      (keeper === '' || each.keeper === keeper),
  )
  const of = (id: number | null, instrument: BoardInstrument | null): BoardRow => ({
    instrument,
    bookings: board.bookings.filter((each) => each.instrumentId === id && (rid === 0 || each.rid === rid)),
    offers: board.offers.filter((each) => each.instrumentId === id),
    downtimes: board.downtimes.filter((each) => each.instrumentId === id),
  })
  const rows = shown.map((each) => of(each.id, each))
  const rest = of(null, null)
  const whole = instrumentId === 0 && keeper === ''
  return whole && rest.bookings.length + (rid === 0 ? rest.offers.length : 0) > 0 ? [...rows, rest] : rows
}

/** One proposal at a time: the open one is withdrawn first. */
export function isMovable({ movable, stage, offer }: BoardBooking): boolean {
  return movable && offer?.stage !== 'offered' && stage !== 'ongoing' && stage !== 'finished'
}

export function mayStand(booking: BoardBooking, instrumentId: number | null): boolean {
  return instrumentId === booking.instrumentId || (instrumentId !== null && booking.places.includes(instrumentId))
}

export function placeOf(booking: BoardBooking): Place {
  const { startsAt, instrumentId } = booking
  return { date: startsAt.slice(0, 10), from: startsAt.slice(11, 16), instrumentId }
}
