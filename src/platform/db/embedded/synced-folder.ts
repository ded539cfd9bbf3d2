import { closeSync, fsyncSync, openSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { NodeFS } from '@electric-sql/pglite/nodefs'

/** PostgreSQL's options for a folder that has to survive a power failure. PGlite implements `fsync`, but not `fdatasync`, the default for WAL. */
export const syncedParams = ['-c', 'fsync=on', '-c', 'wal_sync_method=fsync', '-c', 'synchronous_commit=on']

/** The part of PGlite's file system module (Emscripten's NODEFS) that is used here. */
interface FileSystemModule {
  NODEFS: { stream_ops: { fsync?: (stream: { nfd: number }) => number } }
}

/**
 * A folder in which PostgreSQL's `fsync` reaches the disk. NODEFS has no `fsync` of its own and then reports success without doing anything;
 * it calls this one when it is there. A failed `fsync` throws, and PostgreSQL then ends with a PANIC instead of acknowledging a commit.
 */
export class SyncedFolder extends NodeFS {
  override async init(...args: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(...args)
    const giveFsync = (module: unknown) => {
      ;(module as FileSystemModule).NODEFS.stream_ops.fsync = ({ nfd }) => {
        fsyncSync(nfd)
        return 0
      }
    }
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...[emscriptenOpts.preRun ?? []].flat(), giveFsync] } }
  }
}

/** Writes a folder with all its files to the disk: for files that were created without `fsync`, by initdb or while the setting was off. */
export function syncFolder(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) syncFolder(path)
    else if (entry.isFile()) syncPath(path)
  }
  syncPath(folder)
}

function syncPath(path: string): void {
  const file = openSync(path, 'r')
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}
