import { confirmableColumn } from '../../platform/db/confirmable-column.ts'
import type { Db } from '../../platform/db/db.ts'
import { contains, type IndexSource } from '../../platform/db/index-query.ts'
import { sql } from '../../platform/db/sql.ts'
import { type Withdrawal, withdrawalColumns } from './store.ts'

/** In the order of the ids. */
export function withdrawalsByIds(db: Db, ids: number[]): Promise<Withdrawal[]> {
  return db.rows(sql`
    select ${withdrawalColumns} from withdrawals where id = any(${ids}::bigint[]) order by array_position(${ids}::bigint[], id)`)
}

export function withdrawalSource(customers: (typed: string) => Promise<number[]>, readerId: number): IndexSource {
  const ofCustomers = async (typed: string) => sql`customer_id = any(${await customers(typed)}::bigint[])`
  return {
    from: sql`from withdrawals`,
    key: sql`id`,
    columns: {
      no: { sql: sql`withdrawal_no` },
      customer: { match: ofCustomers },
      source: { sql: sql`source` },
      amount: { sql: sql`amount_fen` },
      to: { sql: sql`holder || ' · ' || bank` },
      account: { sql: sql`account` },
      created: { sql: sql`created_at` },
      reason: { sql: sql`reason` },
      paidOn: { sql: sql`paid_on`, nullable: true },
      serial: { sql: sql`coalesce(bank_serial, '')` },
      rejected: { sql: sql`reject_reason` },
      confirmable: confirmableColumn(sql`stage = 'checking'`, sql`proposed_by`, readerId),
      stage: { sql: sql`stage` },
    },
    search: async (typed) =>
      sql`(${contains(sql`withdrawal_no || ' ' || holder || ' ' || coalesce(bank_serial, '')`, typed)} or ${await ofCustomers(typed)})`,
  }
}
