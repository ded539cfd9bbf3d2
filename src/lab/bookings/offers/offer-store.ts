import type { Db } from '../../../platform/db/db.ts'
import { sql } from '../../../platform/db/sql.ts'

export interface NewOffer {
  reservationId: number
  pool: string
  startsAt: Date
  endsAt: Date
  until: Date
  extraFen: number
  staffId: number
}

/** Undefined when another proposal waits for the customer, or the booking was replaced. */
export function insertOffer(db: Db, offer: NewOffer, now: Date): Promise<{ id: number } | undefined> {
  return db.row(sql`
    insert into reservation_offers (reservation_id, pool, starts_at, ends_at, stage, until, extra_fen, staff_id, created_at)
    select id, ${offer.pool}, ${offer.startsAt}, ${offer.endsAt}, 'offered', ${offer.until}, ${offer.extraFen}::bigint,
      ${offer.staffId}::bigint, ${now} from reservations where id = ${offer.reservationId} and replaced_by is null
    on conflict (reservation_id) where stage = 'offered' do nothing returning id`)
}

export function bookingOfOffer(db: Db, offerId: number): Promise<{ reservationId: number } | undefined> {
  return db.row(sql`select reservation_id from reservation_offers where id = ${offerId}`)
}

export function answerColumn(answer: string) {
  return sql`answer = ${answer}`
}
