import type { Db } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'

export interface TableSize {
  name: string
  rows: number | null
  bytes: number
}

/** Tables of the installation, the largest first. `reltuples` is what the last ANALYZE or vacuum counted, and -1 before the first. */
export function tableSizes(db: Db): Promise<TableSize[]> {
  return db.rows(sql`
    select relname as name, nullif(reltuples, -1)::bigint as rows, pg_total_relation_size(oid) as bytes
    from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by bytes desc, name`)
}
