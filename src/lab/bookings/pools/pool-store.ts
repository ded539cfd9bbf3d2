import type { Db } from '../../../platform/db/db.ts'
import { sql } from '../../../platform/db/sql.ts'
import type { Held } from './pool-rules.ts'

/** Bookings and open proposals of these projects that overlap the time; `id` is that of the booking. */
export function heldWithin(
  db: Db,
  rids: readonly number[],
  { startsAt, endsAt }: { startsAt: Date; endsAt: Date },
): Promise<(Held & { id: number })[]> {
  return db.rows(sql`
    select id, rid, pool, starts_at, ends_at from reservations
    where rid = any(${[...rids]}::bigint[]) and stage in ('requested', 'booked', 'ongoing') and starts_at < ${endsAt} and ends_at > ${startsAt}
    union all
    select r.id, r.rid, o.pool, o.starts_at, o.ends_at from reservation_offers o join reservations r on r.id = o.reservation_id
    where r.rid = any(${[...rids]}::bigint[]) and o.stage = 'offered' and o.starts_at < ${endsAt} and o.ends_at > ${startsAt}`)
}

export async function setPool(db: Db, id: number, pool: string): Promise<void> {
  await db.run(sql`update reservations set pool = ${pool} where id = ${id}`)
}
