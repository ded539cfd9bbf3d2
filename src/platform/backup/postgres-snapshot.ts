import { to } from 'pg-copy-streams'
import { inParts } from './archive-reader.ts'
import { connectPrimary } from './connect-primary.ts'
import type { BackupTable } from './format.ts'
import {
  asMigration,
  type MigrationRow,
  MIGRATIONS,
  SEQUENCES,
  type Snapshot,
  TABLE_NAMES,
  TABLES,
  TEXT_SETTINGS,
} from './snapshot.ts'

/** The limits of requests do not fit: reading everything takes minutes. */
const NO_LIMITS = `
  set local statement_timeout = 0; set local lock_timeout = '30s'; set local idle_in_transaction_session_timeout = 0;
  set local jit = off`

/** Reads a PostgreSQL server in one transaction that sees the rows of one moment and writes nothing. */
export function postgresSnapshot(url: string, hosts: readonly string[] = []) {
  return async <T>(work: (snapshot: Snapshot) => Promise<T>): Promise<T> => {
    const client = await connectPrimary(url, hosts)
    try {
      await client.query('begin transaction isolation level repeatable read read only')
      await client.query(`${NO_LIMITS}; ${TEXT_SETTINGS}`)
      const names = (await client.query<{ name: string }>(TABLE_NAMES)).rows.map(({ name }) => name)
      // Like pg_dump: no migration may change a table between the list and the reading.
      if (names.length > 0) await client.query(`lock table ${names.join(', ')} in access share mode`)
      const rowsOf = (select: string) => inParts(client.query(to(`copy (${select}) to stdout`)))
      const result = await work({
        engine: 'postgres',
        migrations: (await client.query<MigrationRow>(MIGRATIONS)).rows.map(asMigration),
        tables: (await client.query<BackupTable>(TABLES)).rows,
        sequences: (await client.query<{ name: string; last: string }>(SEQUENCES)).rows,
        rows: ({ name, columns }) => rowsOf(`select ${columns.join(', ')} from ${name}`),
        rowsOf,
      })
      await client.query('rollback')
      return result
    } finally {
      await client.end().catch(() => {})
    }
  }
}
