import type { Db } from '../../platform/db/db.ts'
import { joined, type Sql, sql } from '../../platform/db/sql.ts'
import { tableRules } from './rules.ts'
import { BridgeFault } from './faults.ts'
import { type Column, columnList, current, former, quoted, type Tables } from './tables.ts'

/** Copies every table and compares what was copied. Answers the number of rows. */
export async function copyTables(db: Db, from: Tables, to: Tables): Promise<number> {
  let rows = 0
  for (const [table, columns] of to) {
    const source = sourceOf(table, from)
    if (source === undefined) continue
    await db.run(sql`alter table ${current(table)} disable trigger user`)
    rows += await copyTable(db, table, columns, source, from)
  }
  return rows
}

export async function enableTriggers(db: Db, to: Tables): Promise<void> {
  for (const table of to.keys()) await db.run(sql`alter table ${current(table)} enable trigger user`)
}

/** The former table that a table's rows come from. */
export function sourceOf(table: string, from: Tables): string | undefined {
  const formerly = tableRules[table]?.formerly
  if (formerly !== undefined && from.has(formerly)) return formerly
  return from.has(table) ? table : undefined
}

async function copyTable(
  db: Db,
  table: string,
  columns: readonly Column[],
  source: string,
  from: Tables,
): Promise<number> {
  const there = new Set((from.get(source) ?? []).map(({ name }) => name))
  const rule = tableRules[table] ?? {}
  const written: { name: string; value: Sql; plain: boolean }[] = []
  for (const { name, generated, notNull, hasDefault } of columns) {
    if (generated) continue
    const value = rule.always?.[name] ?? (there.has(name) ? undefined : rule.missing?.[name])
    if (value !== undefined) written.push({ name, value, plain: false })
    else if (there.has(name)) written.push({ name, value: sql`o.${quoted(name)}`, plain: true })
    else if (notNull && !hasDefault) throw new BridgeFault(`表 ${table} 的列 ${name} 没有可用的旧值`)
  }
  // Rows that the migrations brought are among the former ones, with their former ids.
  await db.run(sql`delete from ${current(table)}`)
  const values = joined(
    written.map(({ value }) => value),
    ', ',
  )
  const rows = await db.run(sql`
    insert into ${current(table)} (${columnList(written.map(({ name }) => name))}) overriding system value
    select ${values} from ${former(source)} o`)
  await compare(
    db,
    table,
    source,
    written.filter(({ plain }) => plain).map(({ name }) => name),
  )
  return rows
}

/** Count and checksum of the columns that are copied as they are; the checksum does not depend on the order of rows. */
async function compare(db: Db, table: string, source: string, columns: readonly string[]): Promise<void> {
  const summary = (name: Sql) => sql`
    select count(*) || '/' || coalesce(sum(('x' || substr(md5(row(${columnList(columns, 'o')})::text), 1, 8))::bit(32)::bigint), 0) as text from ${name} o`
  const { text: expected } = await db.one<{ text: string }>(summary(former(source)))
  const { text: found } = await db.one<{ text: string }>(summary(current(table)))
  if (expected !== found) throw new BridgeFault(`表 ${table} 复制后与原来不同（原 ${expected}，现 ${found}）`)
}

/**
 * Former columns with data that nothing carries, such as one that an operator added: `table.column` with the number of rows that have a
 * value there. They stay in the former schema.
 */
export async function columnsLeftBehind(db: Db, from: Tables, to: Tables): Promise<string[]> {
  const left: string[] = []
  for (const [table, columns] of to) {
    const source = sourceOf(table, from)
    if (source === undefined) continue
    const names = new Set([...columns.map(({ name }) => name), ...(tableRules[table]?.carried ?? [])])
    for (const { name } of (from.get(source) ?? []).filter((column) => !names.has(column.name))) {
      const { count } = await db.one<{ count: number }>(
        sql`select count(${quoted(name)}) as count from ${former(source)}`,
      )
      if (count > 0) left.push(`${source}.${name}（${count} 行）`)
    }
  }
  return left
}
