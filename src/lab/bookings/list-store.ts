import type { Db } from '../../platform/db/db.ts'
import { contains, type IndexSource } from '../../platform/db/index-query.ts'
import { sql } from '../../platform/db/sql.ts'
import { reservationColumns } from './store.ts'
import type { ReservationRow } from './wire-rules.ts'

/** `customers` finds customers by a typed text; `today` are the first moments of today and of tomorrow. Replaced bookings are left out. */
export function reservationSource(
  customers: (typed: string) => Promise<number[]>,
  today: { from: Date; to: Date },
): IndexSource {
  return {
    from: sql`from reservations`,
    key: sql`id`,
    where: sql`replaced_by is null`,
    columns: {
      start: { sql: sql`starts_at` },
      end: { sql: sql`ends_at` },
      project: { match: (typed) => contains(sql`project_name`, typed) },
      order: { sql: sql`order_no` },
      customer: { match: async (typed) => sql`customer_id = any(${await customers(typed)}::bigint[])` },
      how: { sql: sql`(case when remote then 'remote' else 'visit' end)` },
      day: {
        sql: sql`(case when starts_at < ${today.from} then 'past' when starts_at < ${today.to} then 'today' else 'later' end)`,
      },
      stage: { sql: sql`stage` },
      offer: {
        sql: sql`coalesce((select case when o.stage in ('offered', 'declined', 'lapsed') then o.stage end from reservation_offers o
          where o.reservation_id = reservations.id order by o.id desc limit 1), 'none')`,
      },
    },
    search: async (typed) =>
      sql`(${contains(sql`order_no`, typed)} or ${contains(sql`project_name`, typed)} or customer_id = any(${await customers(typed)}::bigint[]))`,
  }
}

/** In the order of the ids. */
export function reservationsInPlaces(db: Db, ids: number[]): Promise<ReservationRow[]> {
  return db.rows(sql`
    select ${reservationColumns} from reservations where id = any(${ids}::bigint[]) order by array_position(${ids}::bigint[], id)`)
}

export interface OfferedTime {
  id: number
  orderNo: string
  projectName: string
  pool: string
  startsAt: Date
  endsAt: Date
}

/** Times that wait for a customer's answer. */
export function offersBetween(db: Db, rids: readonly number[], from: Date, to: Date): Promise<OfferedTime[]> {
  return db.rows(sql`
    select o.id, r.order_no, r.project_name, o.pool, o.starts_at, o.ends_at
    from reservation_offers o join reservations r on r.id = o.reservation_id
    where o.stage = 'offered' and o.starts_at < ${to} and o.ends_at > ${from} and r.rid = any(${[...rids]}::bigint[])
    order by o.starts_at, o.id`)
}
