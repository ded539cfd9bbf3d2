import type { Database, Db } from '../db.ts'
import { DatabaseSilent } from './limits.ts'
import { readingDb } from './reading-db.ts'
import { sql } from '../sql.ts'

export interface ReplicaState {
  /** host:port */
  name: string
  /** `behind`: it lags more than `maxLagSeconds`. `primary`: it was promoted, and DATABASE_REPLICA_URL has to be changed. */
  state: 'used' | 'behind' | 'down' | 'primary'
  lagSeconds: number
  /** How many bytes of the log it has not replayed. */
  lagBytes: number
}

export interface ReplicaOptions {
  maxLagSeconds?: number
  everyMs?: number
  /** Called when a state changes. */
  onChange?: (state: ReplicaState) => void
}

interface Replica extends ReplicaState {
  database: Database
  replayed: number
  looked: boolean
}

/** How far a reader must have replayed, as a position in the log; undefined: not known, so only the primary will do. */
type Position = number | undefined

const LOOK_EVERY_MS = 1000
const MAX_LAG_SECONDS = 10

/**
 * Standbys that answer public reads. Every second it asks how far each has replayed; one that is down or too far behind is left out until it
 * has caught up. Nobody reads from a standby that has not replayed what he wrote, nor fills a cache with what a purge has made old.
 */
export class Replicas {
  #primary: Db
  #replicas: Replica[]
  #options: Required<ReplicaOptions>
  /** Positions of the primary and when they were seen, oldest first, as far as some replica has not replayed them. */
  #seen: { at: number; position: number }[] = []
  #timer: NodeJS.Timeout | undefined
  #next = 0
  /** Set by the cache: how far a replica must be so that what it answers may be cached. */
  mustReach: () => Position = () => undefined

  constructor(primary: Db, replicas: readonly { name: string; database: Database }[], options: ReplicaOptions = {}) {
    this.#primary = primary
    this.#options = { maxLagSeconds: MAX_LAG_SECONDS, everyMs: LOOK_EVERY_MS, onChange: () => {}, ...options }
    this.#replicas = replicas.map((each) => ({
      ...{ ...each, state: 'down', lagSeconds: 0, lagBytes: 0, replayed: 0, looked: false },
    }))
  }

  async start(): Promise<this> {
    await this.look()
    const again = () => {
      this.#timer = setTimeout(() => void this.look().finally(again), this.#options.everyMs).unref()
    }
    again()
    return this
  }

  /** Where the primary's log stands now: whoever has just written must not read from a replica before that. */
  async position(): Promise<number> {
    return positionOf(this.#primary)
  }

  /** A handle whose reads go to a replica that has replayed `seen` and the last purge; undefined when there is none. */
  reader(seen: Position = 0): Db | undefined {
    const purged = this.mustReach()
    if (purged === undefined || seen === undefined) return undefined
    const fit = this.#replicas.filter(({ state, replayed }) => state === 'used' && replayed >= Math.max(seen, purged))
    const replica = fit[this.#next++ % fit.length]
    if (!replica) return undefined
    return readingDb(this.#primary, replica.database, (error) => {
      if (error instanceof DatabaseSilent) this.#move(replica, 'down')
    })
  }

  states(): ReplicaState[] {
    return this.#replicas.map(({ name, state, lagSeconds, lagBytes }) => ({ name, state, lagSeconds, lagBytes }))
  }

  async look(): Promise<void> {
    // Without the primary nothing is known about lag; what was known stays.
    const position = await positionOf(this.#primary).catch(() => undefined)
    if (position === undefined) return
    this.#seen.push({ at: performance.now(), position })
    await Promise.all(this.#replicas.map((replica) => this.#lookAt(replica, position)))
    const slowest = Math.min(...this.#replicas.map(({ replayed, state }) => (state === 'down' ? Infinity : replayed)))
    while ((this.#seen[0]?.position ?? Infinity) <= slowest && this.#seen.length > 1) this.#seen.shift()
    // An hour is enough to tell that a replica is far behind.
    if (this.#seen.length > 3600) this.#seen.shift()
  }

  async #lookAt(replica: Replica, position: number): Promise<void> {
    const answer = await roleOf(replica.database).catch(() => undefined)
    if (!answer) return this.#move(replica, 'down')
    if (!answer.standby) return this.#move(replica, 'primary')
    replica.replayed = Math.max(replica.replayed, answer.replayed)
    replica.lagBytes = Math.max(0, position - answer.replayed)
    // This process may have started long after the replica fell behind; then the time of its last transaction tells.
    const missed = this.#seen.find((seen) => seen.position > answer.replayed)
    const watched = missed ? (performance.now() - missed.at) / 1000 : 0
    replica.lagSeconds = missed && !replica.looked ? Math.max(watched, answer.sinceLast ?? 0) : watched
    replica.looked ||= !missed
    this.#move(replica, replica.lagSeconds > this.#options.maxLagSeconds ? 'behind' : 'used')
  }

  #move(replica: Replica, state: ReplicaState['state']): void {
    if (replica.state === state) return
    replica.state = state
    const { name, lagSeconds, lagBytes } = replica
    this.#options.onChange({ name, state, lagSeconds, lagBytes })
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer)
    await Promise.all(this.#replicas.map(({ database }) => database.close()))
  }
}

async function positionOf(primary: Db): Promise<number> {
  const { position } = await primary.one<{ position: number }>(
    sql`select (pg_current_wal_insert_lsn() - '0/0')::bigint as position`,
  )
  return position
}

function roleOf({ health }: Database): Promise<{ standby: boolean; replayed: number; sinceLast: number | null }> {
  return health.one(sql`
    select pg_is_in_recovery() as standby, coalesce((pg_last_wal_replay_lsn() - '0/0')::bigint, 0) as replayed,
      extract(epoch from now() - pg_last_xact_replay_timestamp())::float8 as since_last`)
}
