import type { Db } from '../../platform/db/db.ts'
import { contains, type IndexSource } from '../../platform/db/index-query.ts'
import { sql } from '../../platform/db/sql.ts'
import { pickupColumns, type PickupRow } from './store.ts'

/** In the order of the ids. */
export function pickupsByIds(db: Db, ids: number[]): Promise<PickupRow[]> {
  return db.rows(sql`
    select ${pickupColumns} from pickups where id = any(${ids}::bigint[]) order by array_position(${ids}::bigint[], id)`)
}

/** The finders look up ids by a typed text. */
export function pickupSource(find: {
  customers: (typed: string) => Promise<number[]>
  staff: (typed: string) => Promise<number[]>
}): IndexSource {
  return {
    from: sql`from pickups`,
    key: sql`id`,
    columns: {
      no: { sql: sql`pickup_no` },
      order: { sql: sql`order_no` },
      customer: { match: async (typed) => sql`customer_id = any(${await find.customers(typed)}::bigint[])` },
      day: { sql: sql`day` },
      slot: { sql: sql`slot::text` },
      region: { sql: sql`province || city || area` },
      name: { sql: sql`name` },
      samples: { sql: sql`sample_count` },
      pieces: { sql: sql`collected_count`, nullable: true },
      driver: {
        match: async (typed) =>
          sql`(driver_id = any(${await find.staff(typed)}::bigint[]) or ${contains(sql`courier || ' ' || waybill`, typed)})`,
      },
      created: { sql: sql`created_at` },
      collected: { sql: sql`collected_at`, nullable: true },
      stage: { sql: sql`stage` },
    },
    search: async (typed) => contains(sql`pickup_no || ' ' || order_no || ' ' || name`, typed),
  }
}

/** The stops of a day, in the order of the way: time slot, then district. */
export function stopsOf(db: Db, day: string, driverId: number): Promise<PickupRow[]> {
  return db.rows(sql`
    select ${pickupColumns} from pickups
    where day = ${day}::date and driver_id = ${driverId} and stage in ('assigned', 'collecting', 'collected', 'arrived', 'failed')
    order by slot, area_code, id`)
}

export function stopCounts(db: Db, day: string): Promise<{ driverId: number; count: number }[]> {
  return db.rows(sql`
    select driver_id, count(*) as count from pickups
    where day = ${day}::date and driver_id is not null and stage in ('assigned', 'collecting', 'collected') group by driver_id`)
}
