import type { Database, Db } from '../platform/db/db.ts'
import { migrate, type Migration } from '../platform/db/migrate.ts'
import { identifier, json, sql } from '../platform/db/sql.ts'

const ROWS_AT_ONCE = 500

/** A database that was ever started on has rows in one of these; others may hold what a migration put there. */
const NEVER_EMPTY_IN_USE = ['customers', 'staff', 'projects', 'jobs', 'stage_history', 'audit_log']

export class TargetNotEmpty extends Error {}

/**
 * Copies everything from one database to an empty other one: the way from the embedded database to a PostgreSQL server.
 * One transaction on the target: it is all there or nothing is. Answers the number of rows by table.
 */
export async function moveDatabase(
  from: Database,
  to: Database,
  migrations: Migration[],
  now: Date,
): Promise<Map<string, number>> {
  await migrate(from, migrations, now)
  await migrate(to, migrations, now)
  const tables = (
    await from.rows<{ name: string }>(sql`
      select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'schema_migrations' order by tablename`)
  ).map((row) => row.name)
  for (const table of NEVER_EMPTY_IN_USE) {
    const found = await to.row(sql`select 1 from ${identifier(table)} limit 1`)
    if (found) throw new TargetNotEmpty(`目标数据库的表 ${table} 中已有数据，请换一个空的数据库`)
  }
  const copied = new Map<string, number>()
  await to.tx(async (tx) => {
    await referencesChecked(tx, 'at the end')
    await guards(tx, tables, 'off')
    for (const table of tables) copied.set(table, await copyTable(from, tx, table))
    await copySequences(from, tx)
    await referencesChecked(tx, 'at once')
    await guards(tx, tables, 'on')
  })
  return copied
}

/** Tables may refer to each other in a circle, so references are checked when all rows are there. */
async function referencesChecked(tx: Db, when: 'at the end' | 'at once'): Promise<void> {
  const references = await tx.rows<{ tableName: string; name: string }>(sql`
    select c.relname as table_name, k.conname as name from pg_constraint k join pg_class c on c.oid = k.conrelid
    join pg_namespace n on n.oid = c.relnamespace where k.contype = 'f' and n.nspname = 'public'`)
  if (when === 'at once') await tx.run(sql`set constraints all immediate`)
  const mode = when === 'at the end' ? sql`deferrable initially deferred` : sql`not deferrable`
  for (const { tableName, name } of references) {
    await tx.run(sql`alter table ${identifier(tableName)} alter constraint ${identifier(name)} ${mode}`)
  }
}

/** The triggers that keep records from being changed would also keep a migration's own rows from giving way to the copied ones. */
async function guards(tx: Db, tables: string[], state: 'on' | 'off'): Promise<void> {
  const verb = state === 'on' ? sql`enable` : sql`disable`
  for (const table of tables) await tx.run(sql`alter table ${identifier(table)} ${verb} trigger user`)
}

/** Rows travel as PostgreSQL's own JSON text, so that no value passes through a JavaScript number or date. */
async function copyTable(from: Database, tx: Db, table: string): Promise<number> {
  const name = identifier(table)
  const { count } = await from.one<{ count: number }>(sql`select count(*) as count from ${name}`)
  await tx.run(sql`delete from ${name}`)
  for (let offset = 0; offset < count; offset += ROWS_AT_ONCE) {
    const { rows } = await from.one<{ rows: string }>(sql`
      select coalesce(jsonb_agg(row), '[]')::text as rows
      from (select to_jsonb(t) as row from ${name} t order by t.ctid limit ${ROWS_AT_ONCE} offset ${offset}) page`)
    await tx.run(
      sql`insert into ${name} overriding system value select * from jsonb_populate_recordset(null::${name}, ${rows}::jsonb)`,
    )
  }
  const { arrived } = await tx.one<{ arrived: number }>(sql`select count(*) as arrived from ${name}`)
  if (arrived !== count) throw new Error(`${table}: ${arrived} of ${count} rows arrived`)
  return count
}

async function copySequences(from: Database, tx: Db): Promise<void> {
  const sequences = await from.rows<{ name: string; last: number | null }>(
    sql`select sequencename as name, last_value as last from pg_sequences where schemaname = 'public'`,
  )
  const used = sequences.filter((sequence) => sequence.last !== null)
  await tx.rows(
    sql`select setval(s.name::regclass, s.last) from jsonb_to_recordset(${json(used)}::jsonb) as s(name text, last bigint)`,
  )
}
