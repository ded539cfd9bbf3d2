import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { zstdDecompress } from 'node:zlib'
import { extract } from 'tar-stream'
import {
  BackupFault,
  COMPLETE,
  type Complete,
  completeSchema,
  FORMAT,
  MANIFEST,
  type Manifest,
  manifestSchema,
  PART_BYTES,
} from './format.ts'

const decompressed = promisify(zstdDecompress)

/** Rows of a part may be longer than the part when one row is; nothing we write comes near this. */
const MOST_ENTRY_BYTES = 1024 * 1024 * 1024

export interface Entry {
  name: string
  /** Checked against its checksum, and decompressed unless that was not wanted. */
  content: Buffer
}

/**
 * Reads a backup from its first to its last byte. `onManifest` gets the first entry, `onEntry` each part in order; the answer is the
 * completeness record. Throws a BackupFault that names the entry when a byte differs, and when the file has no end.
 */
export async function readArchive(
  source: Readable,
  onManifest: (manifest: Manifest) => Promise<void>,
  onEntry: (entry: Entry) => Promise<void>,
  { decompress = true }: { decompress?: boolean } = {},
): Promise<Complete> {
  const tar = extract()
  source.on('error', (error) => tar.destroy(error))
  source.pipe(tar)
  const chain = createHash('sha256')
  let entries = 0
  let last = ''
  let complete: Complete | undefined
  try {
    for await (const entry of tar) {
      const { name, size = 0 } = entry.header
      const pax = entry.header.pax as Record<string, string> | null | undefined
      if (complete) throw new BackupFault(`备份文件已损坏：结束记录之后还有内容 ${name}`)
      if (entries === 0 && name !== MANIFEST) throw new BackupFault('这不是备份文件：开头没有备份清单')
      if (size > MOST_ENTRY_BYTES) throw new BackupFault(`备份文件已损坏：${name} 的长度不合理`)
      last = name
      const stored = await buffer(entry)
      const sha256 = createHash('sha256').update(stored).digest('hex')
      if (`sha256 ${sha256}` !== pax?.comment) throw new BackupFault(`备份文件已损坏：${name} 的内容与校验值不符`)
      if (name === COMPLETE) {
        complete = checkedEnd(stored, entries, chain.copy().digest('hex'))
        continue
      }
      chain.update(`${name} ${sha256}\n`)
      entries += 1
      if (name === MANIFEST) await onManifest(manifestOf(stored))
      else
        await onEntry(
          decompress && name.endsWith('.zst')
            ? { name: name.slice(0, -4), content: await decompressed(stored) }
            : { name, content: stored },
        )
    }
  } catch (error) {
    throw plainFault(error, last)
  } finally {
    source.destroy()
  }
  if (!complete)
    throw new BackupFault(
      last === ''
        ? '这不是备份文件：文件是空的'
        : `备份文件不完整：在 ${last} 之后就结束了（备份时中断，或复制时被截断）`,
    )
  return complete
}

function plainFault(error: unknown, last: string): unknown {
  const text = (error as Error).message ?? ''
  if (/Unexpected end of data/.test(text))
    return new BackupFault(`备份文件不完整：在 ${last || '开头'} 处中断（备份时中断，或复制时被截断）`)
  if (/Invalid tar header/.test(text))
    return new BackupFault(
      last === ''
        ? '这不是备份文件：无法识别的格式（加密或压缩过的文件须先解开）'
        : `备份文件已损坏：${last} 之后的内容无法识别`,
    )
  return error
}

function manifestOf(content: Buffer): Manifest {
  const parsed: unknown = JSON.parse(content.toString('utf8'))
  const { format, version } = parsed as { format?: unknown; version?: unknown }
  if (typeof format === 'number' && format > FORMAT)
    throw new BackupFault(`备份由更新的版本 ${String(version)} 制作（格式 ${format}），请用该版本或更新的版本恢复`)
  return manifestSchema.parse(parsed)
}

function checkedEnd(content: Buffer, entries: number, chain: string): Complete {
  const complete = completeSchema.parse(JSON.parse(content.toString('utf8')))
  if (complete.entries !== entries || complete.chain !== chain)
    throw new BackupFault(`备份文件已损坏：应有 ${complete.entries} 个条目，读到 ${entries} 个，或次序不同`)
  return complete
}

export function isFilePart(name: string): boolean {
  return name.startsWith('files/')
}

/** The number of rows in text of COPY: each row ends with a line feed, and line feeds in values are escaped. */
export function countRows(content: Buffer): number {
  let rows = 0
  for (let at = content.indexOf(10); at >= 0; at = content.indexOf(10, at + 1)) rows += 1
  return rows
}

/** Collects bytes of COPY and gives them out in parts that end with a whole row. */
export async function* inParts(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let held: Buffer[] = []
  let bytes = 0
  for await (const chunk of chunks) {
    held.push(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength))
    bytes += chunk.byteLength
    if (bytes < PART_BYTES) continue
    const all = Buffer.concat(held)
    const end = all.lastIndexOf(10) + 1
    if (end > 0) yield all.subarray(0, end)
    held = end < all.length ? [all.subarray(end)] : []
    bytes = all.length - end
  }
  if (bytes > 0) yield Buffer.concat(held)
}
