import pg from 'pg'
import { error, type Finding, type HostCheck, ok } from './finding.ts'

const NAME = '连接池'

/**
 * Whether a pooler stands between us and PostgreSQL, and whether prepared statements work through it. A pooler invents the number of the
 * connection that it tells its clients, so it differs from that of the server's process.
 */
export const poolerCheck: HostCheck = {
  key: 'pooler',
  cheap: false,
  find: async ({ config }) => (config.DATABASE_URL ? poolerFindings(config.DATABASE_URL) : []),
}

async function poolerFindings(connectionString: string): Promise<Finding[]> {
  const clients = [0, 1].map(
    () => new pg.Client({ connectionString, connectionTimeoutMillis: 5000, query_timeout: 5000 }),
  )
  const [one, other] = clients as [pg.Client, pg.Client]
  try {
    await Promise.all(clients.map((client) => client.connect()))
    const pid = await pidOf(one)
    if (pid === (one as pg.Client & { processID?: number }).processID) return [ok(NAME, '直接连接 PostgreSQL')]
    // In transaction mode the connection that `one` used is free for `other` as soon as the statement has ended.
    const shared = (await pidOf(other)) === pid
    if (!shared) return [ok(NAME, '经过连接池，会话模式')]
    return [await preparedFinding(one, other)]
  } finally {
    await Promise.all(clients.map((client) => client.end().catch(() => {})))
  }
}

async function pidOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query('select pg_backend_pid() as pid')
  return rows[0].pid
}

/** A statement that was prepared on one connection of the server is used on another one, while the first is busy. */
async function preparedFinding(one: pg.Client, other: pg.Client): Promise<Finding> {
  const statement = { name: `mingxi_doctor_${process.pid}`, text: 'select 1 as one' }
  await one.query(statement)
  await other.query('begin')
  try {
    await one.query(statement)
    return ok(NAME, '经过连接池，事务模式，预备语句可用')
  } catch (fault) {
    const todo = '使用 PgBouncer 1.21 或更新版本并设置 max_prepared_statements = 2000，或改为 pool_mode = session'
    return error(NAME, `经过连接池，事务模式，预备语句不可用（${(fault as { code?: string }).code ?? ''}）`, todo)
  } finally {
    await other.query('rollback')
  }
}
