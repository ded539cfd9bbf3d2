import type { Db } from '../../platform/db/db.ts'
import type { IndexSource } from '../../platform/db/index-query.ts'
import { type Sql, sql } from '../../platform/db/sql.ts'
import { containsTyped } from '../../platform/db/typed-words.ts'
import { demandColumns, type DemandRow } from './store.ts'

/** The index on the words finds the rows; the second condition is on the column that is meant. */
const inWords = (column: Sql, typed: string): Sql =>
  sql`(${containsTyped(sql`words`, typed)} and strpos(folded(${column}), folded(${typed})) > 0)`

export const demandSource: IndexSource = {
  from: sql`from demands`,
  key: sql`id`,
  columns: {
    title: { match: (typed) => inWords(sql`title`, typed) },
    no: { sql: sql`receipt_no`, match: (typed) => inWords(sql`receipt_no`, typed) },
    kind: { sql: sql`kind` },
    contact: { match: (typed) => inWords(sql`contact_name`, typed) },
    company: { match: (typed) => inWords(sql`company`, typed) },
    service: { sql: sql`coalesce(service_type::text, 'none')` },
    budget: { sql: sql`budget_fen`, nullable: true },
    stage: { sql: sql`stage` },
    answered: { sql: sql`answered_at`, nullable: true },
    order: { sql: sql`order_no` },
    created: { sql: sql`created_at` },
  },
  search: (typed) => containsTyped(sql`words`, typed),
}

/** In the order of the ids. */
export function demandsInPlaces(db: Db, ids: number[]): Promise<DemandRow[]> {
  return db.rows(sql`
    select ${demandColumns} from demands where id = any(${ids}::bigint[]) order by array_position(${ids}::bigint[], id)`)
}
