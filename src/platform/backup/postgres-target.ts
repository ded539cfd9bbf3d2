import { pipeline } from 'node:stream/promises'
import { Readable } from 'node:stream'
import { from } from 'pg-copy-streams'
import { MIGRATION_LOCK } from '../db/migrations/migrate.ts'
import { connectPrimary } from './connect-primary.ts'
import { BackupFault } from './format.ts'
import { type OpenTarget, TABLES_EXIST } from './restore-target.ts'
import { TEXT_SETTINGS } from './snapshot.ts'

/** A whole load takes longer than any request, and files are written while the transaction waits. */
const NO_LIMITS = `
  set local statement_timeout = 0; set local lock_timeout = '10s'; set local idle_in_transaction_session_timeout = 0;
  set local jit = off; set local synchronous_commit = on`

/** The lock of migrations keeps other restores out and servers that start. PostgreSQL undoes an unfinished transaction by itself, also after kill -9 of this process or of the server. */
export function postgresTarget(url: string, hosts: readonly string[] = []): OpenTarget {
  return async () => {
    const client = await connectPrimary(url, hosts)
    await client.query('begin')
    await client.query(`${NO_LIMITS}; ${TEXT_SETTINGS}`)
    const { rows } = await client.query<{ free: boolean }>(
      `select pg_try_advisory_xact_lock(${MIGRATION_LOCK}) as free`,
    )
    if (!rows[0]?.free) {
      await client.end()
      throw new BackupFault('另一个恢复或升级正在写入这个数据库')
    }
    return {
      isEmpty: async () => (await client.query(TABLES_EXIST)).rows.length === 0,
      exec: async (text) => void (await client.query(text)),
      rows: async <T>(text: string) => (await client.query(text)).rows as T[],
      load: ({ name, columns }, content) =>
        pipeline(Readable.from([content]), client.query(from(`copy ${name} (${columns.join(', ')}) from stdin`))),
      commit: async () => {
        await client.query('commit')
        await client.end()
      },
      abandon: () => client.end().catch(() => {}),
    }
  }
}
