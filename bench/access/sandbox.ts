import { openTestDatabase } from '../../src/app/testing/test-database.ts'
import type { Database, Db } from '../../src/platform/db/db.ts'
import { identifier, sql } from '../../src/platform/db/sql.ts'

class TakenBack extends Error {}

/** A database whose changes of a while can be taken back, so that thousands of requests that succeed leave no trace for the next ones. */
export class Sandbox implements Database {
  readonly #inner: Database
  #open: Db | undefined
  #savepoints = 0
  #turn: Promise<unknown> = Promise.resolve()

  constructor(inner: Database) {
    this.#inner = inner
  }

  get engine() {
    return this.#inner.engine
  }
  get jobs() {
    return this
  }
  get health() {
    return this
  }

  rows: Db['rows'] = (statement) => this.#now.rows(statement)
  row: Db['row'] = (statement) => this.#now.row(statement)
  one: Db['one'] = (statement) => this.#now.one(statement)
  run: Db['run'] = (statement) => this.#now.run(statement)
  afterCommit: Db['afterCommit'] = (work) => this.#now.afterCommit(work)
  script: Database['script'] = (...steps) => this.#inner.script(...steps)
  ping = () => this.#inner.ping()
  close = () => this.#inner.close()

  /** One transaction of a request is a savepoint of the while. */
  tx: Db['tx'] = (work, how) => {
    const open = this.#open
    if (!open) return this.#inner.tx(work, how)
    const result = this.#turn.then(() => this.#saved(open, work))
    this.#turn = result.catch(() => {})
    return result
  }

  /** Runs `work` and takes back what it wrote. */
  async takenBack<T>(work: () => Promise<T>): Promise<T> {
    let result: { value: T } | undefined
    try {
      await this.#inner.tx(async (tx) => {
        this.#open = tx
        result = { value: await work() }
        throw new TakenBack()
      })
    } catch (error) {
      if (!(error instanceof TakenBack)) throw error
    } finally {
      this.#open = undefined
    }
    return (result as { value: T }).value
  }

  /** Writes to each table so far. The database counts them over transactions, also those that were taken back. */
  async writes(): Promise<Map<string, number>> {
    const rows = await this.rows<{ name: string; times: number }>(sql`
      select relname as name, n_tup_ins + n_tup_upd + n_tup_del as times from pg_stat_xact_user_tables
      where n_tup_ins + n_tup_upd + n_tup_del > 0`)
    return new Map(rows.map(({ name, times }) => [name, times]))
  }

  /** Tables that were written to since. */
  async writtenSince(before: ReadonlyMap<string, number>): Promise<string[]> {
    const now = await this.writes()
    return [...now].filter(([name, times]) => times > (before.get(name) ?? 0)).map(([name]) => name)
  }

  get #now(): Db {
    return this.#open ?? this.#inner
  }

  async #saved<T>(open: Db, work: (tx: Db) => Promise<T>): Promise<T> {
    const name = identifier(`s${++this.#savepoints}`)
    await open.run(sql`savepoint ${name}`)
    try {
      const value = await work(open)
      await open.run(sql`release savepoint ${name}`)
      return value
    } catch (error) {
      await open.run(sql`rollback to savepoint ${name}`)
      throw error
    }
  }
}

/** For `testApp({}, { open })`. */
export async function sandboxed() {
  const opened = await openTestDatabase()
  const sandbox = new Sandbox(opened.database)
  return { sandbox, open: async () => ({ ...opened, database: sandbox }) }
}
