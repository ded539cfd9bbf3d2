import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, brotliCompressSync, brotliDecompressSync, constants, gunzipSync, gzipSync } from 'node:zlib'
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
  /** Of these two the one that was asked for first; the other is made when somebody asks for it. */
  br?: Variant
  gzip?: Variant
}

interface Variant {
  headers: Record<string, string | number>
  body: Buffer
}

const compressBrotli = promisify(brotliCompress)
const PUBLIC_CACHE_CONTROL = 'public, max-age=0, s-maxage=60, stale-while-revalidate=600'

/** The cache key of an address from `pageAddress`. */
export function pageKey(address: string): string {
  return `page:${address}`
}

/** Approximate memory of a page: two bodies and the headers, of which the security policy and the links are the longest. */
export function pageBytes({ gzip, br }: CachedPage): number {
  return 2 * ((br ?? gzip)?.body.length ?? 0) + HEADER_BYTES
}

const HEADER_BYTES = 4000
/** Compression takes most of the time of a page that is requested once, so the first one is fast; `recompress` follows on the second request. */
const FIRST_BROTLI_QUALITY = 3
const FIRST_GZIP_LEVEL = 3

/** Compressed for the client that asked first, because a page that is asked for once needs no more. */
export function toCachedPage(headers: Record<string, string>, identity: Buffer, accepted = 'br'): CachedPage {
  const etag = `"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`
  const common = {
    ...headers,
    'cache-control': PUBLIC_CACHE_CONTROL,
    vary: 'accept-encoding',
    etag,
  }
  const page: CachedPage = { etag, identity: { headers: { ...common, 'content-length': identity.length } } }
  addVariant(page, encodingOf(accepted) ?? 'br', identity)
  return page
}

/** Here and not on a thread of the pool: at this quality half a millisecond, of which handing it over and back would cost half again. */
function addVariant(page: CachedPage, encoding: 'br' | 'gzip', identity: Buffer): Variant {
  const body =
    encoding === 'br'
      ? brotliCompressSync(identity, brotliOptions(identity, FIRST_BROTLI_QUALITY))
      : gzipSync(identity, { level: FIRST_GZIP_LEVEL })
  return (page[encoding] = variant(page, encoding, ownMemory(body)))
}

function encodingOf(accepted: string): 'br' | 'gzip' | undefined {
  return accepted.includes('br') ? 'br' : accepted.includes('gzip') ? 'gzip' : undefined
}

function variant({ identity }: CachedPage, encoding: 'br' | 'gzip', body: Buffer): Variant {
  return { body, headers: { ...identity.headers, 'content-encoding': encoding, 'content-length': body.length } }
}

/** With the size and a fitting window, the compressor allocates less than its default of four megabytes. */
async function brotli(text: Buffer, quality: number): Promise<Buffer> {
  return ownMemory(await compressBrotli(text, brotliOptions(text, quality)))
}

function brotliOptions(text: Buffer, quality: number) {
  const bits = Math.ceil(Math.log2(text.length + 16))
  return {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_LGWIN]: Math.min(Math.max(bits, 16), constants.BROTLI_DEFAULT_WINDOW),
      [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
    },
  }
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

function bodyOf({ br, gzip }: CachedPage): Buffer {
  return br ? brotliDecompressSync(br.body) : gunzipSync((gzip as Variant).body)
}

/** What a client gets that accepts these encodings. One that nobody asked for before is made now and kept. */
function variantFor(page: CachedPage, accepted: string): Variant {
  const encoding = encodingOf(accepted)
  const made = encoding && page[encoding]
  if (made) return made
  const body = bodyOf(page)
  return encoding ? addVariant(page, encoding, body) : { headers: page.identity.headers, body }
}

let recompressing: Promise<void> = Promise.resolve()

/**
 * Compresses a page with the best quality, which makes it about a tenth smaller. One page at a time, on a thread of the pool, so that
 * many new pages do not compete with requests.
 */
export function recompress(page: CachedPage): Promise<void> {
  page.recompressed = true
  recompressing = recompressing.then(async () => {
    page.br = variant(page, 'br', await brotli(bodyOf(page), constants.BROTLI_MAX_QUALITY))
  })
  return recompressing
}

export function sendPage(page: CachedPage, request: IncomingMessage, response: ServerResponse): void {
  const { headers, body } = variantFor(page, request.headers['accept-encoding'] ?? '')
  if (request.headers['if-none-match']?.includes(page.etag)) {
    const { 'content-length': _, ...rest } = headers
    response.writeHead(304, rest).end()
    return
  }
  response.writeHead(200, headers)
  response.end(request.method === 'HEAD' ? undefined : body)
}
