import { type ConnectionBudget, connectionBudget } from '../../platform/db/postgres/budget.ts'
import type { Db } from '../../platform/db/db.ts'
import { unreadableTables } from '../../platform/db/postgres/request-role.ts'
import { sql } from '../../platform/db/sql.ts'

export interface DatabaseFacts {
  versionNumber: number
  encoding: string
  collation: string
  superuser: boolean
  standby: boolean
  /** By name, of pg_settings. */
  settings: Record<string, string>
  budget: ConnectionBudget
  invalidIndexes: string[]
  /** With many dead rows. */
  bloated: string[]
  /** Tables that the connected role may not read. */
  unreadable: string[]
}

const SETTINGS = ['fsync', 'synchronous_commit', 'full_page_writes', 'archive_mode']
/** Time limits, which are set for each connection (platform/db/postgres/postgres.ts). */
const LIMITS = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout']

export async function databaseFacts(db: Db): Promise<DatabaseFacts> {
  const one = await db.one<
    Omit<DatabaseFacts, 'settings' | 'budget' | 'invalidIndexes' | 'bloated' | 'unreadable'>
  >(sql`
    select current_setting('server_version_num')::int as version_number, pg_encoding_to_char(encoding) as encoding, datcollate as collation,
      (select rolsuper from pg_roles where rolname = current_user) as superuser, pg_is_in_recovery() as standby
    from pg_database where datname = current_database()`)
  const settings = await db.rows<{ name: string; setting: string }>(
    sql`select name, setting from pg_settings where name = any(${[...SETTINGS, ...LIMITS]}::text[])`,
  )
  const invalid = await db.rows<{ name: string }>(
    sql`select indexrelid::regclass::text as name from pg_index where not indisvalid order by 1`,
  )
  const bloated = await db.rows<{ name: string }>(sql`
    select relname as name from pg_stat_user_tables
    where n_dead_tup > 100000 and n_dead_tup > n_live_tup * 0.5 order by n_dead_tup desc limit 5`)
  return {
    ...one,
    budget: await connectionBudget(db),
    settings: Object.fromEntries(settings.map(({ name, setting }) => [name, setting])),
    invalidIndexes: invalid.map(({ name }) => name),
    bloated: bloated.map(({ name }) => name),
    unreadable: await unreadableTables(db),
  }
}
