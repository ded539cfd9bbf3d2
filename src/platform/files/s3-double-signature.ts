import { createHash, createHmac } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

export interface DoubleKeys {
  accessKeyId: string
  secretAccessKey: string
}

/** The code of S3 for a request whose signature does not hold; undefined when it does. Signed are the header or the query. */
export function signatureFault(
  request: IncomingMessage,
  url: URL,
  keys: DoubleKeys,
  now: () => Date,
): string | undefined {
  const signed = url.searchParams.has('X-Amz-Signature') ? signedQuery(url) : signedHeader(request)
  if (!signed) return 'AccessDenied'
  if (signed.id !== keys.accessKeyId) return 'InvalidAccessKeyId'
  if (signed.expiresAt && signed.expiresAt < now()) return 'AccessDenied'
  const { date, region, signedHeaders } = signed
  const headers = signedHeaders
    .split(';')
    .map((name) => `${name}:${String(request.headers[name] ?? '').trim()}\n`)
    .join('')
  const canonical = [
    request.method,
    url.pathname,
    canonicalQuery(url),
    headers,
    signedHeaders,
    request.headers['x-amz-content-sha256'] ?? 'UNSIGNED-PAYLOAD',
  ].join('\n')
  const toSign = [
    'AWS4-HMAC-SHA256',
    signed.time,
    `${date}/${region}/s3/aws4_request`,
    createHash('sha256').update(canonical).digest('hex'),
  ].join('\n')
  const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()
  const key = hmac(hmac(hmac(hmac(`AWS4${keys.secretAccessKey}`, date), region), 's3'), 'aws4_request')
  return createHmac('sha256', key).update(toSign).digest('hex') === signed.signature
    ? undefined
    : 'SignatureDoesNotMatch'
}

interface Signed {
  id: string
  date: string
  region: string
  signedHeaders: string
  signature: string
  time: string
  expiresAt?: Date
}

function signedHeader(request: IncomingMessage): Signed | undefined {
  const found =
    /Credential=([^/]+)\/(\d+)\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]+)/.exec(
      request.headers.authorization ?? '',
    )
  if (!found) return undefined
  const [, id = '', date = '', region = '', signedHeaders = '', signature = ''] = found
  return { id, date, region, signedHeaders, signature, time: String(request.headers['x-amz-date']) }
}

function signedQuery(url: URL): Signed {
  const value = (name: string) => url.searchParams.get(`X-Amz-${name}`) ?? ''
  const [id = '', date = '', region = ''] = value('Credential').split('/')
  const [, year, month, day, hour, minute, second] =
    /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(value('Date')) ?? []
  const signedAt = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
  return {
    id,
    date,
    region,
    signedHeaders: value('SignedHeaders'),
    signature: value('Signature'),
    time: value('Date'),
    expiresAt: new Date(signedAt.getTime() + Number(value('Expires')) * 1000),
  }
}

function canonicalQuery(url: URL): string {
  const encoded = (text: string) =>
    encodeURIComponent(text).replace(/[!'()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`)
  return [...url.searchParams]
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => [encoded(name), encoded(value)] as const)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map((pair) => pair.join('='))
    .join('&')
}
