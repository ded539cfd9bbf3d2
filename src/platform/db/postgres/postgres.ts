import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { type OpenSpan, spanned } from '../../observe/tracing.ts'
import { processName } from './budget.ts'
import { Connections, type Pooler } from './connections.ts'
import {
  assertOutsideTransaction,
  CommitHooks,
  type Database,
  type Db,
  mayRetry,
  queries,
  runInTransactionScope,
  TransactionUndone,
} from '../db.ts'
import type { QueryResult, RunQuery } from '../run-query.ts'
import { oneHost, severalHosts } from './hosts.ts'
import { inLane, jobPlaces } from './lanes.ts'
import { DatabaseSilent, limits } from './limits.ts'
import { onlyReads, sql } from '../sql.ts'

const INT8_ARRAY = 1016
const parsers: Record<number, (text: string) => unknown> = {
  [pg.types.builtins.INT8]: toSafeNumber,
  [pg.types.builtins.DATE]: (text) => text,
  [INT8_ARRAY]: (text) =>
    (pg.types.getTypeParser(INT8_ARRAY as never) as (text: string) => (string | null)[])(text).map((each) =>
      each === null ? null : toSafeNumber(each),
    ),
}

const types = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    parsers[oid] ?? pg.types.getTypeParser(oid, format as 'text'),
} as unknown as pg.CustomTypesConfig

export interface PostgresOptions {
  poolSize?: number
  pooler?: Pooler
  /** `host:port` of the servers of which one is the primary, instead of the one in the address. */
  hosts?: readonly string[]
  /** A replica: a read that it does not answer in this time is made by the primary instead of once more. */
  answerWithinMs?: number
}

/** A PostgreSQL server. Statements are prepared under one name per text, which about doubles the throughput. */
export function openPostgres(url: string, options: PostgresOptions = {}): Database {
  const { poolSize = 12, pooler = 'none' } = options
  const hosts = options.hosts && options.hosts.length > 1 ? severalHosts(url, options.hosts) : oneHost(url)
  const name = processName(poolSize)
  const connections = new Connections({ poolSize, pooler, name, hosts }, types)
  // Its own connection, so that a busy pool does not make the process look dead.
  const healthConnections = new Connections({ poolSize: 1, pooler, name, hosts }, types)
  const prepared = pooler !== 'transaction'
  const database: Database = {
    engine: 'postgres',
    ...handle(connections, prepared, () => database, options.answerWithinMs ?? 'read'),
    script: async (...steps) => {
      const client = await connections.acquire()
      try {
        for (const step of steps) await (typeof step === 'string' ? client.query(step) : step())
      } finally {
        // A script may leave a transaction open or settings changed, so its connection is closed.
        connections.release(client, true)
      }
    },
    ping: async () => {
      await database.health.rows(sql`select 1`)
    },
    jobs: handle(inLane(connections, jobPlaces(poolSize)), prepared, () => database, limits.statementMs),
    health: handle(healthConnections, prepared, () => database, 'health'),
    close: async () => {
      hosts.close()
      await Promise.all([connections.end(), healthConnections.end()])
    },
  }
  return database
}

/** What a transaction and a statement need of connections. */
type Lane = Pick<Connections, 'acquire' | 'release' | 'limited'>

/** How long a statement may take outside of a transaction. `read`, `health`: one that reads is sent once more when its connection is silent. */
type Within = number | 'read' | 'health'

function handle(lane: Lane, prepared: boolean, database: () => Database, within: Within): Db {
  return {
    ...queries((text, values) => {
      assertOutsideTransaction(database())
      return alone(lane, { text, values, prepared }, within)
    }),
    tx: (work, how) => {
      assertOutsideTransaction(database())
      return withRetries(() => transaction(database(), lane, prepared, work, how))
    },
    afterCommit: (work) => work(),
  }
}

/**
 * A statement outside of a transaction. When its connection does not answer, a statement that only reads is sent once more on another one.
 * Jobs get no second try here, because their statements may take longer and the queue repeats them.
 */
async function alone(lane: Lane, statement: Statement, within: Within): Promise<QueryResult> {
  const sentAt = performance.now()
  if (typeof within === 'number') return once(lane, statement, within)
  const { readMs, statementMs, healthMs } = limits
  const { first, all } =
    within === 'health' ? { first: healthMs, all: healthMs * 2 } : { first: readMs, all: statementMs }
  const again = onlyReads(statement.text)
  try {
    return await once(lane, statement, again ? first : all)
  } catch (error) {
    if (!again || !(error instanceof DatabaseSilent)) throw error
    const left = all - (performance.now() - sentAt)
    return await once(lane, statement, Math.max(left, 1000))
  }
}

