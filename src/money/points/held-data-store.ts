import type { Db } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'
import { type HeldRow, heldRows } from '../../platform/held-data.ts'

export function heldHolder(db: Db, customerId: number): Promise<HeldRow[]> {
  return heldRows(db, sql`select to_jsonb(t) as row from point_holders t where customer_id = ${customerId}`)
}

export function heldEarnings(db: Db, customerId: number): Promise<HeldRow[]> {
  return heldRows(
    db,
    sql`select to_jsonb(t) as row from point_earnings t where customer_id = ${customerId} order by id`,
  )
}

export function heldLots(db: Db, customerId: number): Promise<HeldRow[]> {
  return heldRows(db, sql`select to_jsonb(t) as row from point_lots t where customer_id = ${customerId} order by id`)
}

export function heldExchanges(db: Db, customerId: number): Promise<HeldRow[]> {
  return heldRows(
    db,
    sql`select to_jsonb(t) as row from point_exchanges t where customer_id = ${customerId} order by id`,
  )
}

export function heldClaims(db: Db, customerId: number): Promise<HeldRow[]> {
  return heldRows(
    db,
    sql`select to_jsonb(t) - 'decided_by' as row from point_claims t where customer_id = ${customerId} order by id`,
  )
}

/** Sent and received; the other customer is known by a masked number only. */
export function heldTransfers(db: Db, customerId: number): Promise<HeldRow[]> {
  return heldRows(
    db,
    sql`
      select to_jsonb(t) - 'customer_id' - 'to_customer_id' || jsonb_build_object('sent', customer_id = ${customerId}) as row
      from point_transfers t where customer_id = ${customerId} or to_customer_id = ${customerId} order by id`,
  )
}

export async function clearAddresses(db: Db, customerId: number): Promise<void> {
  await db.run(
    sql`update point_exchanges set receiver = '', phone = '', address = '' where customer_id = ${customerId}`,
  )
}

export async function countToShip(db: Db, customerId: number): Promise<number> {
  const { count } = await db.one<{ count: number }>(
    sql`select count(*) as count from point_exchanges where customer_id = ${customerId} and stage = 'to_ship'`,
  )
  return count
}
