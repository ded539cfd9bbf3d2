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