async function once(lane: Lane, statement: Statement, ms: number): Promise<QueryResult> {
  const client = await lane.acquire()
  let broken = false
  try {
    return await lane.limited(client, send(client, statement), ms)
  } catch (error) {
    broken = !isAnswer(error)
    throw error
  } finally {
    lane.release(client, broken)
  }
}

async function transaction<T>(
  database: Database,
  lane: Lane,
  prepared: boolean,
  work: (tx: Db) => Promise<T>,
  { unlimited = false }: { unlimited?: boolean } = {},
): Promise<T> {
  const client = await begin(lane)
  const hooks = new CommitHooks()
  const limit = unlimited ? MOST_MS : limits.statementMs
  let broken = false
  const run = async (sent: Promise<QueryResult | pg.QueryResult>) => {
    try {
      return await lane.limited(client, sent, limit)
    } catch (error) {
      broken ||= !isAnswer(error)
      throw error
    }
  }
  try {
    if (unlimited) await run(client.query('set local statement_timeout = 0'))
    const result = await runInTransactionScope(database, () =>
      work(txHandle((text, values) => run(send(client, { text, values, prepared })) as Promise<QueryResult>, hooks)),
    )
    const { command } = (await run(client.query('commit'))) as pg.QueryResult
    if (command === 'ROLLBACK') throw new TransactionUndone()
    hooks.run()
    return result
  } catch (error) {
    if (!broken) await run(client.query('rollback')).catch(() => (broken = true))
    throw error
  } finally {
    lane.release(client, broken)
  }
}

/** A connection with an open transaction. Until `begin` is answered nothing has happened, so a silent connection is replaced. */
async function begin(lane: Lane): Promise<pg.PoolClient> {
  for (let attempt = 1; ; attempt++) {
    const client = await lane.acquire()
    try {
      await lane.limited(client, client.query('begin'), limits.beginMs)
      return client
    } catch (error) {
      lane.release(client, true)
      if (attempt > 1 || !(error instanceof DatabaseSilent)) throw error
    }
  }
}

/** The longest time of a timer; migrations of a large table take hours. */
const MOST_MS = 2 ** 31 - 1

/** The server refused the statement, so the connection works. */
function isAnswer(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.severity === 'ERROR' && error.code !== READ_ONLY
}

/** The host has become a standby. */
const READ_ONLY = '25006'

/** The handle inside a transaction: `tx` joins it, `afterCommit` waits for its commit. */
export function txHandle(run: RunQuery, hooks: CommitHooks): Db {
  const tx: Db = { ...queries(run), tx: (work) => work(tx), afterCommit: (work) => hooks.add(work) }
  return tx
}

/** The wait lets the transaction that won go on; without it, the two meet again in the same order. */
export function withRetries<T>(work: () => Promise<T>): Promise<T> {
  return spanned('transaction', {}, (span) => retried(work, span))
}

async function retried<T>(work: () => Promise<T>, span: OpenSpan | undefined): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (attempt >= 5 || !mayRetry(error)) throw error
      span?.event('retry', { attempt, 'error.type': (error as { code?: string }).code })
      await setTimeout(Math.random() * 100 * 2 ** attempt)
    }
  }
}

const statementNames = new Map<string, string>()
/** Stops naming statements above this number, since each name takes memory in the server. More texts than this mean that a call site varies its text. */
const MAX_NAMED_STATEMENTS = 2000

interface Statement {
  text: string
  values: unknown[]
  prepared: boolean
}

async function send(client: pg.PoolClient, { text, values, prepared }: Statement): Promise<QueryResult> {
  const name = prepared ? nameOf(text) : undefined
  const result = await client.query({ text, values, rowMode: 'array', name })
  return { rows: result.rows, names: result.fields.map((field) => field.name), affected: result.rowCount ?? 0 }
}

function nameOf(text: string): string | undefined {
  let name = statementNames.get(text)
  if (name === undefined && statementNames.size < MAX_NAMED_STATEMENTS) {
    name = `s${statementNames.size}`
    statementNames.set(text, name)
  }
  return name
}

function toSafeNumber(text: string): number {
  const number = Number(text)
  if (!Number.isSafeInteger(number)) throw new Error('a bigint from the database exceeds 2^53')
  return number
}
