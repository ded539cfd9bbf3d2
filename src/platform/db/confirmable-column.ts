import { type Sql, sql } from './sql.ts'

/** The column of `confirmableField`: the record waits for a second person, and another than the reader proposed it, as in `mayConfirm` of the rows. */
export function confirmableColumn(waits: Sql, proposedBy: Sql, readerId: number): { sql: Sql } {
  return {
    sql: sql`(case when ${waits} and ${proposedBy} is distinct from ${readerId}::bigint then 'yes' else 'no' end)`,
  }
}
