import { createHash } from 'node:crypto'
import type { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { zstdCompress } from 'node:zlib'
import { pack } from 'tar-stream'
import { COMPLETE } from './format.ts'

const compressed = promisify(zstdCompress)

export interface ArchiveWriter {
  /** Adds an entry; resolves when the target has taken it, so that nothing piles up in memory. */
  add(name: string, content: Buffer): Promise<void>
  /** The same, compressed; the name gets the ending `.zst`. */
  addCompressed(name: string, content: Buffer): Promise<void>
  /** Adds the completeness record and ends the file. */
  finish(record: object): Promise<void>
  /** Gives up; the target stays without its end. */
  abandon(error: Error): void
}

/** Writes entries to `target`, which is ended when the archive is complete. */
export function archiveWriter(target: Writable): ArchiveWriter {
  const tar = pack()
  const written = pipeline(tar, target)
  // Reported by the entry that waits for it, or by `finish`.
  written.catch(() => {})
  const chain = createHash('sha256')
  let entries = 0
  async function add(name: string, content: Buffer): Promise<void> {
    const sha256 = createHash('sha256').update(content).digest('hex')
    chain.update(`${name} ${sha256}\n`)
    entries += 1
    const entry = new Promise<void>((resolve, reject) => {
      const header = {
        name,
        size: content.length,
        mode: 0o600,
        mtime: new Date(0),
        pax: { comment: `sha256 ${sha256}` },
      }
      const sink = tar.entry(header, (error) => (error ? reject(error) : resolve()))
      sink.on('error', reject)
      sink.end(content)
    })
    // A target that fails ends the pipeline, and its error says why; the entry only knows that it was cut off.
    await Promise.race([entry, written.then(() => entry)])
  }
  return {
    add,
    addCompressed: async (name, content) => add(`${name}.zst`, await compressed(content)),
    async finish(record) {
      await add(COMPLETE, Buffer.from(JSON.stringify({ ...record, entries, chain: chain.copy().digest('hex') })))
      tar.finalize()
      await written
    },
    abandon: (error) => tar.destroy(error),
  }
}
