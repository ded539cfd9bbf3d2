import type { Db } from '../../platform/db/db.ts'
import { type Sql, sql } from '../../platform/db/sql.ts'
import type { HeldOf } from '../../platform/held-data.ts'

export function heldHolder(customerId: HeldOf): Sql {
  return sql`select to_jsonb(t) as row from point_holders t where customer_id = ${customerId}`
}

export function heldEarnings(customerId: HeldOf): Sql {
  return sql`select to_jsonb(t) as row from point_earnings t where customer_id = ${customerId} order by id`
}

export function heldLots(customerId: HeldOf): Sql {
  return sql`select to_jsonb(t) as row from point_lots t where customer_id = ${customerId} order by id`
}

export function heldExchanges(customerId: HeldOf): Sql {
  return sql`select to_jsonb(t) as row from point_exchanges t where customer_id = ${customerId} order by id`
}

export function heldClaims(customerId: HeldOf): Sql {
  return sql`select to_jsonb(t) - 'decided_by' as row from point_claims t where customer_id = ${customerId} order by id`
}

/** Sent and received; the other customer is known by a masked number only. */
export function heldTransfers(customerId: HeldOf): Sql {
  return sql`
      select to_jsonb(t) - 'customer_id' - 'to_customer_id' || jsonb_build_object('sent', customer_id = ${customerId}) as row
      from point_transfers t where customer_id = ${customerId} or to_customer_id = ${customerId} order by id`
}

export async function clearAddresses(db: Db, customerId: number): Promise<void> {
  await db.run(
    sql`update point_exchanges set receiver = '', phone = '', address = '' where customer_id = ${customerId}`,
  )
}

/** Claims keep their words as proof of the points; the uploaded pages of papers do not stay. Answers the files that are let go. */
export async function releaseClaimFiles(db: Db, customerId: number): Promise<number[]> {
  const rows = await db.rows<{ fileId: number }>(sql`
    with kept as (select id, file_id from point_claims where customer_id = ${customerId} and file_id is not null for update)
    update point_claims c set file_id = null from kept where c.id = kept.id returning kept.file_id`)
  return rows.map(({ fileId }) => fileId)
}

export async function countToShip(db: Db, customerId: number): Promise<number> {
  const { count } = await db.one<{ count: number }>(
    sql`select count(*) as count from point_exchanges where customer_id = ${customerId} and stage = 'to_ship'`,
  )
  return count
}
