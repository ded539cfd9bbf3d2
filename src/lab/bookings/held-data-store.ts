import { type Sql, sql } from '../../platform/db/sql.ts'
import type { HeldOf } from '../../platform/held-data.ts'

export function heldOffers(customerId: HeldOf): Sql {
  return sql`select to_jsonb(t) as row from reservation_offers t
      where reservation_id in (select id from reservations where customer_id = ${customerId}) order by id`
}

export function heldReservations(customerId: HeldOf): Sql {
  return sql`select to_jsonb(t) as row from reservations t where customer_id = ${customerId} order by id`
}
