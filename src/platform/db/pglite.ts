import { PGlite, types } from '@electric-sql/pglite'
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

type Runner = Pick<PGlite, 'query'>

/** The default of 128 MB is taken at once and for good; a database of this size reads its files through the system's own cache as fast. */
const startParams = [...PGlite.defaultStartParams, '-c', 'shared_buffers=32MB', '-c', 'wal_buffers=1MB']

/**
 * The embedded database: PostgreSQL in this process, one session, no fsync. `folder` undefined keeps it in memory.
 * Safe against the death of the process, not against loss of power; the console says so.
 */
export async function openPglite(folder: string | undefined, loadDataDir?: Blob): Promise<Database> {
  const engine = await PGlite.create({
    ...(folder ? { dataDir: folder } : {}),
    parsers,
    startParams,
    ...(loadDataDir ? { loadDataDir } : {}),
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
          runInTransactionScope(database, () =>
            work(txHandle((text, values) => query(inner as unknown as Runner, text, values), hooks)),
          ),
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
