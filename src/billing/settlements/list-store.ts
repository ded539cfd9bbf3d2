import type { Db } from '../../platform/db/db.ts'
import { contains, type IndexSource } from '../../platform/db/index-query.ts'
import { type Sql, sql } from '../../platform/db/sql.ts'
import type { SettlementStage } from './rules.ts'

/** What other slices know of a typed text. */
export interface Related {
  customers: (typed: string) => Promise<number[]>
  orders: (typed: string) => Promise<number[]>
}

export function settlementSource(related: Related): IndexSource {
  const ofCustomers = async (typed: string): Promise<Sql> =>
    sql`customer_id = any(${await related.customers(typed)}::bigint[])`
  const ofPayers = async (typed: string): Promise<Sql> =>
    sql`(payer_id is distinct from customer_id and payer_id = any(${await related.customers(typed)}::bigint[]))`
  const ofOrders = async (typed: string): Promise<Sql> =>
    sql`id in (select settlement_id from settlement_rows where order_id = any(${await related.orders(typed)}::bigint[]))`
  return {
    from: sql`from settlements`,
    key: sql`id`,
    columns: {
      no: { sql: sql`settlement_no` },
      customer: { match: ofCustomers },
      payer: { sql: sql`payer_name` },
      paidBy: { match: ofPayers },
      orders: { match: ofOrders },
      total: { sql: sql`total_fen` },
      created: { sql: sql`created_at` },
      due: { sql: sql`due_at` },
      paid: { sql: sql`paid_at`, nullable: true },
      method: { sql: sql`method` },
      reminded: { sql: sql`reminded_at`, nullable: true },
      stage: { sql: sql`stage` },
    },
    search: async (typed) =>
      sql`(${contains(sql`settlement_no`, typed)} or ${contains(sql`payer_name`, typed)} or ${await ofCustomers(typed)} or ${await ofOrders(typed)})`,
  }
}

/** Writes that staff asked for payment; undefined unless it is unpaid and nobody asked since. */
export function noteReminder(
  db: Db,
  settlementNo: string,
  since: Date,
  now: Date,
): Promise<{ id: number; payerId: number; totalFen: number; dueAt: Date } | undefined> {
  return db.row(sql`
    update settlements set reminded_at = ${now}
    where settlement_no = ${settlementNo} and stage = 'unpaid' and (reminded_at is null or reminded_at <= ${since})
    returning id, payer_id, total_fen, due_at`)
}

export function stageOf(db: Db, settlementNo: string): Promise<{ stage: SettlementStage } | undefined> {
  return db.row(sql`select stage from settlements where settlement_no = ${settlementNo}`)
}
