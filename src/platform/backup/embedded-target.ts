import { existsSync } from 'node:fs'
import { rename, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { PGlite } from '@electric-sql/pglite'
import { BackupFault } from './format.ts'
import type { OpenTarget } from './restore-target.ts'
import { TEXT_SETTINGS } from './snapshot.ts'

/**
 * The embedded database is made beside its place and moved there when it is complete, so that kill -9 at any time leaves either nothing
 * or everything. What an interrupted restore left is removed by the next one.
 */
export function embeddedTarget(dataFolder: string, openEngine: (folder: string) => Promise<PGlite>): OpenTarget {
  const place = join(dataFolder, 'database')
  const beside = `${place}.restoring`
  const onDisk = fullDiskNamed(dataFolder)
  return async () => {
    await rm(beside, { recursive: true, force: true })
    if (existsSync(place)) return { ...refusing(), isEmpty: async () => false }
    const remove = () => rm(beside, { recursive: true, force: true })
    const engine = await onDisk(() => openEngine(beside)).catch(async (error: unknown) => {
      await remove()
      throw error
    })
    await onDisk(() => engine.exec(`begin; ${TEXT_SETTINGS}`))
    return {
      isEmpty: async () => true,
      exec: (text) => onDisk(async () => void (await engine.exec(text))),
      rows: async <T>(text: string) => (await engine.query<T>(text)).rows,
      load: ({ name, columns }, content) =>
        onDisk(async () => {
          const blob = new Blob([new Uint8Array(content)])
          await engine.query(`copy ${name} (${columns.join(', ')}) from '/dev/blob'`, [], { blob })
        }),
      commit: () =>
        onDisk(async () => {
          await engine.exec('commit; checkpoint')
          await engine.close()
          await rename(beside, place)
        }),
      abandon: async () => {
        // An engine that ran out of disk may not answer any more; its folder goes in any case.
        await engine.close().catch(() => {})
        await remove().catch(() => {})
      },
    }
  }
}

const FULL_BELOW_BYTES = 16 * 1024 * 1024

/** The engine ends in many ways when the disk is full, few of which say so. */
function fullDiskNamed(folder: string) {
  return async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work()
    } catch (error) {
      const { bavail, bsize } = await statfs(folder)
      if (bavail * bsize >= FULL_BELOW_BYTES) throw error
      throw Object.assign(new Error('No space left on device', { cause: error }), { code: 'ENOSPC' })
    }
  }
}

function refusing() {
  const refuse = async (): Promise<never> => {
    throw new BackupFault('目标数据库不是空的')
  }
  return { exec: refuse, rows: refuse, load: refuse, commit: refuse, abandon: async () => {} }
}
