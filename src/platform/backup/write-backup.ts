import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Writable } from 'node:stream'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { FileStore } from '../files/file-store.ts'
import { countRows } from './archive-reader.ts'
import { type ArchiveWriter, archiveWriter } from './archive-writer.ts'
import { type Complete, FORMAT, MANIFEST, type Manifest, type OnProgress, PART_BYTES, type Progress } from './format.ts'
import type { Snapshot, TakeSnapshot } from './snapshot.ts'

export interface BackupRequest {
  snapshot: TakeSnapshot
  /** Undefined leaves the files out. */
  files: FileStore | undefined
  /** A query for the files that rows name: storage_key, sha256, and whether the store must have it. */
  fileList: string
  version: string
  now: Date
  target: Writable
  onProgress?: OnProgress
}

export type BackupResult = Omit<Complete, 'entries' | 'chain'>

const MOST_NAMED = 100

/** Writes everything into one file. Memory does not grow with the installation: rows and files pass through in parts. */
export async function writeBackup(request: BackupRequest): Promise<BackupResult> {
  const archive = archiveWriter(request.target)
  const folder = await mkdtemp(join(tmpdir(), 'mingxi-backup-'))
  const progress: Progress = { stage: 'rows', rows: 0, files: 0, bytes: 0 }
  const tell = () => request.onProgress?.(progress)
  try {
    const list = join(folder, 'files')
    const rows = await request.snapshot(async (snapshot) => {
      await archive.add(MANIFEST, Buffer.from(JSON.stringify(manifestOf(request, snapshot))))
      // The names are read in the same moment as the rows. The bytes are read later: they are written once and kept for days after
      // their row is gone.
      if (request.files) await pipeline(Readable.from(snapshot.rowsOf(request.fileList)), createWriteStream(list))
      return writeRows(archive, snapshot, progress, tell)
    })
    progress.stage = 'files'
    const files = request.files ? await writeFiles(archive, request.files, list, progress, tell) : noFiles()
    const result = { rows, ...files }
    await archive.finish(result)
    return result
  } catch (error) {
    archive.abandon(error as Error)
    throw error
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function manifestOf({ files, version, now }: BackupRequest, snapshot: Snapshot): Manifest {
  const { engine, migrations, tables, sequences } = snapshot
  return {
    product: 'mingxi',
    format: FORMAT,
    version,
    engine,
    takenAt: now.toISOString(),
    withFiles: files !== undefined,
    migrations,
    tables,
    sequences,
  }
}

async function writeRows(
  archive: ArchiveWriter,
  snapshot: Snapshot,
  progress: Progress,
  tell: () => void,
): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const table of snapshot.tables) {
    counts[table.name] = 0
    let part = 0
    for await (const content of snapshot.rows(table)) {
      await archive.addCompressed(`rows/${table.name}/${numbered(part++)}`, content)
      const rows = countRows(content)
      counts[table.name] = (counts[table.name] ?? 0) + rows
      progress.rows += rows
      progress.bytes += content.length
      tell()
    }
  }
  return counts
}

const noFiles = () => ({
  files: 0,
  fileBytes: 0,
  missing: 0,
  missingKeys: [] as string[],
  changed: 0,
  changedKeys: [] as string[],
})

async function writeFiles(
  archive: ArchiveWriter,
  store: FileStore,
  list: string,
  progress: Progress,
  tell: () => void,
) {
  const result = noFiles()
  for await (const line of createInterface({ input: createReadStream(list), crlfDelay: Number.POSITIVE_INFINITY })) {
    const [key = '', sha256 = '', needed] = line.split('\t')
    const opened = await opens(store, key)
    if (!opened && needed === 'f') continue
    if (!opened) {
      result.missing += 1
      if (result.missingKeys.length < MOST_NAMED) result.missingKeys.push(key)
      continue
    }
    const { bytes, found } = await writeFile(archive, key, opened)
    if (sha256 !== '' && found !== sha256) {
      result.changed += 1
      if (result.changedKeys.length < MOST_NAMED) result.changedKeys.push(key)
    }
    result.files += 1
    result.fileBytes += bytes
    progress.files += 1
    progress.bytes += bytes
    tell()
  }
  return result
}

/** Undefined when the store does not have the file. Every other fault ends the backup: a store that refuses must not look like an empty one. */
async function opens(store: FileStore, key: string): Promise<Readable | undefined> {
  try {
    return await store.open(key)
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || message.startsWith('S3 answered 404')) return undefined
    throw error
  }
}

/** A file of one part is one entry, a longer one has a number after its key. */
async function writeFile(
  archive: ArchiveWriter,
  key: string,
  source: Readable,
): Promise<{ bytes: number; found: string }> {
  const hash = createHash('sha256')
  let bytes = 0
  let part = 0
  let held: Buffer | undefined
  for await (const content of pieces(source)) {
    hash.update(content)
    bytes += content.length
    if (held) await archive.add(`files/${key}/${numbered(part++)}`, held)
    held = content
  }
  const last = held ?? Buffer.alloc(0)
  await archive.add(part === 0 ? `files/${key}` : `files/${key}/${numbered(part)}`, last)
  return { bytes, found: hash.digest('hex') }
}

async function* pieces(source: Readable): AsyncGenerator<Buffer> {
  let held: Buffer[] = []
  let bytes = 0
  for await (const chunk of source) {
    held.push(chunk as Buffer)
    bytes += (chunk as Buffer).length
    if (bytes < PART_BYTES) continue
    yield Buffer.concat(held)
    held = []
    bytes = 0
  }
  if (bytes > 0) yield Buffer.concat(held)
}

function numbered(part: number): string {
  return String(part).padStart(6, '0')
}
