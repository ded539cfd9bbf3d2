// Where files may lie that no power failure has to survive.
import { existsSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isAlive } from './process-alive.mjs'

const MEMORY = '/dev/shm'
/** What a run of all journeys takes at most, several times over; a container often has 64 MB. */
const ENOUGH_BYTES = 4 * 1024 ** 3

/**
 * A folder for temporary files: in memory where there is enough of it, otherwise the system's. A database has 1,600 small files, and a disk
 * may take two seconds to create those of a copy.
 */
export function memoryFolder(enoughBytes = ENOUGH_BYTES) {
  return freeBytes(MEMORY) >= enoughBytes ? MEMORY : tmpdir()
}

function freeBytes(folder) {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize
  } catch {
    return 0
  }
}

/** Removes folders that processes left behind when they were killed. Their names are the prefix, the process id and a dash. */
export function removeLeftovers(prefix) {
  for (const parent of new Set([tmpdir(), MEMORY].filter((folder) => existsSync(folder))))
    for (const name of readdirSync(parent)) {
      const [, pid] = name.startsWith(prefix) ? (/^(\d+)-/.exec(name.slice(prefix.length)) ?? []) : []
      if (pid && !isAlive(Number(pid))) removeOwn(join(parent, name))
    }
}

function removeOwn(folder) {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  } catch (error) {
    // Another person's run on the same machine.
    if (!['EACCES', 'EPERM'].includes(error.code)) throw error
  }
}
