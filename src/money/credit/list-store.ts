import { confirmableColumn } from '../../platform/db/confirmable-column.ts'
import type { Db } from '../../platform/db/db.ts'
import { contains, type IndexSource } from '../../platform/db/index-query.ts'
import { sql } from '../../platform/db/sql.ts'
import { applicationColumns, type CreditApplicationRow } from './store.ts'

/** In the order of the ids. */
export function applicationsByIds(db: Db, ids: number[]): Promise<CreditApplicationRow[]> {
  return db.rows(sql`
    select ${applicationColumns} from credit_applications where id = any(${ids}::bigint[])
    order by array_position(${ids}::bigint[], id)`)
}

export function creditSource(customers: (typed: string) => Promise<number[]>, readerId: number): IndexSource {
  const ofCustomers = async (typed: string) => sql`customer_id = any(${await customers(typed)}::bigint[])`
  return {
    from: sql`from credit_applications`,
    key: sql`id`,
    columns: {
      id: { sql: sql`id` },
      customer: { match: ofCustomers },
      wanted: { sql: sql`wanted_fen` },
      granted: { sql: sql`granted_fen`, nullable: true },
      reason: { sql: sql`reason` },
      created: { sql: sql`created_at` },
      decided: { sql: sql`decided_at`, nullable: true },
      confirmable: confirmableColumn(sql`stage = 'checking'`, sql`decided_by`, readerId),
      stage: { sql: sql`stage` },
    },
    search: async (typed) => sql`(${contains(sql`reason`, typed)} or ${await ofCustomers(typed)})`,
  }
}
