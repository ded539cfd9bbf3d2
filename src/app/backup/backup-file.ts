import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import type { OnProgress } from '../../platform/backup/format.ts'
import type { TakeSnapshot } from '../../platform/backup/snapshot.ts'
import { type BackupResult, writeBackup } from '../../platform/backup/write-backup.ts'
import { backupName, surplus } from '../../core/backups/rules.ts'
import { fileList } from '../../core/files/store.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import { version } from '../../platform/version.ts'

const PARTIAL = '.partial'

export interface BackupPlan {
  snapshot: TakeSnapshot
  /** Undefined leaves the files out. */
  files: FileStore | undefined
  now: Date
  /** A folder that gets a file named by time, the path of a file, or `-` for the standard output. */
  target: string
  /** Number of backups in the folder. */
  keep?: number
  onProgress?: OnProgress
}

export interface WrittenBackup {
  /** `-` for the standard output. */
  path: string
  bytes: number
  result: BackupResult
}

/** Writes a backup under its name only when it is complete and on the disk. */
export async function writeBackupFile(plan: BackupPlan): Promise<WrittenBackup> {
  const request = { ...plan, fileList: fileList().text, version }
  if (plan.target === '-') {
    let bytes = 0
    const onProgress: OnProgress = (progress) => {
      bytes = progress.bytes
      plan.onProgress?.(progress)
    }
    return { path: '-', result: await writeBackup({ ...request, target: process.stdout, onProgress }), bytes }
  }
  const { folder, path } = await placeOf(plan)
  const partial = path + PARTIAL
  try {
    const target = createWriteStream(partial, { mode: 0o600, flush: true })
    const result = await writeBackup({ ...request, target })
    await rename(partial, path)
    if (folder !== undefined && plan.keep !== undefined) await removeOldest(folder, plan.keep)
    return { path, bytes: (await stat(path)).size, result }
  } catch (error) {
    await rm(partial, { force: true })
    throw error
  }
}

async function placeOf({ target, now }: BackupPlan): Promise<{ folder?: string; path: string }> {
  const isFolder =
    target.endsWith('/') ||
    !basename(target).includes('.') ||
    (await stat(target).catch(() => undefined))?.isDirectory()
  if (!isFolder) return { path: resolve(target) }
  await mkdir(target, { recursive: true, mode: 0o700 })
  // What a killed run left behind; another run would use another name.
  for (const name of await readdir(target))
    if (name.endsWith(`.tar${PARTIAL}`)) await rm(join(target, name), { force: true })
  return { folder: target, path: resolve(target, backupName(now)) }
}

async function removeOldest(folder: string, keep: number): Promise<void> {
  for (const name of surplus(await readdir(folder), keep)) await rm(join(folder, name), { force: true })
}
