import type { Db } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'

export interface TableSize {
  name: string
  rows: number | null
  bytes: number
}

/** Tables of the installation, the largest first, with their partitions. `reltuples` is what the last ANALYZE or vacuum counted, and -1 before the first. */
export function tableSizes(db: Db): Promise<TableSize[]> {
  return db.rows(sql`
    select root.relname as name, sum(nullif(c.reltuples, -1))::bigint as rows, sum(pg_total_relation_size(c.oid))::bigint as bytes
    from pg_class c join pg_class root on root.oid = coalesce(pg_partition_root(c.oid), c.oid)
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace group by root.relname order by bytes desc, name`)
}
