import { createHash } from 'node:crypto'
import { downloadAddressSeconds, partAddressSeconds, type DirectPart, type DirectStore } from './direct-access.ts'
import { assertKey, isKey } from './file-store.ts'
import {
  bucketUrl,
  elementsOf,
  readToEnd,
  s3Error,
  type S3Settings,
  type Send,
  signedAddress,
  textOf,
} from './s3-request.ts'

/** Uploads in parts and signed addresses of S3 ("multipart upload", "presigned URL"). */
export function s3Direct(settings: S3Settings, send: Send): DirectStore {
  const sign = (request: Parameters<typeof signedAddress>[1]) => signedAddress(settings, request)
  return {
    origin: new URL(bucketUrl(settings, settings.publicEndpoint ?? settings.endpoint)).origin,
    async begin(key) {
      assertKey(key)
      const headers = { 'x-amz-checksum-algorithm': 'SHA256' }
      const answer = await (await send(`${key}?uploads=`, { method: 'POST', headers })).text()
      const uploadId = textOf(answer, 'UploadId')
      if (!uploadId) throw new Error('S3 answered no UploadId')
      return uploadId
    },
    async partAddress(key, uploadId, { part, size, sha256 }, now) {
      assertKey(key)
      const headers = { 'x-amz-checksum-sha256': Buffer.from(sha256, 'hex').toString('base64') }
      const url = await sign({
        method: 'PUT',
        path: `${key}?${new URLSearchParams({ partNumber: String(part), uploadId })}`,
        headers: { ...headers, 'content-length': String(size) },
        seconds: partAddressSeconds,
        now,
      })
      return { url, headers }
    },
    async parts(key, uploadId) {
      assertKey(key)
      const answer = await unlessGone(send(`${key}?${new URLSearchParams({ uploadId })}`, {}))
      // A page holds 1000 parts, and the largest file has 256.
      return answer && elementsOf(await answer.text(), 'Part').map(partOf)
    },
    async complete(key, uploadId, parts) {
      assertKey(key)
      const body = `<CompleteMultipartUpload>${parts.map(partXml).join('')}</CompleteMultipartUpload>`
      const answer = await send(`${key}?${new URLSearchParams({ uploadId })}`, {
        method: 'POST',
        body,
        headers: {
          'content-type': 'application/xml',
          'x-amz-content-sha256': createHash('sha256').update(body).digest('hex'),
        },
      })
      // The status is sent before the parts are joined, so a failure may follow in the body.
      const text = await answer.text()
      if (/<Error>/.test(text)) throw s3Error(answer.status, text)
    },
    async abort(key, uploadId) {
      assertKey(key)
      const answer = await unlessGone(send(`${key}?${new URLSearchParams({ uploadId })}`, { method: 'DELETE' }))
      if (answer) await readToEnd(answer)
    },
    unfinished: () => unfinished(send),
    async size(key) {
      assertKey(key)
      const answer = await unlessGone(send(key, { method: 'HEAD' }))
      return answer && Number(answer.headers.get('content-length'))
    },
    downloadAddress(key, { disposition, type }, now) {
      assertKey(key)
      const query = new URLSearchParams({
        'response-content-disposition': disposition,
        'response-content-type': type,
        'response-cache-control': 'no-store',
      })
      return sign({ method: 'GET', path: `${key}?${query}`, seconds: downloadAddressSeconds, now })
    },
  }
}

async function* unfinished(send: Send): ReturnType<DirectStore['unfinished']> {
  let after: Record<string, string> | undefined = {}
  while (after) {
    const page: string = await (await send(`?${new URLSearchParams({ uploads: '', ...after })}`, {})).text()
    for (const upload of elementsOf(page, 'Upload')) {
      const key = textOf(upload, 'Key') ?? ''
      if (isKey(key))
        yield {
          key,
          uploadId: textOf(upload, 'UploadId') ?? '',
          begunAt: new Date(textOf(upload, 'Initiated') ?? 0),
        }
    }
    const more: boolean = textOf(page, 'IsTruncated') === 'true'
    after = more
      ? {
          'key-marker': textOf(page, 'NextKeyMarker') ?? '',
          'upload-id-marker': textOf(page, 'NextUploadIdMarker') ?? '',
        }
      : undefined
  }
}

async function unlessGone(answer: Promise<Response>): Promise<Response | undefined> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof Error && /^S3 answered 404 (NoSuchUpload|NoSuchKey|)$/.test(error.message)) return undefined
    throw error
  }
}

function partOf(xml: string): DirectPart {
  return {
    part: Number(textOf(xml, 'PartNumber')),
    size: Number(textOf(xml, 'Size')),
    sha256: Buffer.from(textOf(xml, 'ChecksumSHA256') ?? '', 'base64').toString('hex'),
    etag: textOf(xml, 'ETag') ?? '',
  }
}

function partXml({ part, sha256, etag }: DirectPart): string {
  const checksum = Buffer.from(sha256, 'hex').toString('base64')
  return `<Part><PartNumber>${part}</PartNumber><ETag>${etag.replaceAll('"', '&quot;')}</ETag><ChecksumSHA256>${checksum}</ChecksumSHA256></Part>`
}
