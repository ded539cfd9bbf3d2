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
