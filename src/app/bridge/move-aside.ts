import type { Db } from '../../platform/db/db.ts'
import type { Migration } from '../../platform/db/migrations/migration.ts'
import { sql } from '../../platform/db/sql.ts'
import { BridgeFault } from './faults.ts'
import { tableRules } from './rules.ts'
import { current, FORMER, quoted, tablesOf } from './tables.ts'

/**
 * Moves what the former migrations made from `public` into a schema of its own. Moving them one by one, instead of renaming `public`, leaves
 * the grants of the schema, extensions and whatever else an operator keeps there where it is. Answers the tables that are not ours.
 */
export async function moveAside(db: Db, frozen: readonly Migration[]): Promise<string[]> {
  const { there } = await db.one<{ there: boolean }>(sql`select to_regnamespace(${FORMER}) is not null as there`)
  if (there)
    throw new BridgeFault(
      `模式 ${FORMER} 已存在，是以前迁移留下的旧数据；确认不再需要后执行 drop schema ${FORMER} cascade，再重试`,
    )
  await db.run(sql`create schema before_0_2_0`)
  const names = namesMadeBy(frozen)
  const notOurs: string[] = []
  for (const table of (await tablesOf(db, 'public')).keys()) {
    if (names.tables.has(table)) await db.run(sql`alter table ${current(table)} set schema before_0_2_0`)
    else notOurs.push(table)
  }
  // Sequences of identity columns have moved with their tables.
  for (const { name } of await namesIn(db, 'S'))
    if (names.sequences.has(name)) await db.run(sql`alter sequence public.${quoted(name)} set schema before_0_2_0`)
  const functions = await db.rows<{ name: string; signature: string }>(sql`
    select proname as name, pg_get_function_identity_arguments(oid) as signature from pg_proc where pronamespace = 'public'::regnamespace`)
  for (const { name } of functions)
    if (names.functions.has(name)) await db.run(sql`alter function public.${quoted(name)} set schema before_0_2_0`)
  return notOurs
}

/** The names come from the frozen migrations; the former versions had no others, except tables that were renamed since. */
function namesMadeBy(frozen: readonly Migration[]) {
  const text = frozen.map((migration) => migration.text).join('\n')
  const named = (pattern: RegExp) => [...text.matchAll(pattern)].map(([, name = '']) => name)
  const former = Object.values(tableRules).flatMap(({ formerly }) => formerly ?? [])
  return {
    tables: new Set([...named(/^create table (\w+)/gm), ...former, 'schema_migrations']),
    sequences: new Set(named(/^create sequence (\w+)/gm)),
    functions: new Set(named(/^create function (\w+)/gm)),
  }
}

function namesIn(db: Db, kind: 'S'): Promise<{ name: string }[]> {
  return db.rows(sql`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = ${kind}`)
}
