import type { Readable } from 'node:stream'
import type { DirectStore } from './direct-access.ts'

export interface StoredFile {
  /** A random name that contains nothing of the sender's file name. */
  key: string
  size: number
  sha256: string
}

export interface ByteRange {
  start: number
  end: number
}

/** Stores the bytes of files: in a folder by default, or in an S3-compatible service when configured. Only `put` creates keys. */
export interface FileStore {
  /** Streams into the store; above `maxBytes` it stops, removes the partial file and refuses with tooLarge (413). Only a restore gives the key. */
  put(source: Readable, maxBytes: number, key?: string): Promise<StoredFile>
  /** The whole file, or the bytes from `start` to `end`, both included. */
  open(key: string, range?: ByteRange): Promise<Readable>
  /** The first bytes, for detecting the file type. */
  head(key: string, bytes: number): Promise<Buffer>
  remove(key: string): Promise<void>
  /** Every key with its modification time, for the sweeper. */
  list(): AsyncIterable<{ key: string; modifiedAt: Date }>
  /** Why nothing can be written now, in plain English for machines; only of a folder, where the question costs nothing. */
  writeFault?(): Promise<'not writable' | 'full' | undefined>
  /** Only of a store that browsers reach themselves. Used when S3_DIRECT is on (decision 0099). */
  direct?: DirectStore
}

const KEY = /^[0-9a-f]{2}\/[0-9a-f]{32}$/

export function isKey(key: string): boolean {
  return KEY.test(key)
}

export function assertKey(key: string): void {
  if (!isKey(key)) throw new Error('not a key of the file store')
}
