import { PassThrough, type Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import type { FileRow } from './store.ts'

/**
 * A ZIP that is packed while it is read: one file is open at a time and none is held in memory. When a file cannot be read, or the
 * reader goes away, the stream ends with an error, so that half a ZIP never looks like a whole one.
 */
export function zipOf(entries: { path: string; file: FileRow }[], open: (key: string) => Promise<Readable>): Readable {
  const zip = new ZipFile()
  const output = new PassThrough()
  let current: Readable | undefined
  for (const { path, file } of entries) {
    zip.addReadStreamLazy(path, { mtime: file.createdAt }, (done) => {
      open(file.storageKey).then(
        (source) => {
          current = source
          source.on('error', (error) => output.destroy(error))
          done(null, source)
        },
        (error: Error) => output.destroy(error),
      )
    })
  }
  zip.end()
  output.on('close', () => current?.destroy())
  zip.outputStream.pipe(output)
  return output
}

/** Paths inside a ZIP: no two the same, whatever the files are called. */
export function uniquePaths<E extends { path: string }>(entries: readonly E[]): E[] {
  const taken = new Set<string>()
  return entries.map((entry) => {
    let path = entry.path
    for (let n = 2; taken.has(path.toLowerCase()); n++) path = entry.path.replace(/(\.[^./]*)?$/, `(${n})$1`)
    taken.add(path.toLowerCase())
    return { ...entry, path }
  })
}
