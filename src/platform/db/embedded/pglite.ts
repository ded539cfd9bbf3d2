import { type MemoryFS, PGlite, types } from '@electric-sql/pglite'
import {
  assertOutsideTransaction,
  CommitHooks,
  type Database,
  queries,
  type ScriptStep,
  runInTransactionScope,
  TransactionUndone,
} from '../db.ts'
import { rememberEngine } from './embedded.ts'
import { EmbeddedSession } from './embedded-session.ts'
import { txHandle, withRetries } from '../postgres/postgres.ts'
import { SyncedFolder, syncedParams, syncFolder } from './synced-folder.ts'

const parsers = {
  [types.INT8]: (text: string) => Number(text),
  [types.DATE]: (text: string) => text,
  [types.TIMESTAMPTZ]: (text: string) => new Date(text),
}

/** PGlite allocates its shared buffers (128 MB by default) at the start. At the size of an embedded database the file cache of the system is as fast. */
const startParams = [...PGlite.defaultStartParams, '-c', 'shared_buffers=32MB', '-c', 'wal_buffers=1MB']

export interface PgliteOptions {
  /** The content of a new database, as `dump` gives it. */
  loadDataDir?: Blob
  /** The files of a database in memory. */
  files?: MemoryFS
  /** Wait for the disk at every commit, so that data survive a power failure too, not only the end of the process. */
  durable?: boolean
}

/** The embedded database: PostgreSQL in this process, one session. Without `folder` it is in memory. */
export async function openPglite(
  folder: string | undefined,
  { loadDataDir, files, durable = false }: PgliteOptions = {},
): Promise<Database> {
  const synced = durable && folder !== undefined ? new SyncedFolder(folder) : undefined
  const engine = await PGlite.create({
    ...(synced || files ? { fs: synced ?? files } : { dataDir: folder }),
    parsers,
    loadDataDir,
    startParams: synced ? [...startParams.filter((each) => each !== '-F'), ...syncedParams] : startParams,
  })
  // What initdb or a start without the setting wrote may not be on the disk yet, and WAL is replayed on top of it.
  if (synced && folder !== undefined) syncFolder(folder)
  const session = new EmbeddedSession(engine)
  const database: Database = {
    engine: 'pglite',
    ...queries((text, values) => {
      assertOutsideTransaction(database)
      return alone(engine, () => session.run(text, values))
    }),
    tx: (work) => {
      assertOutsideTransaction(database)
      return withRetries(async () => {
        const hooks = new CommitHooks()
        const result = await alone(engine, () =>
          transaction(session, () =>
            runInTransactionScope(database, () => work(txHandle((text, values) => session.run(text, values), hooks))),
          ),
        )
        hooks.run()
        return result
      })
    },
    afterCommit: (work) => work(),
    script: async (...steps) => {
      for (const step of inOne(steps))
        await (typeof step === 'string' ? alone(engine, () => session.script(step)) : step())
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
  rememberEngine(database, { engine, folder })
  return Object.assign(database, { dump: () => engine.dumpDataDir('none') })
}

/** Statements of others would come between two texts, since all share the one session. */
function inOne(steps: ScriptStep[]): ScriptStep[] {
  return steps.every((step) => typeof step === 'string') ? [steps.join('\n;\n')] : steps
}

/** Waits until nobody else uses the one session, and keeps it for `work`. */
function alone<T>(engine: PGlite, work: () => Promise<T>): Promise<T> {
  if (!engine.ready) throw new Error('the embedded database is closed')
  return engine._runExclusiveTransaction(work)
}

async function transaction<T>(session: EmbeddedSession, work: () => Promise<T>): Promise<T> {
  await session.run('begin')
  try {
    const result = await work()
    const { command } = await session.run('commit')
    if (command === 'ROLLBACK') throw new TransactionUndone()
    return result
  } catch (error) {
    await session.run('rollback')
    throw error
  }
}
