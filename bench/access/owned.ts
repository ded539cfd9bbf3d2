import type { Database } from '../../src/platform/db/db.ts'
import { identifier, type Sql, sql } from '../../src/platform/db/sql.ts'

/** A number or an id, and the account whose row holds it. */
export interface Thing {
  value: string | number
  owner: number
}

interface Table {
  name: string
  columns: readonly string[]
  /** The account of a row. */
  owner: Sql
}

const OWNER_COLUMNS = ['customer_id', 'payer_id', 'account_id'] as const
/** Values that a field can be given; more of one kind prove no more. */
const MOST_VALUES = 160
const VALUES_OF_A_TABLE = 4

/** All that belongs to accounts up to `last`: their tables are found by their columns, so that a new table takes part by itself. */
export async function ownedThings(db: Database, last: number) {
  const tables = await ownedTables(db)
  const ofColumn = new Map<string, Thing[]>()
  const anyIds: Thing[] = []
  const marks = new Set<string>()
  for (const table of tables) {
    if (table.columns.includes('id')) anyIds.push(...(await values(db, table, 'id', last, VALUES_OF_A_TABLE)))
    for (const column of table.columns.filter((each) => /_(no|id)$/.test(each))) {
      const found = await values(db, table, column, last, MOST_VALUES)
      ofColumn.set(column, [...(ofColumn.get(column) ?? []), ...found])
    }
    for (const column of table.columns.filter((each) => /_no$|^phone$|^email$/.test(each)))
      for (const { value } of await values(db, table, column, last, null))
        if (typeof value === 'string' && value.length >= 8) marks.add(value)
  }
  for (const [column, all] of ofColumn) ofColumn.set(column, spread(all, MOST_VALUES))
  return { tables, ofColumn, anyIds: spread(anyIds, MOST_VALUES), marks }
}

export type OwnedThings = Awaited<ReturnType<typeof ownedThings>>

/** A text for each table that changes when a row of an account up to `last` is changed, added or removed. */
export async function fingerprints(db: Database, tables: readonly Table[], last: number): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  for (const { name, owner } of tables) {
    const { print } = await db.one<{ print: string }>(sql`
      select count(*) || ' ' || coalesce(sum(hashtextextended(t::text, 0)::numeric), 0) as print
      from ${identifier(name)} t where ${owner} <= ${last}`)
    found.set(name, print)
  }
  return found
}

export async function ownedTables(db: Database): Promise<Table[]> {
  const rows = await db.rows<{ name: string; columns: string[] }>(sql`
    select c.table_name as name, array_agg(c.column_name::text order by c.ordinal_position) as columns
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE' group by c.table_name order by c.table_name`)
  return rows.flatMap(({ name, columns }) => {
    const owner = OWNER_COLUMNS.find((column) => columns.includes(column))
    if (name === 'customers') return { name, columns, owner: sql`t.id` }
    if (owner) return { name, columns, owner: sql`t.${identifier(owner)}` }
    if (columns.includes('order_id'))
      return { name, columns, owner: sql`(select o.customer_id from orders o where o.id = t.order_id)` }
    return []
  })
}

async function values(db: Database, { name, owner }: Table, column: string, last: number, most: number | null) {
  const value = sql`t.${identifier(column)}`
  const rows = await db.rows<Thing>(sql`
    select distinct on (${value}) ${value} as value, ${owner} as owner from ${identifier(name)} t
    where ${value} is not null and ${owner} <= ${last} order by ${value}`)
  return most === null ? rows : spread(rows, most)
}

/** At most `most` of them, from the first to the last. */
function spread<T>(all: readonly T[], most: number): T[] {
  if (all.length <= most) return [...all]
  return Array.from({ length: most }, (_, i) => all[Math.floor((i * all.length) / most)] as T)
}
