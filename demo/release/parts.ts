import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib'

/** Every release leaves one folder here, named by its version (decision 0089). */
export const releasesFolder = join(import.meta.dirname, '../../fixtures/releases')

export interface ReleaseFacts {
  version: string
  /** The last moment of the life: data of that release is opened shortly after it. */
  ends: string
  /** Rows by table. */
  tables: Record<string, number>
}

export interface Payload {
  kind: 'event' | 'job'
  name: string
  payload: Record<string, unknown>
  /** Written by the product during the life, or filled from the schema because the life has none. */
  from: 'life' | 'schema'
}

/** What may stand in the table of jobs when a release ends. */
export interface ReleasePayloads {
  payloads: Payload[]
  /** Names that the workers of that release run. A job of any of them may wait when the next one takes over. */
  handled: string[]
}

const parts = {
  facts: 'release.json',
  payloads: 'payloads.json',
  database: 'database.tar.zst',
  files: 'files.tar.zst',
  dump: 'postgres.sql.zst',
} as const

export function partOf(version: string, part: keyof typeof parts, folder = releasesFolder): string {
  return join(folder, version, parts[part])
}

export function factsOf(version: string): ReleaseFacts {
  return JSON.parse(readFileSync(partOf(version, 'facts'), 'utf8')) as ReleaseFacts
}

export function payloadsOf(version: string): ReleasePayloads {
  return JSON.parse(readFileSync(partOf(version, 'payloads'), 'utf8')) as ReleasePayloads
}

/** Over this window (128 MB), because the databases of one cluster and the rows of a table resemble each other. */
const WINDOW_LOG = 27

export function compress(bytes: Buffer): Buffer {
  return zstdCompressSync(bytes, {
    params: {
      [constants.ZSTD_c_compressionLevel]: 19,
      [constants.ZSTD_c_windowLog]: WINDOW_LOG,
      [constants.ZSTD_c_enableLongDistanceMatching]: 1,
    },
  })
}

export function decompress(path: string): Buffer {
  return zstdDecompressSync(readFileSync(path), { params: { [constants.ZSTD_d_windowLogMax]: WINDOW_LOG } })
}

const MOST_BYTES = 2 ** 30

/** A tar file of one folder, the same for the same content. */
export function tarOf(parent: string, folder: string): Buffer {
  const always = ['--sort=name', '--mtime=@0', '--owner=0', '--group=0', '--numeric-owner']
  return execFileSync('tar', [...always, '-cf', '-', '-C', parent, folder], { maxBuffer: MOST_BYTES })
}

export function unpackInto(parent: string, part: string): void {
  mkdirSync(parent, { recursive: true })
  execFileSync('tar', ['-xf', '-', '-C', parent], { input: decompress(part) })
}
