import type { Db } from '../../platform/db/db.ts'
import { identifier, joined, Sql, sql } from '../../platform/db/sql.ts'

/** Where the tables of the former version stand while and after their rows are copied. */
export const FORMER = 'before_0_2_0'

export interface Column {
  name: string
  type: string
  generated: boolean
  notNull: boolean
  hasDefault: boolean
}

export type Tables = Map<string, readonly Column[]>

export function former(table: string): Sql {
  return sql`${identifier(FORMER)}.${identifier(table)}`
}

export function current(table: string): Sql {
  return sql`public.${identifier(table)}`
}

export function columnList(names: readonly string[], alias?: string): Sql {
  const prefix = alias === undefined ? sql`` : sql`${identifier(alias)}.`
  return joined(
    names.map((name) => sql`${prefix}${quoted(name)}`),
    ', ',
  )
}

/** Some columns have names that are words of SQL (`until`, `text`), and all come from the catalogue of the database. */
export function quoted(name: string): Sql {
  return new Sql(`"${name.replaceAll('"', '""')}"`, [])
}

/** The ordinary tables of a schema that belong to no extension, with their columns. */
export async function tablesOf(db: Db, schema: string): Promise<Tables> {
  const rows = await db.rows<Column & { tableName: string }>(sql`
    select c.relname as table_name, a.attname as name, format_type(a.atttypid, a.atttypmod) as type, a.attgenerated <> '' as generated,
      a.attnotnull as not_null, a.atthasdef or a.attidentity <> '' as has_default
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = to_regnamespace(${schema}) and c.relkind in ('r', 'p') and not c.relispartition
      and not exists (select 1 from pg_depend d where d.objid = c.oid and d.deptype = 'e')
    order by c.relname, a.attnum`)
  const tables: Tables = new Map()
  for (const { tableName, ...column } of rows) tables.set(tableName, [...(tables.get(tableName) ?? []), column])
  return tables
}

interface ForeignKey {
  table: string
  name: string
  definition: string
}

/** Drops the foreign keys of the fresh tables, so that they can be filled in any order; `addForeignKeys` checks every row. */
export async function dropForeignKeys(db: Db): Promise<ForeignKey[]> {
  const keys = await db.rows<ForeignKey>(sql`
    select c.relname as table, k.conname as name, pg_get_constraintdef(k.oid) as definition
    from pg_constraint k join pg_class c on c.oid = k.conrelid where k.contype = 'f' and k.connamespace = 'public'::regnamespace`)
  for (const { table, name } of keys) await db.run(sql`alter table ${current(table)} drop constraint ${quoted(name)}`)
  return keys
}

export async function addForeignKeys(db: Db, keys: readonly ForeignKey[]): Promise<void> {
  for (const { table, name, definition } of keys)
    await db.run(sql`alter table ${current(table)} add constraint ${quoted(name)} ${new Sql(definition, [])}`)
}

/** New rows get numbers after the copied ones: every sequence goes on where the former one stood. */
export async function continueSequences(db: Db): Promise<void> {
  const sequences = await db.rows<{ name: string; last: string | null }>(sql`
    select n.sequencename as name, o.last_value::text as last
    from pg_sequences n join pg_sequences o on o.sequencename = n.sequencename and o.schemaname = ${FORMER} where n.schemaname = 'public'`)
  for (const { name, last } of sequences)
    if (last !== null) await db.rows(sql`select setval(${`public."${name}"`}::regclass, ${last}::bigint)`)
  const identities = await db.rows<{ table: string; column: string }>(sql`
    select table_name as table, column_name as column from information_schema.columns where table_schema = 'public' and is_identity = 'YES'`)
  for (const { table, column } of identities)
    await db.rows(sql`
      select setval(s.name, greatest(s.last, t.last)) from
        (select pg_get_serial_sequence(${`public."${table}"`}, ${column}) as name, (select last_value from pg_sequences
          where format('%I.%I', schemaname, sequencename)::regclass = pg_get_serial_sequence(${`public."${table}"`}, ${column})::regclass) as last) s,
        (select max(${quoted(column)}) as last from ${current(table)}) t
      where greatest(s.last, t.last) is not null`)
}
