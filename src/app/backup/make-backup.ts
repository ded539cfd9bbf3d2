import { fork } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import type { Config } from '../../config.ts'
import { copyWhileServing } from '../../platform/backup/hot-copy.ts'
import { embeddedSnapshot } from '../../platform/backup/embedded-snapshot.ts'
import { BackupFault, type OnProgress, type Progress } from '../../platform/backup/format.ts'
import { postgresSnapshot } from '../../platform/backup/postgres-snapshot.ts'
import { type EmbeddedHandle, embeddedHandle } from '../../platform/db/embedded/embedded.ts'
import type { Ctx } from '../../platform/http/ctx.ts'
import type { BackupRun } from '../../core/backups/rules.ts'
import { type WrittenBackup, writeBackupFile } from './backup-file.ts'
import { plainText } from './plain-fault.ts'

export interface BackupWish {
  target: string
  keep?: number
  withFiles: boolean
  onProgress?: OnProgress
}

/**
 * Backs up the installation of `ctx`, also while it serves requests. Reading and compressing happen in a child process, so that the
 * server's own thread stays free; of an embedded database the child reads a copy (hot-copy.ts).
 */
export async function backUp(ctx: Ctx, wish: BackupWish): Promise<WrittenBackup> {
  const embedded = embeddedHandle(ctx.db)
  if (embedded && embedded.folder === undefined) return inThisProcess(ctx, embedded, wish)
  if (!embedded) return inChild(ctx.config, wish)
  const copy = join(ctx.config.DATA_DIR, 'database.copy')
  try {
    await copyWhileServing(embedded, copy)
    return await inChild(ctx.config, wish, copy)
  } finally {
    await rm(copy, { recursive: true, force: true })
  }
}

/** The same with its outcome as a record, for the nightly job; a failure is in the record. */
export async function recordedBackup(ctx: Ctx, wish: BackupWish): Promise<BackupRun> {
  const startedAt = ctx.clock.now()
  const began = performance.now()
  const ended = () => new Date(startedAt.getTime() + Math.round(performance.now() - began))
  try {
    return runOf(await backUp(ctx, wish), startedAt, ended())
  } catch (error) {
    const text = plainText(error) ?? (error as Error).message
    ctx.log.error({ err: error }, 'backup failed')
    return {
      kind: 'backup',
      startedAt,
      endedAt: ended(),
      ok: false,
      fileName: '',
      bytes: 0,
      detail: { error: text.slice(0, 500) },
    }
  }
}

export function runOf({ path, bytes, result }: WrittenBackup, startedAt: Date, endedAt: Date): BackupRun {
  const rows = Object.values(result.rows).reduce((total, count) => total + count, 0)
  const detail = { rows, files: result.files, missingFiles: result.missing + result.changed }
  return { kind: 'backup', startedAt, endedAt, ok: true, fileName: basename(path), bytes, detail }
}

/** A database in memory is gone with its process: only tests have one. */
function inThisProcess(ctx: Ctx, { engine }: EmbeddedHandle, wish: BackupWish): Promise<WrittenBackup> {
  const files = wish.withFiles ? ctx.files : undefined
  return writeBackupFile({ ...wish, snapshot: embeddedSnapshot(engine), files, now: ctx.clock.now() })
}

/** The snapshot of a database that no other process uses. */
export function snapshotOf(config: Config, engine: EmbeddedHandle['engine'] | undefined) {
  if (engine) return embeddedSnapshot(engine)
  if (!config.DATABASE_URL) throw new BackupFault('没有可以备份的数据库')
  return postgresSnapshot(config.DATABASE_URL, config.DATABASE_HOSTS)
}

/** What the child sends (child-backup.ts). */
export type ChildMessage = { progress: Progress } | { written: WrittenBackup } | { fault: string }

const CHILD = resolve(import.meta.dirname, 'child-backup.ts')

function inChild(config: Config, { onProgress, ...wish }: BackupWish, databaseCopy?: string): Promise<WrittenBackup> {
  const settings: Record<string, string | undefined> = {
    DATA_DIR: config.DATA_DIR,
    DATABASE_URL: config.DATABASE_URL,
    DATABASE_HOSTS: config.DATABASE_HOSTS.join(',') || undefined,
    S3_ENDPOINT: config.S3_ENDPOINT,
    S3_BUCKET: config.S3_BUCKET,
    S3_REGION: config.S3_REGION,
    S3_ACCESS_KEY_ID: config.S3_ACCESS_KEY_ID,
    S3_SECRET_ACCESS_KEY: config.S3_SECRET_ACCESS_KEY,
    LOG_LEVEL: 'error',
    DEMO: 'off',
    PATH: process.env.PATH,
    TMPDIR: process.env.TMPDIR,
  }
  const child = fork(CHILD, [JSON.stringify({ ...wish, databaseCopy })], {
    env: Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined)) as NodeJS.ProcessEnv,
    execArgv: ['--disable-warning=ExperimentalWarning'],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  let errors = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (errors = (errors + text).slice(-2000)))
  return new Promise((done, failed) => {
    child.on('message', (message: ChildMessage) => {
      if ('progress' in message) onProgress?.(message.progress)
      else if ('written' in message) done(message.written)
      else failed(new BackupFault(message.fault))
    })
    child.once('error', failed)
    child.once('exit', (code, signal) => failed(new Error(`the backup process ended: ${signal ?? code} ${errors}`)))
  })
}
