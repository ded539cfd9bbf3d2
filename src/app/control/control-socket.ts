import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

/** Linux takes 107 bytes for the path of a socket, macOS 103. */
const LONGEST_PATH_BYTES = 100

/** Names the folder of the socket when it cannot lie in the data folder. */
const RECORD = 'control-folder'

/**
 * Makes the folder of the control socket and returns the path of the socket. Only the user of the server may enter the folder (mode 0700), so
 * that nobody else can connect, not even between binding the socket and setting its mode.
 */
export function prepareSocket(dataFolder: string, temporary: string = tmpdir()): string {
  const own = ownFolder(dataFolder)
  const record = join(dataFolder, RECORD)
  rmSync(record, { force: true })
  rmSync(own, { recursive: true, force: true })
  if (fits(own)) {
    mkdirSync(own, { mode: 0o700 })
    return socketIn(own)
  }
  const folder = join(
    temporary,
    `mingxi-${createHash('sha256').update(resolve(dataFolder)).digest('hex').slice(0, 16)}`,
  )
  // A folder that somebody else has put there cannot be removed or made anew, and the start fails with its name.
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { mode: 0o700 })
  writeFileSync(record, folder, { mode: 0o600 })
  return socketIn(folder)
}

/** Where a server on this data folder would listen. */
export function socketOf(dataFolder: string): string {
  try {
    return socketIn(readFileSync(join(dataFolder, RECORD), 'utf8'))
  } catch {
    return socketIn(ownFolder(dataFolder))
  }
}

export function removeSocket(dataFolder: string, path: string): void {
  rmSync(join(dataFolder, RECORD), { force: true })
  rmSync(resolve(path, '..'), { recursive: true, force: true })
}

function ownFolder(dataFolder: string): string {
  return join(dataFolder, 'control')
}

function socketIn(folder: string): string {
  return join(folder, 'socket')
}

function fits(folder: string): boolean {
  return Buffer.byteLength(socketIn(folder)) <= LONGEST_PATH_BYTES
}
