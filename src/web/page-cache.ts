import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gunzip, gunzipSync, gzip } from 'node:zlib'
import type { Services } from '../platform/http/ctx.ts'
import { pagesFromCache } from '../platform/http/metrics.ts'
import { pageAddress, previewToken } from './page-address.ts'

/** A public page in each encoding with its complete headers. */
export interface CachedPage {
  etag: string
  /** Requested again, so compressed with the best quality. */
  recompressed?: boolean
  /** The body without compression is made on request, because few clients need it and it would take most of the memory. */
  identity: Pick<Variant, 'headers'>
  gzip: Variant
  br: Variant
}

interface Variant {
  headers: Record<string, string | number>
  body: Buffer
}

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)
const decompressGzip = promisify(gunzip)
const PUBLIC_CACHE_CONTROL = 'public, max-age=0, s-maxage=60, stale-while-revalidate=600'

/** The cache key of an address from `pageAddress`. */
export function pageKey(address: string): string {
  return `page:${address}`
}

/** Approximate memory of a page: two bodies and the headers, of which the security policy and the links are the longest. */
export function pageBytes({ gzip, br }: CachedPage): number {
  return gzip.body.length + br.body.length + HEADER_BYTES
}

const HEADER_BYTES = 4000
/** Compression takes most of the time of a page that is requested once, so the first one is fast; `recompress` follows on the second request. */
const FIRST_BROTLI_QUALITY = 4
const FIRST_GZIP_LEVEL = 4

export async function toCachedPage(headers: Record<string, string>, identity: Buffer): Promise<CachedPage> {
  const [br, gz] = await Promise.all([
    brotli(identity, FIRST_BROTLI_QUALITY),
    compressGzip(identity, { level: FIRST_GZIP_LEVEL }).then(ownMemory),
  ])
  const etag = `"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`
  const common = {
    ...headers,
    'cache-control': PUBLIC_CACHE_CONTROL,
    vary: 'accept-encoding',
    etag,
  }
  const variant = (body: Buffer, encoding?: string): Variant => ({
    body,
    headers: { ...common, ...(encoding ? { 'content-encoding': encoding } : {}), 'content-length': body.length },
  })
  return { etag, identity: { headers: variant(identity).headers }, gzip: variant(gz, 'gzip'), br: variant(br, 'br') }
}

/** With the size and a fitting window, the compressor allocates less than its default of four megabytes. */
async function brotli(text: Buffer, quality: number): Promise<Buffer> {
  const bits = Math.ceil(Math.log2(text.length + 16))
  const body = await compressBrotli(text, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_LGWIN]: Math.min(Math.max(bits, 16), constants.BROTLI_DEFAULT_WINDOW),
      [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
    },
  })
  return ownMemory(body)
}

/** Copies a result of the compressor out of its 64 kB pool, which would otherwise stay allocated as long as the cached page. */
function ownMemory(slice: Buffer): Buffer {
  const own = Buffer.allocUnsafeSlow(slice.length)
  slice.copy(own)
  return own
}

/**
 * Answers a cached page before the framework handles the request. Most requests are of this kind and need neither routing nor hooks.
 * False when the page is not in the cache.
 */
export function answerFromPageCache(services: Services, request: IncomingMessage, response: ServerResponse): boolean {
  if (request.method !== 'GET' && request.method !== 'HEAD') return false
  // The preview of a draft has the address of the published page.
  if (previewToken(request) !== undefined) return false
  const { address } = pageAddress(request.url ?? '')
  const page = services.cache.get<CachedPage>(pageKey(address), services.clock.now().getTime())
  if (!page) return false
  pagesFromCache.inc()
  if (!page.recompressed) void recompress(page)
  sendPage(page, request, response)
  return true
}

function plain({ identity: { headers }, gzip: { body } }: CachedPage): Variant {
  return { headers, body: gunzipSync(body) }
}

let recompressing: Promise<void> = Promise.resolve()

/**
 * Compresses a page with the best quality, which makes it about a tenth smaller. One page at a time, on a thread of the pool, so that
 * many new pages do not compete with requests.
 */
export function recompress(page: CachedPage): Promise<void> {
  page.recompressed = true
  recompressing = recompressing.then(async () => {
    const body = await brotli(await decompressGzip(page.gzip.body), constants.BROTLI_MAX_QUALITY)
    page.br = { body, headers: { ...page.br.headers, 'content-length': body.length } }
  })
  return recompressing
}

export function sendPage(page: CachedPage, request: IncomingMessage, response: ServerResponse): void {
  const accepted = request.headers['accept-encoding'] ?? ''
  const variant = accepted.includes('br') ? page.br : accepted.includes('gzip') ? page.gzip : plain(page)
  if (request.headers['if-none-match']?.includes(page.etag)) {
    const { 'content-length': _, ...headers } = variant.headers
    response.writeHead(304, headers).end()
    return
  }
  response.writeHead(200, variant.headers)
  response.end(request.method === 'HEAD' ? undefined : variant.body)
}
