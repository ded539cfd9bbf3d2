import pg from 'pg'

const ASK_LIMIT_MS = 3000

export interface Reached {
  /** A pooler stands between: the server's own process is not the one that answered the sign-in. */
  pooled: boolean
  /** Settings that a connection has from its role, without any of this program. */
  settings: { statementTimeout: string; lockTimeout: string; idleTimeout: string; jit: string }
}

/** What a fresh connection meets; undefined when there is none to be had. */
export async function reachedThrough(url: string): Promise<Reached | undefined> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: ASK_LIMIT_MS,
    query_timeout: ASK_LIMIT_MS,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query(`
      select pg_backend_pid() as pid, current_setting('statement_timeout') as "statementTimeout", current_setting('lock_timeout') as "lockTimeout",
        current_setting('idle_in_transaction_session_timeout') as "idleTimeout", current_setting('jit') as jit`)
    const { pid, ...settings } = rows[0]
    return { pooled: pid !== (client as unknown as { processID: number }).processID, settings }
  } catch {
    return undefined
  } finally {
    client.end().catch(() => {})
  }
}
