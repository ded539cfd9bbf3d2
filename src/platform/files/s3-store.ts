import { createWriteStream, openAsBlob } from 'node:fs'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import { assertKey, type FileStore } from './file-store.ts'
import { meter, newKey } from './metered.ts'
import { s3Direct } from './s3-direct.ts'
import { elementsOf, readToEnd, type S3Settings, sender, textOf } from './s3-request.ts'

/** An S3-compatible service: four kinds of plain HTTP requests, signed by aws4fetch. */
export function s3Store(settings: S3Settings): FileStore {
  const send = sender(settings)
  const get = async (key: string, range?: string) => {
    assertKey(key)
    const { body } = await send(key, { headers: range ? { range } : {} })
    return body ? Readable.fromWeb(body as ReadableStream) : Readable.from([])
  }
  return {
    async put(source, maxBytes, key = newKey()) {
      await mkdir(settings.spoolFolder, { recursive: true })
      const spool = join(settings.spoolFolder, key.replace('/', '-'))
      const { stream, result } = meter(maxBytes)
      try {
        await pipeline(source, stream, createWriteStream(spool))
        // The signature includes the hash, so that the service refuses bytes that were changed in transit.
        const headers = { 'x-amz-content-sha256': result.sha256 }
        await readToEnd(await send(key, { method: 'PUT', body: await openAsBlob(spool), headers }))
      } finally {
        await rm(spool, { force: true })
      }
      return { key, ...result }
    },
    open: (key, range) => get(key, range && `bytes=${range.start}-${range.end}`),
    async head(key, bytes) {
      const chunks: Buffer[] = []
      for await (const chunk of await get(key, `bytes=0-${bytes - 1}`)) chunks.push(Buffer.from(chunk as Uint8Array))
      return Buffer.concat(chunks).subarray(0, bytes)
    },
    async remove(key) {
      assertKey(key)
      await readToEnd(await send(key, { method: 'DELETE' }))
    },
    async *list() {
      await removeLeftovers(settings.spoolFolder)
      let token: string | undefined
      do {
        const query = new URLSearchParams({ 'list-type': '2', ...(token ? { 'continuation-token': token } : {}) })
        const page = await (await send(`?${query}`, {})).text()
        for (const object of elementsOf(page, 'Contents'))
          yield { key: textOf(object, 'Key') ?? '', modifiedAt: new Date(textOf(object, 'LastModified') ?? 0) }
        token = textOf(page, 'NextContinuationToken')
      } while (token)
    },
    direct: s3Direct(settings, send),
  }
}

/** Longer than sending the largest file takes. */
const SPOOL_HOURS = 6

/** Removes what a killed process left in the spool. It has its own time, because the clock of tests does not move that of the disk. */
async function removeLeftovers(folder: string): Promise<void> {
  const before = Date.now() - SPOOL_HOURS * 3_600_000
  for (const name of await readdir(folder).catch(() => [])) {
    const found = await stat(join(folder, name)).catch(() => undefined)
    if (found && found.mtimeMs < before) await rm(join(folder, name), { force: true })
  }
}
