import { randomBytes } from 'node:crypto'
import pg from 'pg'
import type { Pooler } from '../../../platform/db/postgres/connections.ts'
import { error, type Finding, type HostCheck, ok, warning } from '../finding.ts'

const NAME = '连接池'
const GUIDE = '见 docs/operations/growing.md'

/** What stands between us and PostgreSQL, found by trying. `transaction-prepared`: prepared statements follow to another connection of the server. */
export const poolerCheck: HostCheck = {
  key: 'pooler',
  cheap: false,
  find: async ({ config }) => {
    const found = config.DATABASE_URL ? await poolerAt(config.DATABASE_URL) : undefined
    return found ? [poolerFinding(found, config.DATABASE_POOLER)] : []
  },
}

const words: Record<Pooler, string> = {
  none: '直接连接 PostgreSQL',
  session: '经过连接池，会话模式',
  transaction: '经过连接池，事务模式，预备语句不可用',
  'transaction-prepared': '经过连接池，事务模式，预备语句可用',
}

export function poolerFinding(found: Pooler, set: Pooler): Finding {
  const seen = words[found]
  const transaction = found === 'transaction' || found === 'transaction-prepared'
  if (found === set || (found === 'transaction-prepared' && set === 'transaction')) return ok(NAME, seen)
  if (found === 'transaction' && set === 'transaction-prepared') {
    const todo = `使用 PgBouncer 1.21 或更新版本并设置 max_prepared_statements = 2000，或设置 DATABASE_POOLER=transaction；${GUIDE}`
    return error(NAME, seen, todo)
  }
  const mismatch = `${seen}，而 DATABASE_POOLER=${set}`
  const todo = `设置 DATABASE_POOLER=${found}；${GUIDE}`
  return transaction ? error(NAME, mismatch, todo) : warning(NAME, mismatch, todo)
}

/**
 * A pooler invents the number of the connection that it tells its clients, so it differs from that of the server's process. Undefined when the
 * database lets nobody in, which is said once, where it is opened.
 */
async function poolerAt(connectionString: string): Promise<Pooler | undefined> {
  const open = () => {
    const client = new pg.Client({ connectionString, connectionTimeoutMillis: 5000, query_timeout: 5000 })
    client.on('error', () => {})
    return client
  }
  const one = open()
  const other = open()
  try {
    try {
      await one.connect()
    } catch {
      return undefined
    }
    const pid = await pidOf(one)
    if (pid === (one as pg.Client & { processID?: number }).processID) return 'none'
    await other.connect()
    // In transaction mode the connection that `one` used is free for `other` as soon as the statement has ended.
    if ((await pidOf(other)) !== pid) return 'session'
    return (await staysPrepared(one, other)) ? 'transaction-prepared' : 'transaction'
  } finally {
    await Promise.all([one, other].map((client) => client.end().catch(() => {})))
  }
}

async function pidOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query('select pg_backend_pid() as pid')
  return rows[0].pid
}

/** A statement that was prepared on one connection of the server is used on another one, while the first is busy. */
async function staysPrepared(one: pg.Client, other: pg.Client): Promise<boolean> {
  const name = `mingxi_doctor_${randomBytes(4).toString('hex')}`
  const statement = { name, text: 'select 1 as one' }
  await one.query(statement)
  await other.query('begin')
  try {
    await one.query(statement)
    return true
  } catch {
    return false
  } finally {
    // `other` holds the connection of the server on which the statement stays behind, unless the pooler keeps it under a name of its own.
    await other.query(`deallocate ${name}`).catch(() => {})
    await other.query('rollback')
  }
}
