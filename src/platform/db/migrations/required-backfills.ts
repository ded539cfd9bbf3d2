import type { Db } from '../db.ts'
import { backfillFault } from './migration-faults.ts'
import type { Migration } from './migration.ts'
import { sql } from '../sql.ts'

/** `-- after backfill: NAME` in a comment line of its own: the migration takes away what that backfill copies. */
const REQUIREMENT = /^-- after backfill: (\S+)$/gm

/**
 * Refuses an upgrade of a database with data whose backfills have not finished, before anything is changed. Whoever skips the release with the
 * backfill would lose what the contract migration drops.
 */
export async function requireBackfills(db: Db, pending: readonly Migration[]): Promise<void> {
  const required = pending.flatMap(({ name, text }) =>
    [...text.matchAll(REQUIREMENT)].map(([, backfill = '']) => ({ name, backfill })),
  )
  if (required.length === 0) return
  const { there } = await db.one<{ there: boolean }>(sql`select to_regclass('backfills') is not null as there`)
  const done = there ? await db.rows<{ name: string }>(sql`select name from backfills where state = 'done'`) : []
  const missing = required.find(({ backfill }) => !done.some(({ name }) => name === backfill))
  if (missing) throw backfillFault(missing.name, missing.backfill)
}
