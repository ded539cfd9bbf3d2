import type { Readable } from 'node:stream'

export interface StoredFile {
  /** Our own random name; nothing of the sender's name is in it. */
  key: string
  size: number
  sha256: string
}

/** Where bytes live: a folder on disk by default, an S3-compatible service by setting. Keys are only ever made by `put`. */
export interface FileStore {
  /** Streams into the store; past `maxBytes` it stops, removes what came and refuses with tooLarge (413). */
  put(source: Readable, maxBytes: number): Promise<StoredFile>
  open(key: string): Promise<Readable>
  /** The first bytes, for telling what a file is. */
  head(key: string, bytes: number): Promise<Buffer>
  remove(key: string): Promise<void>
  /** Every key with its age, for the sweeper. */
  list(): AsyncIterable<{ key: string; modifiedAt: Date }>
}

const KEY = /^[0-9a-f]{2}\/[0-9a-f]{32}$/

export function assertKey(key: string): void {
  if (!KEY.test(key)) throw new Error('not a key of the file store')
}
