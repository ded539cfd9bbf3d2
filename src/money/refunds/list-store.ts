import { confirmableColumn } from '../../platform/db/confirmable-column.ts'
import type { Db } from '../../platform/db/db.ts'
import { contains, type IndexSource } from '../../platform/db/index-query.ts'
import { sql } from '../../platform/db/sql.ts'
import { type Refund, refundColumns } from './store.ts'

/** In the order of the ids. */
export function refundsByIds(db: Db, ids: number[]): Promise<Refund[]> {
  return db.rows(sql`
    select ${refundColumns} from refunds where id = any(${ids}::bigint[]) order by array_position(${ids}::bigint[], id)`)
}

export function refundSource(customers: (typed: string) => Promise<number[]>, readerId: number): IndexSource {
  const ofCustomers = async (typed: string) => sql`customer_id = any(${await customers(typed)}::bigint[])`
  return {
    from: sql`from refunds`,
    key: sql`id`,
    columns: {
      no: { sql: sql`refund_no` },
      customer: { match: ofCustomers },
      way: { sql: sql`way` },
      channel: { sql: sql`channel` },
      subject: { sql: sql`subject_no` },
      reason: { sql: sql`reason` },
      amount: { sql: sql`amount_fen` },
      created: { sql: sql`created_at` },
      done: { sql: sql`done_at`, nullable: true },
      provider: { sql: sql`coalesce(provider_no, '')` },
      ended: { sql: sql`end_reason` },
      confirmable: confirmableColumn(sql`stage = 'checking'`, sql`proposed_by`, readerId),
      stage: { sql: sql`stage` },
    },
    search: async (typed) =>
      sql`(${contains(sql`refund_no || ' ' || subject_no`, typed)} or ${await ofCustomers(typed)})`,
  }
}
