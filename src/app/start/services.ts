import { existsSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { type Config, DatabaseAbsent } from '../../config.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/db.ts'
import { FaultBook } from '../../platform/faults/fault-book.ts'
import { plainFault } from '../../platform/faults/plain-fault.ts'
import { diskStore } from '../../platform/files/disk-store.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import { observedFiles } from '../../platform/files/observed-files.ts'
import type { Services } from '../../platform/http/ctx.ts'
import { TagCache } from '../../platform/http/cache/tag-cache.ts'
import { ProgramRequests } from '../../platform/http/programs/program-requests.ts'
import { createLogger } from '../../platform/log/logger.ts'
import { terminalOutput } from '../../platform/log/terminal-lines.ts'

export const migrationsFolder = resolve(import.meta.dirname, '../../../migrations')

/** The embedded engine is loaded only when it is used, because it takes memory and half a second. */
export async function openDatabase(config: Config): Promise<Database> {
  if (config.DATABASE_URL) {
    const { openPostgres } = await import('../../platform/db/postgres/postgres.ts')
    const database = openPostgres(config.DATABASE_URL, {
      poolSize: config.DATABASE_POOL,
      pooler: config.DATABASE_POOLER,
      hosts: config.DATABASE_HOSTS,
    })
    await database.ping().catch((error: Error) => {
      throw new DatabaseAbsent(
        `无法连接数据库 DATABASE_URL（${new URL(config.DATABASE_URL ?? '').host}）：${plainFault(error) ?? error.message}`,
      )
    })
    return database
  }
  const { openPglite } = await import('../../platform/db/embedded/pglite.ts')
  const folder = join(config.DATA_DIR, 'database')
  const creating = `${folder}.creating`
  // The file `database.creating` means that a process was killed while it created the database: the folder is incomplete and has no data yet.
  if (existsSync(creating)) await rm(folder, { recursive: true, force: true })
  if (!existsSync(folder)) await writeFile(creating, '')
  const database = await openPglite(folder, { durable: config.durable })
  await rm(creating, { force: true })
  return database
}

export async function openFiles(config: Config): Promise<FileStore> {
  if (!config.S3_BUCKET) return diskStore(join(config.DATA_DIR, 'files'))
  const { s3Store } = await import('../../platform/files/s3-store.ts')
  return s3Store({
    endpoint: config.S3_ENDPOINT,
    publicEndpoint: config.S3_PUBLIC_ENDPOINT,
    bucket: config.S3_BUCKET,
    region: config.S3_REGION,
    accessKeyId: config.S3_ACCESS_KEY_ID ?? '',
    secretAccessKey: config.S3_SECRET_ACCESS_KEY ?? '',
    spoolFolder: join(config.DATA_DIR, 'spool'),
  })
}

export function assembleServices(config: Config, database: Database, files: FileStore, clock: Clock): Services {
  return {
    db: database,
    clock,
    files: observedFiles(files),
    cache: new TagCache(config.CACHE_ENTRIES, config.CACHE_MEGABYTES * 1024 * 1024),
    log: createLogger(config.LOG_LEVEL, process.stdout.isTTY ? terminalOutput : undefined),
    faults: new FaultBook(clock),
    programs: new ProgramRequests(clock),
    config,
  }
}
