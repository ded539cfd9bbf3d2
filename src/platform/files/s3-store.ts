import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { S3Client } from '@aws-sdk/client-s3'
import { assertKey, type FileStore } from './file-store.ts'
import { meter, newKey } from './metered.ts'

export interface S3Settings {
  endpoint?: string | undefined
  bucket: string
  region: string
  accessKeyId: string
  secretAccessKey: string
  /** Uploads are written here first, because S3 needs their size before the body. */
  spoolFolder: string
}

/** An S3-compatible service. The SDK is large, so it is loaded only when S3 is configured. */
export async function s3Store(settings: S3Settings): Promise<FileStore> {
  const sdk = await import('@aws-sdk/client-s3')
  const client: S3Client = new sdk.S3Client({
    region: settings.region,
    ...(settings.endpoint ? { endpoint: settings.endpoint, forcePathStyle: true } : {}),
    credentials: { accessKeyId: settings.accessKeyId, secretAccessKey: settings.secretAccessKey },
    maxAttempts: 3,
    // A store without support for the SDK's checksums would store them as the last bytes of the file.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
  const Bucket = settings.bucket
  const get = async (key: string, Range?: string) => {
    assertKey(key)
    const answer = await client.send(new sdk.GetObjectCommand({ Bucket, Key: key, ...(Range ? { Range } : {}) }))
    return answer.Body as Readable
  }
  return {
    async put(source, maxBytes) {
      const key = newKey()
      await mkdir(settings.spoolFolder, { recursive: true })
      const spool = join(settings.spoolFolder, key.replace('/', '-'))
      const { stream, result } = meter(maxBytes)
      try {
        await pipeline(source, stream, createWriteStream(spool))
        await client.send(
          new sdk.PutObjectCommand({ Bucket, Key: key, Body: createReadStream(spool), ContentLength: result.size }),
        )
      } finally {
        await rm(spool, { force: true })
      }
      return { key, ...result }
    },
    open: (key) => get(key),
    async head(key, bytes) {
      const chunks: Buffer[] = []
      for await (const chunk of await get(key, `bytes=0-${bytes - 1}`)) chunks.push(chunk as Buffer)
      return Buffer.concat(chunks).subarray(0, bytes)
    },
    async remove(key) {
      assertKey(key)
      await client.send(new sdk.DeleteObjectCommand({ Bucket, Key: key }))
    },
    async *list() {
      let ContinuationToken: string | undefined
      do {
        const page = await client.send(
          new sdk.ListObjectsV2Command({ Bucket, ...(ContinuationToken ? { ContinuationToken } : {}) }),
        )
        for (const object of page.Contents ?? [])
          yield { key: object.Key ?? '', modifiedAt: object.LastModified ?? new Date(0) }
        ContinuationToken = page.NextContinuationToken
      } while (ContinuationToken)
    },
  }
}
