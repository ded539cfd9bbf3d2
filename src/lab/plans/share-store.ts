import type { ParameterValues } from '../../shop/catalogue/forms/form-rules.ts'
import type { PriceLine } from '../../shop/catalogue/prices/price-rules.ts'
import type { Db } from '../../platform/db/db.ts'
import { json, sql } from '../../platform/db/sql.ts'

/** A line as its owner saw it when the link was made. */
export interface SharedLine {
  rid: number
  name: string
  parameters: ParameterValues
  described: { key: string; label: string; text: string }[]
  count: number
  urgent: boolean
  days: string
  priceLines: PriceLine[]
  amountFen: number | null
}

export interface ShareRow {
  id: number
  token: string
  customerId: number
  note: string
  showsPrices: boolean
  lines: SharedLine[]
  createdAt: Date
  expiresAt: Date
}

const columns = sql`id, token, customer_id, note, shows_prices, lines, created_at, expires_at`

export function insertShare(db: Db, row: Omit<ShareRow, 'id'>): Promise<{ id: number }> {
  return db.one(sql`
    insert into plan_shares (token, customer_id, note, shows_prices, lines, created_at, expires_at)
    values (${row.token}, ${row.customerId}, ${row.note}, ${row.showsPrices}, ${json(row.lines)}::jsonb, ${row.createdAt}, ${row.expiresAt})
    returning id`)
}

export function sharesOf(db: Db, customerId: number, now: Date, limit: number): Promise<ShareRow[]> {
  return db.rows(sql`
    select ${columns} from plan_shares where customer_id = ${customerId} and expires_at > ${now} order by id desc limit ${limit}`)
}

export async function countShares(db: Db, customerId: number, now: Date): Promise<number> {
  const { count } = await db.one<{ count: number }>(
    sql`select count(*) as count from plan_shares where customer_id = ${customerId} and expires_at > ${now}`,
  )
  return count
}

export function shareByToken(db: Db, token: string, now: Date): Promise<ShareRow | undefined> {
  return db.row(sql`select ${columns} from plan_shares where token = ${token} and expires_at > ${now}`)
}

export function deleteShare(db: Db, customerId: number, id: number): Promise<number> {
  return db.run(sql`delete from plan_shares where id = ${id} and customer_id = ${customerId}`)
}

export function deleteExpiredShares(db: Db, now: Date): Promise<number> {
  return db.run(sql`delete from plan_shares where expires_at <= ${now}`)
}
