import { createReadStream, createWriteStream } from 'node:fs'
import { access, constants, mkdir, open, readdir, rename, rm, stat, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { assertKey, type FileStore } from './file-store.ts'
import { meter, newKey } from './metered.ts'

const PART = '.part'
/** Below this a report can hardly be kept any more. */
const LEAST_FREE_BYTES = 1024 * 1024

/**
 * Stores files below `folder`. A file is renamed to its key only when it is complete and synced, so a crash leaves no partial file under a key.
 * The new name is synced too before `put` returns: a row that names the file must not outlive it when the power fails.
 */
export function diskStore(folder: string): FileStore {
  const pathOf = (key: string) => {
    assertKey(key)
    return join(folder, key)
  }
  return {
    async put(source, maxBytes, key = newKey()) {
      const path = pathOf(key)
      const partial = path + PART
      const made = await mkdir(dirname(path), { recursive: true })
      if (made !== undefined) await syncFolder(dirname(made))
      const { stream, result } = meter(maxBytes)
      try {
        await pipeline(source, stream, createWriteStream(partial, { flush: true }))
        await rename(partial, path)
        await syncFolder(dirname(path))
      } catch (error) {
        await rm(partial, { force: true })
        throw error
      }
      return { key, ...result }
    },
    async open(key, range) {
      const path = pathOf(key)
      await stat(path)
      return createReadStream(path, range)
    },
    async head(key, bytes) {
      const file = await open(pathOf(key))
      try {
        const { buffer, bytesRead } = await file.read(Buffer.alloc(bytes), 0, bytes, 0)
        return buffer.subarray(0, bytesRead)
      } finally {
        await file.close()
      }
    },
    // A process that died while writing leaves a `.part` file. `list` includes it, so the sweeper must be able to remove it.
    remove: (key) => rm(key.endsWith(PART) ? pathOf(key.slice(0, -PART.length)) + PART : pathOf(key), { force: true }),
    async *list() {
      for (const part of await readdir(folder).catch(() => [])) {
        if (!/^[0-9a-f]{2}$/.test(part)) continue
        for (const name of await readdir(join(folder, part))) {
          const found = await stat(join(folder, part, name)).catch(() => undefined)
          if (found) yield { key: `${part}/${name}`, modifiedAt: found.mtime }
        }
      }
    },
    writeFault: () => writeFaultIn(folder),
  }
}

/** The dot asks for a folder: a file of that name would pass. Before the first file the folder is made in the one above. */
async function writeFaultIn(folder: string): Promise<'not writable' | 'full' | undefined> {
  const existing = await stat(folder).then(
    () => folder,
    () => dirname(folder),
  )
  try {
    await access(`${existing}/.`, constants.W_OK)
    const { bavail, bsize } = await statfs(existing)
    return bavail * bsize < LEAST_FREE_BYTES ? 'full' : undefined
  } catch {
    return 'not writable'
  }
}

async function syncFolder(folder: string): Promise<void> {
  // Windows cannot open folders; NTFS writes their changes in order.
  if (process.platform === 'win32') return
  const handle = await open(folder)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
