import pg from 'pg'
import type { Hosts } from './hosts.ts'
import { connectionFigures, DatabaseSilent, limits } from './limits.ts'

/** How PostgreSQL is reached. In transaction mode a pooler gives each transaction another connection of the server (docs/operations/growing.md). */
export type Pooler = 'none' | 'session' | 'transaction' | 'transaction-prepared'

export interface ConnectionOptions {
  poolSize: number
  pooler: Pooler
  /** Names the process in pg_stat_activity. */
  name: string
  hosts: Hosts
}

/**
 * Set after connecting instead of as startup parameters, because PgBouncer refuses parameters that it does not track.
 * JIT compilation and parallel workers take longer to start than our statements take to run, but a wrong estimate of the planner
 * can trigger them.
 */
const SESSION_SETTINGS = `
  set statement_timeout = '15s'; set lock_timeout = '8s'; set idle_in_transaction_session_timeout = '30s';
  set jit = off; set max_parallel_workers_per_gather = 0`

/**
 * The connections of this process. `statement_timeout` is the server's, so a host that is frozen or cut off would hold a caller for ever:
 * `limited` ends the wait here and closes the connection. Then connections that have not answered since are closed before they are used.
 */
export class Connections {
  #pool: pg.Pool
  #hosts: Hosts
  #inUse = new Set<pg.PoolClient>()
  /** When a connection answered last. */
  #answeredAt = new WeakMap<pg.ClientBase, number>()
  #suspectBefore = 0

  constructor(options: ConnectionOptions, types: pg.CustomTypesConfig) {
    this.#hosts = options.hosts
    this.#pool = new pg.Pool({
      max: options.poolSize,
      connectionTimeoutMillis: limits.acquireMs,
      // A new connection has to prepare every statement again. With the default of ten seconds that would happen to most requests of a quiet hour.
      idleTimeoutMillis: 300_000,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      application_name: options.name,
      Client: options.hosts.clientClass(),
      onConnect: (client) => this.#prepare(client as pg.PoolClient, options.pooler),
      types,
    })
    // An idle connection that breaks must not end the process; the next query gets a new one or a clear error.
    this.#pool.on('error', () => {})
    options.hosts.onMove(() => this.#closeAll())
  }

  async #prepare(client: pg.PoolClient, pooler: Pooler): Promise<void> {
    // Between two statements of a transaction no promise is pending, and an error event without a listener would end the process.
    // The next statement on the broken connection fails, so the error is not lost.
    client.on('error', () => {})
    // In transaction mode a setting would stay at whatever connection of the server it met; the role has the settings there.
    if (pooler === 'none' || pooler === 'session')
      await this.limited(client, client.query(SESSION_SETTINGS), limits.settingsMs)
    await this.limited(client, this.#hosts.mustBePrimary(client), limits.settingsMs)
    this.#answeredAt.set(client, performance.now())
  }

  /** A connection that is not suspected of being dead. Give it back with `release`. */
  async acquire(): Promise<pg.PoolClient> {
    for (let tries = 0; ;) {
      try {
        await this.#hosts.ready()
        const client = await this.#pool.connect()
        if ((this.#answeredAt.get(client) ?? 0) >= this.#suspectBefore) {
          this.#inUse.add(client)
          return client
        }
        close(client)
        client.release(true)
      } catch (error) {
        tries += 1
        connectionFigures.refused += 1
        if (tries > 1 || isFull(error) || !(await this.#hosts.findAgain())) throw error
      }
    }
  }

  release(client: pg.PoolClient, broken = false): void {
    this.#inUse.delete(client)
    client.release(broken)
  }

  /** The result of a statement on this connection, or `DatabaseSilent`. */
  async limited<T>(client: pg.PoolClient, statement: Promise<T>, ms: number): Promise<T> {
    const sentAt = performance.now()
    let timer: NodeJS.Timeout | undefined
    let over = false
    const silence = new Promise<never>((_resolve, reject) => {
      const giveUp = () => {
        if (over) return
        connectionFigures.silent += 1
        this.#suspectBefore = Math.max(this.#suspectBefore, sentAt)
        close(client)
        reject(new DatabaseSilent(ms))
      }
      // One more turn of the event loop: after a long pause of this process the answer may be there already.
      timer = setTimeout(() => setImmediate(giveUp), ms)
    })
    try {
      const result = await Promise.race([statement, silence])
      this.#answeredAt.set(client, performance.now())
      return result
    } finally {
      over = true
      clearTimeout(timer)
    }
  }

  /** Another host is the primary now: whatever still waits for the former one waits in vain. */
  #closeAll(): void {
    this.#suspectBefore = performance.now()
    for (const client of this.#inUse) close(client)
  }

  end(): Promise<void> {
    return this.#pool.end()
  }
}

/** All connections are in use; another host does not help. */
function isFull(error: unknown): boolean {
  return error instanceof Error && error.message === 'timeout exceeded when trying to connect'
}

/** At once and without a farewell, which a dead host would never confirm. */
function close(client: pg.PoolClient): void {
  const { connection } = client as unknown as { connection: { stream: { destroy: () => void } } }
  connection.stream.destroy()
}
