import type { Database } from '../db.ts'
import { identifier, Sql, sql } from '../sql.ts'

/** What a process without jobs does with rows. Nothing of it changes tables, triggers or rights (decision 0129). */
const ROWS = new Sql('select, insert, update, delete', [])

/**
 * Lets a role that owns nothing answer requests: it reads and writes rows, also in tables that a later migration of this owner makes. Where the
 * trigger `refuse_change` keeps rows from being changed or deleted, the role has no right to do so either. A table made later has the trigger alone until
 * this is called again. To be called as the owner of the tables; it may be repeated. Throws PostgreSQL's own error for a role that does not exist (42704) and for somebody who is not the owner (42501).
 */
export async function grantRequests(database: Database, role: string): Promise<void> {
  const to = identifier(role)
  // Bits of pg_trigger.tgtype (PostgreSQL's catalog/pg_trigger.h): 1 for each row, 2 before, 8 on delete, 16 on update.
  const records = await database.rows<{ name: string; updates: boolean; deletes: boolean }>(sql`
    select c.relname as name, bool_or(t.tgtype & 16 <> 0) as updates, bool_or(t.tgtype & 8 <> 0) as deletes
    from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where t.tgfoid = 'refuse_change'::regproc and t.tgqual is null and t.tgattr = '' and t.tgtype & 3 = 3
    group by c.relname order by c.relname`)
  await database.tx(async (tx) => {
    await tx.run(sql`grant usage on schema public to ${to}`)
    await tx.run(sql`grant ${ROWS} on all tables in schema public to ${to}`)
    await tx.run(sql`grant usage, select on all sequences in schema public to ${to}`)
    await tx.run(sql`alter default privileges in schema public grant ${ROWS} on tables to ${to}`)
    await tx.run(sql`alter default privileges in schema public grant usage, select on sequences to ${to}`)
    await tx.run(sql`revoke insert, update, delete on schema_migrations from ${to}`)
    for (const { name, updates, deletes } of records) {
      if (updates) await tx.run(sql`revoke update on ${identifier(name)} from ${to}`)
      if (deletes) await tx.run(sql`revoke delete on ${identifier(name)} from ${to}`)
    }
  })
}

/** The tables whose rows the connected role may not read. There are some when another owner than the one who called `grantRequests` made them. */
export async function unreadableTables(database: Pick<Database, 'rows'>): Promise<string[]> {
  const rows = await database.rows<{ name: string }>(sql`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not has_table_privilege(oid, 'select') order by relname`)
  return rows.map(({ name }) => name)
}
