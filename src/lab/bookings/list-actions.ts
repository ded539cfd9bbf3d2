import type { IndexSource } from '../../platform/db/index-query.ts'
import type { Ctx } from '../../platform/http/ctx.ts'
import { addDays, fromShanghai, shanghaiDate } from '../../platform/time.ts'
import { type OfferedTime, offersBetween, reservationSource, reservationsInPlaces } from './list-store.ts'
import type { ReservationRow } from './wire-rules.ts'

/** The first moments of today and of tomorrow in Shanghai. */
export function todayOf(now: Date): { from: Date; to: Date } {
  const from = fromShanghai(shanghaiDate(now))
  return { from, to: addDays(from, 1) }
}

/** Where the list of bookings is read; `customers` finds customers by a typed text. */
export function bookingsSource(ctx: Ctx, customers: (typed: string) => Promise<number[]>): IndexSource {
  return reservationSource(customers, todayOf(ctx.clock.now()))
}

/** In the order of the ids. */
export function bookingsInPlaces(ctx: Pick<Ctx, 'db'>, ids: number[]): Promise<ReservationRow[]> {
  return reservationsInPlaces(ctx.db, ids)
}

export function offeredBetween(
  ctx: Pick<Ctx, 'db'>,
  rids: readonly number[],
  from: Date,
  to: Date,
): Promise<OfferedTime[]> {
  return offersBetween(ctx.db, rids, from, to)
}
