import { AsyncLocalStorage } from 'node:async_hooks'
import type { Sql } from './sql.ts'
import type { QueryResult, RunQuery } from './run-query.ts'
import { runStatement } from './statements.ts'

/** The database interface for stores. Rows have camelCase keys, bigint as number, timestamptz as Date, date as text. */
export interface Db {
  rows<T>(statement: Sql): Promise<T[]>
  /** The first row, or undefined. */
  row<T>(statement: Sql): Promise<T | undefined>
  /** Exactly one row; throws when there is none, which is a programming error. */
  one<T>(statement: Sql): Promise<T>
  /** Number of rows written. */
  run(statement: Sql): Promise<number>
  /** Runs `work` in one transaction, or in the open one when there is one. Repeats it after serialization failures and deadlocks. */
  tx<T>(work: (tx: Db) => Promise<T>, how?: TxOptions): Promise<T>
  /** Runs `work` after the outermost commit, or immediately when there is no transaction. */
  afterCommit(work: () => void): void
}

export type ScriptStep = string | (() => Promise<unknown>)

export interface TxOptions {
  /** Its statements may take as long as they need. Only for data of tests and measurements; a job works in parts. */
  unlimited?: boolean
}

export interface Database extends Db {
  readonly engine: 'pglite' | 'postgres'
  /** For jobs: leaves connections for requests, and a statement may take its whole time at the first try. */
  readonly jobs: Db
  /** For health checks and metrics: has a connection of its own. */
  readonly health: Db
  /**
   * Runs statements without parameters, for migrations. Several texts run one after the other on one connection, each on its own: a text of several
   * statements is one transaction, and some statements refuse to run in one. Work between them is done while this connection keeps what it holds.
   */
  script(...steps: ScriptStep[]): Promise<void>
  /** Rejects when the database does not answer. */
  ping(): Promise<void>
  close(): Promise<void>
}

const openTransaction = new AsyncLocalStorage<object | undefined>()

export function runInTransactionScope<T>(database: object, work: () => Promise<T>): Promise<T> {
  return openTransaction.run(database, work)
}

/** Using the outer handle inside a transaction deadlocks PGlite and escapes the transaction on PostgreSQL: a bug on both. */
export function assertOutsideTransaction(database: object): void {
  if (openTransaction.getStore() === database)
    throw new Error('the outer db was used inside a transaction: pass the tx handle on')
}

/** The database answered a commit with a rollback: a statement had failed, and the work went on as if nothing had happened. A bug. */
export class TransactionUndone extends Error {
  constructor() {
    super('a statement of the transaction failed, so nothing of it was kept')
  }
}

/** The read and write methods on top of a driver's query. */
export function queries(run: RunQuery): Pick<Db, 'rows' | 'row' | 'one' | 'run'> {
  const rows = async <T>(statement: Sql): Promise<T[]> => toObjects<T>(await runStatement(run, statement))
  return {
    rows,
    row: async <T>(statement: Sql) => (await rows<T>(statement))[0],
    one: async <T>(statement: Sql) => {
      const found = (await rows<T>(statement))[0]
      if (found === undefined) throw new Error(`a row was expected: ${statement.text}`)
      return found
    },
    run: async (statement) => (await runStatement(run, statement)).affected,
  }
}

const camelNames = new Map<string, string>()

function camelName(name: string): string {
  let camel = camelNames.get(name)
  if (camel === undefined) {
    camel = name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
    camelNames.set(name, camel)
  }
  return camel
}

function toObjects<T>(result: QueryResult): T[] {
  const keys = result.names.map(camelName)
  return result.rows.map((row) => {
    const object: Record<string, unknown> = {}
    for (let i = 0; i < keys.length; i++) object[keys[i] as string] = row[i]
    return object as T
  })
}

/** Collects the after-commit work of one transaction. */
export class CommitHooks {
  #works: (() => void)[] = []

  add(work: () => void): void {
    this.#works.push(work)
  }

  run(): void {
    const works = this.#works
    this.#works = []
    openTransaction.exit(() => {
      for (const work of works) work()
    })
  }
}

const RETRIED = new Set(['40001', '40P01'])

/** Serialization failure or deadlock: the whole transaction may be repeated. */
export function mayRetry(error: unknown): boolean {
  return RETRIED.has((error as { code?: string })?.code ?? '')
}

/** SQLSTATE 23505: the error that the loser of a race for a unique key gets. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  const e = error as { code?: string; constraint?: string; constraint_name?: string }
  return e?.code === '23505' && (constraint === undefined || (e.constraint ?? e.constraint_name) === constraint)
}
