import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { type OpenSpan, spanned } from '../observe/tracing.ts'
import {
  assertOutsideTransaction,
  CommitHooks,
  type Database,
  type Db,
  mayRetry,
  queries,
  type QueryResult,
  type RunQuery,
  runInTransactionScope,
} from './db.ts'

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

/**
 * Set after connecting instead of as startup parameters, because PgBouncer refuses parameters that it does not track.
 * JIT compilation and parallel workers take longer to start than our statements take to run, but a wrong estimate of the planner
 * can trigger them.
 */
const SESSION_SETTINGS = `
  set statement_timeout = '15s'; set lock_timeout = '8s'; set idle_in_transaction_session_timeout = '30s';
  set jit = off; set max_parallel_workers_per_gather = 0`

/** A PostgreSQL server. Statements are prepared under one name per text, which about doubles the throughput. */
export function openPostgres(url: string, options: { poolSize?: number } = {}): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.poolSize ?? 12,
    connectionTimeoutMillis: 3000,
    // A new connection has to prepare every statement again. With the default of ten seconds that would happen to most requests of a quiet hour.
    idleTimeoutMillis: 300_000,
    onConnect: async (client) => {
      // Between two statements of a transaction no promise is pending, and an error event without a listener would end the process.
      // The next statement on the broken connection fails, so the error is not lost.
      client.on('error', () => {})
      await client.query(SESSION_SETTINGS)
    },
    types,
  })
  // An idle connection that breaks must not end the process; the next query gets a new one or a clear error.
  pool.on('error', () => {})
  const database: Database = {
    engine: 'postgres',
    ...queries((text, values) => {
      assertOutsideTransaction(database)
      return query(pool, text, values)
    }),
    tx: (work) => {
      assertOutsideTransaction(database)
      return withRetries(() => transaction(database, pool, work))
    },
    afterCommit: (work) => work(),
    script: async (text) => {
      const client = await pool.connect()
      let failed = true
      try {
        await client.query(text)
        failed = false
      } finally {
        // A failed script may leave its transaction open, so its connection is closed.
        client.release(failed)
      }
    },
    ping: async () => {
      await pool.query('select 1')
    },
    close: () => pool.end(),
  }
  return database
}

async function transaction<T>(database: Database, pool: pg.Pool, work: (tx: Db) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  const hooks = new CommitHooks()
  let broken: Error | undefined
  try {
    await client.query('begin')
    const result = await runInTransactionScope(database, () =>
      work(txHandle((text, values) => query(client, text, values), hooks)),
    )
    await client.query('commit')
    hooks.run()
    return result
  } catch (error) {
    await client.query('rollback').catch((e: Error) => {
      broken = e
    })
    throw error
  } finally {
    client.release(broken)
  }
}

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

async function query(target: pg.Pool | pg.PoolClient, text: string, values: unknown[]): Promise<QueryResult> {
  let name = statementNames.get(text)
  if (name === undefined && statementNames.size < MAX_NAMED_STATEMENTS) {
    name = `s${statementNames.size}`
    statementNames.set(text, name)
  }
  const result = await target.query({ text, values, rowMode: 'array', name })
  return { rows: result.rows, names: result.fields.map((field) => field.name), affected: result.rowCount ?? 0 }
}

function toSafeNumber(text: string): number {
  const number = Number(text)
  if (!Number.isSafeInteger(number)) throw new Error('a bigint from the database exceeds 2^53')
  return number
}
