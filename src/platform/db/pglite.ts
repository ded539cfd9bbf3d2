import { PGlite, type Transaction, types } from '@electric-sql/pglite'
import {
  assertOutsideTransaction,
  CommitHooks,
  type Database,
  queries,
  type QueryResult,
  runInTransactionScope,
} from './db.ts'
import { txHandle, withRetries } from './postgres.ts'

const parsers = {
  [types.INT8]: (text: string) => Number(text),
  [types.DATE]: (text: string) => text,
  [types.TIMESTAMPTZ]: (text: string) => new Date(text),
}

type Runner = Pick<Transaction, 'query'>

/** PGlite allocates its shared buffers (128 MB by default) at the start. At the size of an embedded database the file cache of the system is as fast. */
const startParams = [...PGlite.defaultStartParams, '-c', 'shared_buffers=32MB', '-c', 'wal_buffers=1MB']

/**
 * The embedded database: PostgreSQL in this process, one session, no fsync. Without `folder` it is in memory.
 * Data survives the end of the process but not a power failure; the console shows this.
 */
export async function openPglite(folder: string | undefined, loadDataDir?: Blob): Promise<Database> {
  const engine = await PGlite.create({
    dataDir: folder,
    parsers,
    startParams,
    loadDataDir,
  })
  const database: Database = {
    engine: 'pglite',
    ...queries((text, values) => {
      assertOutsideTransaction(database)
      return query(engine, text, values)
    }),
    tx: (work) => {
      assertOutsideTransaction(database)
      return withRetries(async () => {
        const hooks = new CommitHooks()
        const result = await engine.transaction((inner) =>
          runInTransactionScope(database, () => work(txHandle((text, values) => query(inner, text, values), hooks))),
        )
        hooks.run()
        return result as Awaited<ReturnType<typeof work>>
      })
    },
    afterCommit: (work) => work(),
    script: async (text) => {
      try {
        await engine.exec(text)
      } catch (error) {
        await engine.exec('rollback')
        throw error
      }
    },
    // One session does everything.
    get jobs() {
      return database
    },
    get health() {
      return database
    },
    ping: async () => {
      await engine.query('select 1')
    },
    close: () => engine.close(),
  }
  return Object.assign(database, { dump: () => engine.dumpDataDir('none') })
}

async function query(runner: Runner, text: string, values: unknown[]): Promise<QueryResult> {
  const result = await runner.query(text, values, { rowMode: 'array' })
  return {
    rows: result.rows as unknown[][],
    names: result.fields.map((field) => field.name),
    affected: result.affectedRows ?? 0,
  }
}
