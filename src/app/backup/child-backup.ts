// The process that reads and compresses a backup for a server that goes on serving (make-backup.ts). Its argument says what to do, and its
// environment has the settings of the server.
import '../../node-env.ts'
import { readConfig } from '../../config.ts'
import { embeddedHandle } from '../../platform/db/embedded/embedded.ts'
import { openFiles } from '../start/services.ts'
import { writeBackupFile } from './backup-file.ts'
import { type BackupWish, type ChildMessage, snapshotOf } from './make-backup.ts'
import { plainText } from './plain-fault.ts'

interface Order extends Omit<BackupWish, 'onProgress'> {
  databaseCopy?: string
}

const PROGRESS_EVERY_MS = 1000

// The server is gone: nobody waits for this backup, and the next run removes what is unfinished.
process.on('disconnect', () => process.exit(1))

const send = (message: ChildMessage) => new Promise<void>((sent) => process.send?.(message, () => sent()))

try {
  await send({ written: await run(JSON.parse(process.argv[2] ?? '{}') as Order) })
  process.exit(0)
} catch (error) {
  const fault = plainText(error)
  if (fault === undefined) process.stderr.write(`${(error as Error).stack ?? String(error)}\n`)
  else await send({ fault })
  process.exit(1)
}

async function run({ databaseCopy, ...wish }: Order) {
  const config = readConfig(process.env)
  let told = 0
  const database = databaseCopy === undefined ? undefined : await openCopy(databaseCopy)
  const written = await writeBackupFile({
    ...wish,
    snapshot: snapshotOf(config, database && embeddedHandle(database)?.engine),
    files: wish.withFiles ? await openFiles(config) : undefined,
    now: new Date(),
    onProgress: (progress) => {
      if (Date.now() - told < PROGRESS_EVERY_MS) return
      told = Date.now()
      void send({ progress })
    },
  })
  await database?.close()
  return written
}

/** The copy is opened like any embedded database and becomes consistent by its WAL. */
async function openCopy(folder: string) {
  const { openPglite } = await import('../../platform/db/embedded/pglite.ts')
  return openPglite(folder)
}
