import { existsSync } from 'node:fs'
import { cp, readdir, rename, rm, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { Database } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'
import { shanghaiTime } from '../../platform/time.ts'
import { BridgeFault } from './faults.ts'

/** Beside the embedded database: its folder as it was before. */
const FORMER_FOLDER = 'database.before-0.2.0'

/**
 * Copies the folder of the embedded database, which is open and idle, so that the former version can be started on it again. Answers the
 * copy; undefined for a database in memory.
 */
export async function copyDatabaseFolder(
  dataFolder: string,
  database: Database,
  now: Date,
): Promise<string | undefined> {
  const folder = join(dataFolder, 'database')
  if (!existsSync(folder)) return undefined
  const copy = unusedName(join(dataFolder, FORMER_FOLDER), now)
  await database.run(sql`checkpoint`)
  await requireRoom(folder, dataFolder)
  const partial = `${copy}.copying`
  await rm(partial, { recursive: true, force: true })
  await cp(folder, partial, { recursive: true, preserveTimestamps: true })
  await rename(partial, copy)
  return copy
}

/** `path`, or with the time when it exists. */
export function unusedName(path: string, now: Date): string {
  return existsSync(path) ? `${path}.${shanghaiTime(now).replaceAll(/[-: ]/g, '')}` : path
}

/** For the copy, and for about twice its size while every row stands in two schemas. */
async function requireRoom(folder: string, dataFolder: string): Promise<void> {
  const needed = 3 * (await bytesIn(folder))
  const { bavail, bsize } = await statfs(dataFolder)
  const free = bavail * bsize
  if (free >= needed) return
  const megabytes = (bytes: number) => `${Math.round(bytes / 1e6)} MB`
  throw new BridgeFault(
    `磁盘空间不足：迁入旧数据约需 ${megabytes(needed)}，${dataFolder} 所在磁盘还有 ${megabytes(free)}。数据没有改动`,
  )
}

async function bytesIn(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const sizes = await Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map(async (entry) => (await stat(join(entry.parentPath, entry.name))).size),
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}
