import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { type Answer, doubleParts } from './s3-double-parts.ts'
import { type DoubleKeys, signatureFault } from './s3-double-signature.ts'

interface Options {
  /** For the expiry of signed addresses. */
  now?: () => Date
  /** Origins of pages that may send and fetch; without them the store has no CORS. */
  origins?: readonly string[]
  /** Whether hashes of parts are compared and kept. */
  checks?: boolean
}

/**
 * Implements enough of S3 for the tests of the file store and verifies what S3 verifies: the SigV4 signature over method, path, query,
 * signed headers and payload hash (AWS documentation, "Signature Version 4 signing process"), in the header or in the query, and the hash of each
 * part of an upload. Many compatible stores do not decode aws-chunked bodies and would keep the framing as content, so the double refuses
 * chunked bodies with trailers, and checksums of whole objects.
 */
export function s3Double(
  bucket: string,
  keys: DoubleKeys,
  { now = () => new Date(), origins = [], checks = true }: Options = {},
): {
  server: Server
  objects: Map<string, Buffer>
  refused: string[]
  uploads: ReturnType<typeof doubleParts>['uploads']
} {
  const objects = new Map<string, Buffer>()
  const refused: string[] = []
  const parts = doubleParts(objects, checks)
  const server = createServer(async (request, response) => {
    // A page that is left aborts what it was sending.
    const body = await buffer(request).catch(() => undefined)
    if (!body) return response.destroy()
    const url = new URL(request.url ?? '/', 'http://double')
    const cors = corsHeaders(request, origins)
    if (request.method === 'OPTIONS') return response.writeHead(cors ? 200 : 403, cors).end()
    const refuse = (status: number, code: string) => {
      refused.push(request.url ?? '')
      send(response, { status, xml: `<Error><Code>${code}</Code></Error>` }, cors)
    }
    const fault = signatureFault(request, url, keys, now)
    if (fault) return refuse(403, fault)
    const key = decodeURIComponent(url.pathname.slice(bucket.length + 2))
    const ofParts = partsAnswer(request, url.searchParams, key, body, parts)
    if (ofParts) return send(response, ofParts, cors)
    if (asksForChecksums(request)) return refuse(501, 'NotImplemented')
    if (request.method === 'PUT') {
      objects.set(key, body)
      send(response, { status: 200, headers: { etag: '"x"' } }, cors)
    } else if (request.method === 'DELETE') {
      objects.delete(key)
      send(response, { status: 204 }, cors)
    } else if (url.searchParams.get('list-type') === '2') send(response, listed(objects), cors)
    else sendObject(request, response, objects.get(key), url.searchParams, cors)
  })
  return { server, objects, refused, uploads: parts.uploads }
}

function partsAnswer(
  request: IncomingMessage,
  query: URLSearchParams,
  key: string,
  body: Buffer,
  parts: ReturnType<typeof doubleParts>,
): Answer | undefined {
  const uploadId = query.get('uploadId')
  if (query.has('uploads')) return request.method === 'POST' ? parts.begin(key) : parts.listUploads()
  if (uploadId === null) return undefined
  const declared = request.headers['x-amz-checksum-sha256']
  if (request.method === 'PUT') return parts.put(key, query, body, declared?.toString())
  if (request.method === 'POST') return parts.complete(key, uploadId, body.toString())
  return request.method === 'DELETE' ? parts.abort(uploadId) : parts.list(key, uploadId)
}

function send(response: ServerResponse, { status, xml, headers }: Answer, cors: Record<string, string> | undefined) {
  response.writeHead(status, { ...cors, ...headers, ...(xml ? { 'content-type': 'application/xml' } : {}) }).end(xml)
}

function listed(objects: Map<string, Buffer>): Answer {
  const rows = [...objects.keys()].map(
    (name) => `<Contents><Key>${name}</Key><LastModified>2026-03-02T02:00:00.000Z</LastModified></Contents>`,
  )
  return { status: 200, xml: `<ListBucketResult>${rows.join('')}<IsTruncated>false</IsTruncated></ListBucketResult>` }
}

function sendObject(
  request: IncomingMessage,
  response: ServerResponse,
  found: Buffer | undefined,
  query: URLSearchParams,
  cors: Record<string, string> | undefined,
): void {
  if (!found) return send(response, { status: 404, xml: '<Error><Code>NoSuchKey</Code></Error>' }, cors)
  const [, from, to] = /bytes=(\d+)-(\d*)/.exec(request.headers.range ?? '') ?? []
  const part = from ? found.subarray(Number(from), to ? Number(to) + 1 : found.length) : found
  const overrides = [...query].flatMap(([name, value]) =>
    name.startsWith('response-') ? [[name.slice('response-'.length), value]] : [],
  )
  response.writeHead(from ? 206 : 200, {
    ...cors,
    ...Object.fromEntries(overrides),
    'content-length': part.length,
    ...(from ? { 'content-range': `bytes ${from}-${Number(from) + part.length - 1}/${found.length}` } : {}),
  })
  response.end(request.method === 'HEAD' ? undefined : part)
}

/** Undefined: the page of another origin may neither send nor read. */
function corsHeaders(request: IncomingMessage, origins: readonly string[]): Record<string, string> | undefined {
  const { origin } = request.headers
  if (origin === undefined || !origins.includes(origin)) return undefined
  return {
    'access-control-allow-origin': origin,
    'access-control-allow-methods': 'PUT, GET',
    'access-control-allow-headers': 'x-amz-checksum-sha256',
    'access-control-max-age': '3600',
  }
}

/** Whether a request uses `aws-chunked` framing, trailers or the checksums of SDKs. */
function asksForChecksums({ headers }: IncomingMessage): boolean {
  return (
    headers['content-encoding']?.includes('aws-chunked') === true ||
    String(headers['x-amz-content-sha256']).startsWith('STREAMING-') ||
    Object.keys(headers).some((name) => name === 'x-amz-trailer' || /^x-amz-(checksum|sdk-checksum)-/.test(name))
  )
}
