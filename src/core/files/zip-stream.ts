import { PassThrough, type Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import type { FileRow } from './store.ts'

/**
 * A ZIP that is packed while it is read: one file is open at a time and none is held in memory. When a file cannot be read, or the client
 * disconnects, the stream ends with an error, so that a partial ZIP never looks complete.
 */
export function zipOf(entries: { path: string; file: FileRow }[], open: (key: string) => Promise<Readable>): Readable {
  const zip = new ZipFile()
  const output = new PassThrough()
  let current: Readable | undefined
  const read = async (key: string, give: (error: unknown, source: Readable) => void) => {
    try {
      current = await open(key)
      current.on('error', (error) => output.destroy(error))
      give(null, current)
    } catch (error) {
      output.destroy(error as Error)
    }
  }
  for (const { path, file } of entries)
    zip.addReadStreamLazy(path, { mtime: file.createdAt }, (give) => void read(file.storageKey, give))
  zip.end()
  output.on('close', () => current?.destroy())
  zip.outputStream.pipe(output)
  return output
}
