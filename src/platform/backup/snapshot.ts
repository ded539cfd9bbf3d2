import type { BackupTable, Manifest } from './format.ts'

/** All rows as they were at one moment, the same on both engines. */
export interface Snapshot {
  engine: Manifest['engine']
  migrations: Manifest['migrations']
  tables: BackupTable[]
  sequences: Manifest['sequences']
  /** The rows of a table in parts of whole rows, as COPY writes them in text. */
  rows(table: BackupTable): AsyncIterable<Buffer>
  /** The answer of any query, in the same format. */
  rowsOf(select: string): AsyncIterable<Buffer>
}

export type TakeSnapshot = <T>(work: (snapshot: Snapshot) => Promise<T>) => Promise<T>

/** Values as text that reads the same wherever it is loaded. */
export const TEXT_SETTINGS = `
  set local datestyle = 'ISO, YMD'; set local intervalstyle = 'postgres'; set local timezone = 'UTC'; set local bytea_output = 'hex';
  set local extra_float_digits = 1; set local client_encoding = 'UTF8'; set local standard_conforming_strings = on`

/** The migrations' own table is in the manifest, not among the rows. */
const OWN_TABLES = `
  from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    and c.relname <> 'schema_migrations'`

export const TABLE_NAMES = `select quote_ident(c.relname) as name ${OWN_TABLES} order by c.relname`

/** Generated columns are computed again, so they are left out. */
export const TABLES = `
  select quote_ident(c.relname) as name,
    (select json_agg(quote_ident(a.attname) order by a.attnum) from pg_attribute a
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
    (select coalesce(json_agg(json_build_object('name', quote_ident(p.relname), 'parent', quote_ident(parent.relname),
        'bound', pg_get_expr(p.relpartbound, p.oid)) order by tree.level, p.relname), '[]')
      from pg_partition_tree(c.oid) tree join pg_class p on p.oid = tree.relid join pg_class parent on parent.oid = tree.parentrelid
      where tree.level > 0) as partitions
  ${OWN_TABLES} order by c.relname`

export const SEQUENCES = `
  select quote_ident(sequencename) as name, last_value::text as last from pg_sequences
  where schemaname = 'public' and last_value is not null order by sequencename`

export const MIGRATIONS = 'select name, checksum, applied_at from schema_migrations order by name'

export interface MigrationRow {
  name: string
  checksum: string
  applied_at: Date | string
}

export const asMigration = (row: MigrationRow) => ({
  name: row.name,
  checksum: row.checksum,
  appliedAt: new Date(row.applied_at).toISOString(),
})
