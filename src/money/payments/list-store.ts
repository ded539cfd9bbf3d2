import type { Db } from '../../platform/db/db.ts'
import { contains, type IndexSource } from '../../platform/db/index-query.ts'
import { sql } from '../../platform/db/sql.ts'
import { type Payment, paymentColumns } from './store.ts'

/** In the order of the ids. */
export function paymentsByIds(db: Db, ids: number[]): Promise<Payment[]> {
  return db.rows(sql`
    select ${paymentColumns} from payments where id = any(${ids}::bigint[]) order by array_position(${ids}::bigint[], id)`)
}

export function paymentSource(customers: (typed: string) => Promise<number[]>): IndexSource {
  const ofCustomers = async (typed: string) => sql`customer_id = any(${await customers(typed)}::bigint[])`
  return {
    from: sql`from payments`,
    key: sql`id`,
    columns: {
      no: { sql: sql`payment_no` },
      customer: { match: ofCustomers },
      channel: { sql: sql`channel` },
      about: { sql: sql`about` },
      payable: { sql: sql`payable_no` },
      amount: { sql: sql`amount_fen` },
      received: { sql: sql`case when stage = 'paid' then amount_fen end` },
      refunded: { sql: sql`refunded_fen` },
      kept: { sql: sql`case when outcome = 'kept' then amount_fen end` },
      outcome: { sql: sql`outcome` },
      why: { sql: sql`kept_because` },
      provider: { sql: sql`coalesce(provider_no, '')` },
      stage: { sql: sql`stage` },
      at: { sql: sql`coalesce(paid_at, created_at)` },
      created: { sql: sql`created_at` },
    },
    search: async (typed) =>
      sql`(${contains(sql`payment_no || ' ' || payable_no || ' ' || coalesce(provider_no, '')`, typed)} or ${await ofCustomers(typed)})`,
  }
}
