import type { Database } from '../../src/platform/db/db.ts'
import { sql } from '../../src/platform/db/sql.ts'

/** Tables that grow with the catalogue, the staff or the calendar and not with the orders, and what is only derived from others. */
const kept =
  /^(agreement|article|banners|book_runs|cases|categories|channel_bills|control_(charts|limits)|content|courses|day_|figure|form_|instrument|jobs|ledger_accounts|library|listing|method|pages|parsed|point_goods|price|project|pickup_slots|publi|schema|search|settings|shelves|staff|worker)/

interface Column {
  table: string
  name: string
  type: string
}

/** Where ids of copies begin: copy n of row 7 is n × 10,000,000 + 7. */
const STEP = 10_000_000

/**
 * Copies the rows of every table that grows with the orders, so that a laboratory of some hundred orders becomes one of many. Each copy is whole:
 * its order has its own customer, samples, payments and notices. References to what was not copied stay.
 */
export async function multiply(db: Database, copies: number): Promise<void> {
  const columns = await db.rows<Column>(sql`
    select c.table_name as table, c.column_name as name, c.data_type as type
    from information_schema.columns c join information_schema.tables t on t.table_name = c.table_name and t.table_schema = 'public' and t.table_type = 'BASE TABLE'
    where c.table_schema = 'public' and c.is_generated = 'NEVER' order by c.ordinal_position`)
  const references = await db.rows<{ table: string; name: string; to: string }>(sql`
    select conrelid::regclass::text as table, a.attname as name, confrelid::regclass::text as to
    from pg_constraint join pg_attribute a on a.attrelid = conrelid and a.attnum = any(conkey)
    where contype = 'f'`)
  const unique = await db.rows<{ table: string; name: string }>(sql`
    select distinct indrelid::regclass::text as table, a.attname as name
    from pg_index join pg_attribute a on a.attrelid = indrelid and a.attnum = any(indkey) where indisunique`)
  // Numbers of copies are longer than rules of their form allow.
  const rules = await db.rows<{ drop: string }>(sql`
    select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop from pg_constraint
    where contype = 'c' and connamespace = 'public'::regnamespace and conrelid <> 0 and coninhcount = 0`)
  const partitions = await db.rows<{ name: string }>(sql`select inhrelid::regclass::text as name from pg_inherits`)
  const tables = [...new Set(columns.map(({ table }) => table))].filter(
    (table) => !kept.test(table) && !partitions.some(({ name }) => name === table),
  )
  const targets = new Map(references.map(({ name, to }) => [name, to]))
  const isUnique = new Set(unique.map(({ table, name }) => `${table}.${name}`))
  const expression = ({ table, name, type }: Column) => {
    if (type === 'bigint' || type === 'integer') {
      const to =
        name === 'id'
          ? table
          : (references.find((one) => one.table === table && one.name === name)?.to ?? targets.get(name))
      return to !== undefined && tables.includes(to) ? `${name} + copy_no * ${STEP}` : name
    }
    if (type !== 'text') return name
    if (isUnique.has(`${table}.${name}`)) return `${name} || copy_no`
    return /(^|_)no$|^code$|phone$/.test(name)
      ? `case when ${name} ~ '[0-9]$' then ${name} || copy_no else ${name} end`
      : name
  }
  const copied = tables.map((table) => {
    const own = columns.filter((column) => column.table === table)
    const names = own.map(({ name }) => name).join(', ')
    return `insert into ${table} (${names}) overriding system value
      select ${own.map(expression).join(', ')} from ${table}, generate_series(1, ${copies}) copy_no on conflict do nothing`
  })
  // Copies refer to each other in circles, and need no events of their own.
  await db.script(
    'set statement_timeout = 0',
    'set session_replication_role = replica',
    ...rules.map(({ drop }) => drop),
    ...copied,
    'reset session_replication_role',
    'reset statement_timeout',
  )
  await db.script('vacuum analyze')
}
