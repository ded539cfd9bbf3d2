import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { BackupFault, type OnProgress } from '../../platform/backup/format.ts'
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
  if (!isFolder) return { path: await freePath(resolve(target)) }
  await mkdir(target, { recursive: true, mode: 0o700 })
  // What a killed run left behind; another run would use another name.
  for (const name of await readdir(target))
    if (name.endsWith(`.tar${PARTIAL}`)) await rm(join(target, name), { force: true })
  return { folder: target, path: resolve(target, backupName(now)) }
}

/** A backup never takes the place of another file: the only good one may be there. In a folder names are by time, and `keep` bounds their number. */
async function freePath(path: string): Promise<string> {
  if (await stat(path).catch(() => undefined))
    throw new BackupFault(
      `文件 ${path} 已存在，备份不会覆盖它。请换一个名字，或给出目录：备份以时间命名，--keep 限制份数`,
    )
  if (!(await stat(dirname(path)).catch(() => undefined)))
    throw new BackupFault(`文件夹 ${dirname(path)} 不存在，请先建立它（mkdir -p），或换一个位置`)
  return path
}

async function removeOldest(folder: string, keep: number): Promise<void> {
  for (const name of surplus(await readdir(folder), keep)) await rm(join(folder, name), { force: true })
}
