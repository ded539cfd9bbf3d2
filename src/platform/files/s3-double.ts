import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import { buffer } from 'node:stream/consumers'

/**
 * Implements enough of S3 for the tests of the file store and verifies what S3 verifies: the SigV4 signature over method, path, query,
 * signed headers and payload hash (AWS documentation, "Signature Version 4 signing process"). Many compatible stores do not decode
 * aws-chunked bodies and would keep the framing as content, so the double refuses chunked bodies with trailers and requests for checksums.
 */
export function s3Double(
  bucket: string,
  keys: { accessKeyId: string; secretAccessKey: string },
): { server: Server; objects: Map<string, Buffer>; refused: string[] } {
  const objects = new Map<string, Buffer>()
  const refused: string[] = []
  const server = createServer(async (request, response) => {
    const body = await buffer(request)
    const url = new URL(request.url ?? '/', 'http://double')
    if (!signatureHolds(request, url, keys)) {
      refused.push(request.url ?? '')
      response
        .writeHead(403, { 'content-type': 'application/xml' })
        .end('<Error><Code>SignatureDoesNotMatch</Code></Error>')
      return
    }
    const key = decodeURIComponent(url.pathname.slice(bucket.length + 2))
    if (asksForChecksums(request)) {
      refused.push(request.url ?? '')
      response.writeHead(501, { 'content-type': 'application/xml' }).end('<Error><Code>NotImplemented</Code></Error>')
    } else if (request.method === 'PUT') {
      objects.set(key, body)
      response.writeHead(200, { etag: '"x"' }).end()
    } else if (request.method === 'DELETE') {
      objects.delete(key)
      response.writeHead(204).end()
    } else if (url.searchParams.get('list-type') === '2') {
      const rows = [...objects.keys()].map(
        (name) => `<Contents><Key>${name}</Key><LastModified>2026-03-02T02:00:00.000Z</LastModified></Contents>`,
      )
      response
        .writeHead(200, { 'content-type': 'application/xml' })
        .end(`<ListBucketResult>${rows.join('')}<IsTruncated>false</IsTruncated></ListBucketResult>`)
    } else {
      const found = objects.get(key)
      if (!found)
        return response
          .writeHead(404, { 'content-type': 'application/xml' })
          .end('<Error><Code>NoSuchKey</Code></Error>')
      const range = /bytes=(\d+)-(\d+)/.exec(request.headers.range ?? '')
      const part = range ? found.subarray(Number(range[1]), Number(range[2]) + 1) : found
      response.writeHead(range ? 206 : 200, { 'content-length': part.length }).end(part)
    }
  })
  return { server, objects, refused }
}

function signatureHolds(
  request: IncomingMessage,
  url: URL,
  keys: { accessKeyId: string; secretAccessKey: string },
): boolean {
  const found =
    /Credential=([^/]+)\/(\d+)\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]+)/.exec(
      request.headers.authorization ?? '',
    )
  if (!found) return false
  const [, id, date = '', region = '', signedHeaders = '', signature] = found
  const query = [...url.searchParams]
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .sort()
    .join('&')
  const headers = signedHeaders
    .split(';')
    .map((name) => `${name}:${String(request.headers[name] ?? '').trim()}\n`)
    .join('')
  const canonical = [
    request.method,
    url.pathname,
    query,
    headers,
    signedHeaders,
    request.headers['x-amz-content-sha256'],
  ].join('\n')
  const toSign = [
    'AWS4-HMAC-SHA256',
    request.headers['x-amz-date'],
    `${date}/${region}/s3/aws4_request`,
    createHash('sha256').update(canonical).digest('hex'),
  ].join('\n')
  const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()
  const key = hmac(hmac(hmac(hmac(`AWS4${keys.secretAccessKey}`, date), region), 's3'), 'aws4_request')
  return id === keys.accessKeyId && createHmac('sha256', key).update(toSign).digest('hex') === signature
}

/** Whether a request uses `aws-chunked` framing, trailers or the checksums of SDKs. */
function asksForChecksums({ headers }: IncomingMessage): boolean {
  return (
    headers['content-encoding']?.includes('aws-chunked') === true ||
    String(headers['x-amz-content-sha256']).startsWith('STREAMING-') ||
    Object.keys(headers).some((name) => name === 'x-amz-trailer' || /^x-amz-(checksum|sdk-checksum)-/.test(name))
  )
}
