import { createHash, randomBytes } from 'node:crypto'

interface Part {
  bytes: Buffer
  sha256: string
  /** As it stands in XML. */
  etag: string
}

interface Upload {
  key: string
  parts: Map<number, Part>
}

export interface Answer {
  status: number
  xml?: string
  headers?: Record<string, string>
}

const LEAST_PART = 5 * 1024 * 1024

/** Uploads in parts as S3 has them: hashes of parts are checked when they arrive and again at the end, and only the last part may be small. */
export function doubleParts(objects: Map<string, Buffer>, checks: boolean) {
  const uploads = new Map<string, Upload>()
  const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('base64')
  const gone = { status: 404, xml: '<Error><Code>NoSuchUpload</Code></Error>' }
  const refused = (code: string) => ({ status: 400, xml: `<Error><Code>${code}</Code></Error>` })

  return {
    uploads,
    begin(key: string): Answer {
      const id = randomBytes(12).toString('base64url')
      uploads.set(id, { key, parts: new Map() })
      return {
        status: 200,
        xml: `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
      }
    },
    put(key: string, query: URLSearchParams, bytes: Buffer, header: string | undefined): Answer {
      const declared = checks ? header : undefined
      const upload = uploads.get(query.get('uploadId') ?? '')
      if (upload?.key !== key) return gone
      if (declared !== undefined && declared !== sha256(bytes)) return refused('XAmzContentChecksumMismatch')
      const etag = `&quot;${createHash('md5').update(bytes).digest('hex')}&quot;`
      const part = { bytes, sha256: declared ?? '', etag }
      upload.parts.set(Number(query.get('partNumber')), part)
      return { status: 200, headers: { etag: part.etag.replaceAll('&quot;', '"') } }
    },
    list(key: string, uploadId: string): Answer {
      const upload = uploads.get(uploadId)
      if (upload?.key !== key) return gone
      const rows = [...upload.parts]
        .toSorted(([a], [b]) => a - b)
        .map(
          ([n, part]) =>
            `<Part><PartNumber>${n}</PartNumber><ETag>${part.etag}</ETag><Size>${part.bytes.length}</Size><ChecksumSHA256>${part.sha256}</ChecksumSHA256></Part>`,
        )
      return {
        status: 200,
        xml: `<ListPartsResult>${rows.join('')}<IsTruncated>false</IsTruncated></ListPartsResult>`,
      }
    },
    complete(key: string, uploadId: string, body: string): Answer {
      const upload = uploads.get(uploadId)
      if (upload?.key !== key) return gone
      const named = [
        ...body.matchAll(
          /<Part><PartNumber>(\d+)<\/PartNumber><ETag>([^<]+)<\/ETag><ChecksumSHA256>([^<]+)<\/ChecksumSHA256><\/Part>/g,
        ),
      ]
      const parts = named.map(([, number, etag, checksum]) => {
        const part = upload.parts.get(Number(number))
        return part && part.etag === etag && part.sha256 === checksum ? part : undefined
      })
      if (parts.length === 0 || !parts.every((part) => part !== undefined)) return refused('InvalidPart')
      if (parts.slice(0, -1).some(({ bytes }) => bytes.length < LEAST_PART)) return refused('EntityTooSmall')
      objects.set(key, Buffer.concat(parts.map(({ bytes }) => bytes)))
      uploads.delete(uploadId)
      return {
        status: 200,
        xml: `<CompleteMultipartUploadResult><Key>${key}</Key></CompleteMultipartUploadResult>`,
      }
    },
    abort(uploadId: string): Answer {
      return uploads.delete(uploadId) ? { status: 204 } : gone
    },
    listUploads: () => listed(uploads),
  }
}

function listed(uploads: Map<string, Upload>): Answer {
  const rows = [...uploads].map(
    ([id, { key }]) =>
      `<Upload><Key>${key}</Key><UploadId>${id}</UploadId><Initiated>2026-03-02T02:00:00.000Z</Initiated></Upload>`,
  )
  return {
    status: 200,
    xml: `<ListMultipartUploadsResult>${rows.join('')}<IsTruncated>false</IsTruncated></ListMultipartUploadsResult>`,
  }
}
