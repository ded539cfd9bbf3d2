import type { Db } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'
import { type HeldRow, heldRows } from '../../platform/held-data.ts'

export function heldOffers(db: Db, customerId: number): Promise<HeldRow[]> {
  return heldRows(
    db,
    sql`select to_jsonb(t) as row from reservation_offers t
      where reservation_id in (select id from reservations where customer_id = ${customerId}) order by id`,
  )
}

export function heldReservations(db: Db, customerId: number): Promise<HeldRow[]> {
  return heldRows(db, sql`select to_jsonb(t) as row from reservations t where customer_id = ${customerId} order by id`)
}
