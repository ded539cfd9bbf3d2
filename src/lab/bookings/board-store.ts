import type { Db } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'
import { reservationColumns } from './store.ts'
import type { ReservationRow } from './wire-rules.ts'

/** Bookings of all projects that begin in the time, and those with an open proposal in it; as many as are asked for. */
export function reservationsOnBoard(db: Db, from: Date, to: Date, most: number): Promise<ReservationRow[]> {
  return db.rows(sql`
    select ${reservationColumns} from reservations where replaced_by is null and id in (
      select id from reservations where starts_at >= ${from} and starts_at < ${to} and stage <> 'cancelled'
      union
      select reservation_id from reservation_offers where stage = 'offered' and starts_at >= ${from} and starts_at < ${to})
    order by starts_at, id limit ${most}`)
}

/** The next visit from this time on of each order that still awaits one, the soonest first. */
export function nextVisits(db: Db, from: Date, most: number): Promise<{ orderNo: string; startsAt: Date }[]> {
  return db.rows(sql`
    select order_no, min(starts_at) as starts_at from reservations
    where starts_at >= ${from} and stage in ('requested', 'booked') and order_no is not null group by order_no order by min(starts_at), order_no limit ${most}`)
}
