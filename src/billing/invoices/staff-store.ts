import type { Db } from '../../platform/db/db.ts'
import { contains, type IndexSource } from '../../platform/db/index-query.ts'
import { sql } from '../../platform/db/sql.ts'
import { applicationColumns, type ApplicationRow } from './store.ts'

/** In the order of the ids. */
export function applicationsByIds(db: Db, ids: number[]): Promise<ApplicationRow[]> {
  return db.rows(sql`
    select ${applicationColumns} from invoice_applications where id = any(${ids}::bigint[])
    order by array_position(${ids}::bigint[], id)`)
}

export function invoiceSource(customers: (typed: string) => Promise<number[]>): IndexSource {
  return {
    from: sql`from invoice_applications`,
    key: sql`id`,
    columns: {
      no: { sql: sql`application_no` },
      customer: { match: async (typed) => sql`customer_id = any(${await customers(typed)}::bigint[])` },
      title: { sql: sql`title` },
      taxNo: { sql: sql`tax_no` },
      type: { sql: sql`type::text` },
      amount: { sql: sql`amount_fen` },
      tax: { sql: sql`tax_fen` },
      created: { sql: sql`created_at` },
      way: { sql: sql`way` },
      invoice: { sql: sql`coalesce(invoice_no, '')` },
      issuedOn: { sql: sql`issued_on`, nullable: true },
      fault: { sql: sql`fault` },
      stage: { sql: sql`stage` },
    },
    search: (typed) =>
      contains(sql`application_no || ' ' || title || ' ' || tax_no || ' ' || coalesce(invoice_no, '')`, typed),
  }
}
