import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gunzip, gunzipSync, gzip } from 'node:zlib'
import type { Services } from '../platform/http/ctx.ts'
import { pagesFromCache } from '../platform/http/metrics.ts'
import { pageAddress } from './page-address.ts'
import { previewToken } from './preview.ts'

/** A public page as it goes out, in each encoding, with its headers ready. */
export interface CachedPage {
  etag: string
  /** Asked for again, so compressed as far as it goes. */
  squeezed?: boolean
  /** Made from the compressed one for the few who ask for it: kept, it would be most of the memory of a page. */
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

/** `address` as `pageAddress` gives it. */
export function pageKey(address: string): string {
  return `page:${address}`
}

/** Two bodies, and headers of which the policy and the links are the longest. */
export function pageBytes({ gzip, br }: CachedPage): number {
  return gzip.body.length + br.body.length + HEADER_BYTES
}

const HEADER_BYTES = 4000
/** Most of the time of a page that is asked for once is compression, so it is light until somebody asks again. */
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

/** Told how much there is, the compressor takes the memory for that instead of for four megabytes. */
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

/** What a compressor answers is a piece of a pool of 64 kB: kept for ten minutes, it would keep all of that. */
function ownMemory(piece: Buffer): Buffer {
  const own = Buffer.allocUnsafeSlow(piece.length)
  piece.copy(own)
  return own
}

/**
 * Answers a page that is in the cache before the framework sees the request: most of the traffic of a shop is this,
 * and it needs neither routing nor hooks. False when the page is not there.
 */
export function answerFromPageCache(services: Services, request: IncomingMessage, response: ServerResponse): boolean {
  if (request.method !== 'GET' && request.method !== 'HEAD') return false
  // The page of a draft has the address of the published one.
  if (previewToken(request) !== undefined) return false
  const { address } = pageAddress(request.url ?? '')
  const page = services.cache.get<CachedPage>(pageKey(address), services.clock.now().getTime())
  if (!page) return false
  pagesFromCache.inc()
  if (!page.squeezed) void squeeze(page)
  sendPage(page, request, response)
  return true
}

function plain({ identity: { headers }, gzip: { body } }: CachedPage): Variant {
  return { headers, body: gunzipSync(body) }
}

let squeezing: Promise<void> = Promise.resolve()

/**
 * A page that is asked for again is worth the time that the best compression takes, a tenth smaller than the quick one. One page after the
 * other, on a thread of the pool, so that a thousand new pages do not compete with answers.
 */
export function squeeze(page: CachedPage): Promise<void> {
  page.squeezed = true
  squeezing = squeezing.then(async () => {
    const body = await brotli(await decompressGzip(page.gzip.body), constants.BROTLI_MAX_QUALITY)
    page.br = { body, headers: { ...page.br.headers, 'content-length': body.length } }
  })
  return squeezing
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
