import { randomBytes, randomUUID } from 'node:crypto'
import { createServer as createHttpServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import formbody from '@fastify/formbody'
import multipart from '@fastify/multipart'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { Envelope } from '../contract/envelope.ts'
import { commonErrors, Refusal, type RefusalKind, refuse } from '../contract/refusal.ts'
import type { RequestInfo, Services } from './ctx.ts'
import { type Access, type Answer, authorize, dispatch, failed, filesOf, type IncomingCall } from './dispatch.ts'
import type { Handler } from './handler.ts'
import { observeCall } from './metrics.ts'
import type { Readiness } from './readiness.ts'
import { discardRest, dropFiles, partsOf, receiveFile, receiveFiles, UploadRefusal } from './upload.ts'

/** Largest JSON or form body. Files are sent as multipart with their own limits. */
const MAX_BODY_BYTES = 1024 * 1024
const CACHE_SECONDS = 60
const HSTS_SECONDS = 31_536_000

const SECURITY_HEADERS = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(self), microphone=(), geolocation=()',
} as const

/** Adds HSTS when PUBLIC_URL is https, without includeSubDomains, because other services may use subdomains. */
export function securityHeaders({ config }: Pick<Services, 'config'>): Record<string, string> {
  return config.PUBLIC_URL?.startsWith('https:')
    ? { ...SECURITY_HEADERS, 'strict-transport-security': `max-age=${HSTS_SECONDS}` }
    : SECURITY_HEADERS
}

/** May answer a request before the framework handles it; true when it has. */
export type EarlyAnswer = (request: IncomingMessage, response: ServerResponse) => boolean

/** The HTTP server with every call of the registry; the app adds pages and downloads. */
export async function createServer(
  services: Services,
  access: Access,
  handlers: Handler[],
  { early = () => false, readiness = { accepting: true } }: { early?: EarlyAnswer; readiness?: Readiness } = {},
): Promise<FastifyInstance> {
  const headers = securityHeaders(services)
  const server = Fastify({
    serverFactory: (handle) =>
      nodeServer((request, response) => {
        if (!readiness.accepting) response.setHeader('connection', 'close')
        if (early(request, response)) logEarly(services, request, response)
        else handle(request, response)
      }),
    // Requests on connections that were accepted before the listener closed are still answered.
    return503OnClosing: false,
    bodyLimit: MAX_BODY_BYTES,
    rewriteUrl: (request) => readableUrl(request.url ?? '/'),
    trustProxy: proxyTrust(services.config.TRUST_PROXY),
    genReqId: () => randomUUID(),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    forceCloseConnections: 'idle',
    exposeHeadRoutes: true,
    frameworkErrors: (error, request, reply) => {
      const answer = failed(services, asRefusal(error), requestInfo(request))
      return send(reply as FastifyReply, answer.status, answer.body)
    },
    clientErrorHandler: (error, socket) => answerUnread(error, socket),
  })
  await server.register(formbody, { bodyLimit: MAX_BODY_BYTES })
  await server.register(multipart, { throwFileSizeLimit: false })
  server.addHook('onRequest', async (_request, reply) => {
    reply.headers(headers)
  })
  server.addHook('onResponse', async (request, reply) => {
    discardRest(request.raw)
    const { method, url, id: requestId } = request
    logRequest(services, { requestId, method, url, status: reply.statusCode, ms: reply.elapsedTime })
  })
  server.setErrorHandler((error, request, reply) => {
    const answer = failed(services, asRefusal(error), requestInfo(request))
    return send(reply, answer.status, answer.body)
  })
  for (const handler of handlers) addCall(server, services, access, handler)
  addUnknownCalls(server, new Set(handlers.map(({ call }) => call.path)))
  return server
}

/** Fastify does not trust proxies by number of hops. An operator who sets a number guarantees that only these proxies reach this port. */
function proxyTrust(trusted: false | number | string[]) {
  return typeof trusted === 'number' ? (_address: string, hop: number) => hop < trusted : trusted
}

interface RequestLog {
  requestId: string
  method: string
  url: string
  status: number
  ms: number
}

/** Logs the path without its query, because queries may contain names and search words. */
function logRequest(services: Services, { url, ms, ...answered }: RequestLog): void {
  const path = url.split('?', 1)[0]
  services.log.info({ ...answered, path, ms: Math.round(ms * 10) / 10 }, 'request')
}

/** Logs early answers with 0 ms, because their time is too short to matter. */
function logEarly(
  services: Services,
  { method = '', url = '' }: IncomingMessage,
  { statusCode }: ServerResponse,
): void {
  if (services.log.isLevelEnabled('info'))
    logRequest(services, { requestId: randomUUID(), method, url, status: statusCode, ms: 0 })
}

/** Escapes invalid percent encodings in a path, so that it gets a 404 page instead of a decoding error. */
function readableUrl(url: string): string {
  try {
    decodeURIComponent(url.split('?', 1)[0] ?? '')
    return url
  } catch {
    return url
      .replace(/%(?![\da-f]{2})/gi, '%25')
      .replace(/^[^?]*/, (path) => (isText(path) ? path : path.replaceAll('%', '%25')))
  }
}

function isText(path: string): boolean {
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}

/** Keep-alive is longer than the usual 60 s of load balancers, so that we never close a connection that one is about to use. */
function nodeServer(handle: (request: IncomingMessage, response: ServerResponse) => void): Server {
  return createHttpServer({ keepAliveTimeout: 72_000, requestTimeout: 120_000 }, handle)
}

function addCall(server: FastifyInstance, services: Services, access: Access, handler: Handler): void {
  const { call } = handler
  server.route({
    method: call.method,
    url: call.path,
    handler: async (request, reply) => {
      const started = process.hrtime.bigint()
      const browser = call.bindsBrowser ? browserKey(services, request, reply) : ''
      // The cache key is the URL, which identifies a GET completely but says nothing about a body.
      const answer =
        call.cacheTags && call.method === 'GET'
          ? await answerFromCache(services, access, handler, request)
          : await answerCall(services, access, handler, request, { browser })
      observeCall(call.name, answer.status, started)
      if (answer.status === 429 || answer.status === 503) reply.header('retry-after', '5')
      return send(reply, answer.status, answer.body)
    },
  })
}

/** Runs a call for a request. Files of a refused call are removed. `madeKey` is the idempotency key of a form sent without JavaScript. */
export async function answerCall(
  services: Services,
  access: Access,
  handler: Handler,
  request: FastifyRequest,
  { browser = '', madeKey }: { browser?: string; madeKey?: string } = {},
): Promise<Answer & { fields?: Record<string, unknown> }> {
  let call: IncomingCall
  try {
    call = await incoming(services, access, handler, request, browser)
    call.idempotencyKey ??= madeKey
  } catch (error) {
    const fields = error instanceof UploadRefusal ? error.fields : {}
    return { ...failed(services, asRefusal(error), requestInfo(request)), fields }
  }
  const answer = await dispatch(services, access, handler, call)
  // After a 5xx the transaction may still have been committed, so its files stay and the sweeper decides.
  if (answer.body.code === 0 && answer.status < 500) await dropFiles(services, filesOf(call))
  return { ...answer, fields: call.raw as Record<string, unknown> }
}

/** Answers a known path with the wrong method with 405 and an unknown path with 404, both in the envelope. */
function addUnknownCalls(server: FastifyInstance, paths: ReadonlySet<string>): void {
  const refused = (request: FastifyRequest, reply: FastifyReply) => {
    const path = request.url.split('?', 1)[0] ?? ''
    const known = paths.has(path) || !USUAL_METHODS.has(request.method)
    const missing = /^\/api(\/|$)/.test(path) ? commonErrors.unknownCall : commonErrors.notFound
    const kind = known ? commonErrors.methodNotAllowed : missing
    return send(reply, kind.status, refusalBody(kind))
  }
  server.all('/api', refused)
  server.all('/api/*', refused)
  server.setNotFoundHandler(refused)
}

const USUAL_METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

function refusalBody({ message, error }: RefusalKind): Envelope {
  return { code: 0, data: null, msg: message, error }
}

/** Answers bytes that Node could not parse as a request directly on the socket, and closes it. */
function answerUnread(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const [status, kind] =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? ['431 Request Header Fields Too Large', commonErrors.tooLarge]
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? ['408 Request Timeout', commonErrors.tooSlow]
        : ['400 Bad Request', commonErrors.malformed]
  const body = JSON.stringify(refusalBody(kind as RefusalKind))
  socket.end(
    `HTTP/1.1 ${status}\r\ncontent-type: application/json; charset=utf-8\r\ncache-control: no-store\r\nconnection: close\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  )
}

async function incoming(
  services: Services,
  access: Access,
  handler: Handler,
  request: FastifyRequest,
  browser = '',
): Promise<IncomingCall> {
  const { call } = handler
  const common = {
    token: header(request, 'token'),
    idempotencyKey: header(request, 'idempotency-key'),
    request: { ...requestInfo(request), browser },
  }
  if (call.method === 'GET') return { ...common, raw: { ...(request.query as object) }, texts: true }
  if (call.upload?.maxFiles !== undefined && request.isMultipart()) {
    const { maxBytes, maxFiles: most } = call.upload
    const { fields, files } = await receiveFiles(services, request, { maxBytes, most })
    // A form without JavaScript cannot set a header, so its key is a field.
    const { idempotencyKey: key, ...raw } = fields
    const idempotencyKey = common.idempotencyKey ?? (typeof key === 'string' && key !== '' ? key : undefined)
    return { ...common, idempotencyKey, raw, texts: true, files }
  }
  if (call.upload && call.upload.maxFiles === undefined) {
    // Authorize before reading the file, so that nobody without permission can make the server store bytes.
    await authorize(services, access, call, common.token)
    if (call.idempotent && common.idempotencyKey === undefined) throw refuse(commonErrors.keyRequired)
    const { fields, file } = await receiveFile(services, request, call.upload.maxBytes)
    return { ...common, raw: fields, texts: true, file }
  }
  if (request.isMultipart()) return { ...common, raw: await textParts(request), texts: true }
  const texts = (header(request, 'content-type') ?? '').startsWith('application/x-www-form-urlencoded')
  return { ...common, raw: texts ? { ...(request.body as object) } : (request.body ?? {}), texts }
}

async function textParts(request: FastifyRequest): Promise<Record<string, unknown>> {
  const fields: Record<string, unknown> = {}
  for await (const part of partsOf(request, { files: 0, fields: 100, fieldSize: MAX_BODY_BYTES })) {
    if (part.type === 'field') fields[part.fieldname] = part.value
  }
  return fields
}

/** Answers that are the same for everybody are cached as text until one of their tags is purged. */
async function answerFromCache(services: Services, access: Access, handler: Handler, request: FastifyRequest) {
  const tags = handler.call.cacheTags ?? []
  const now = services.clock.now().getTime()
  const kept = services.cache.get<string>(request.url, now)
  if (kept !== undefined) return { status: 200, body: kept }
  const generation = services.cache.generation
  const answer = await dispatch(services, access, handler, await incoming(services, access, handler, request))
  if (answer.body.code === 0) return answer
  const text = JSON.stringify(answer.body)
  const expiresAt = now + CACHE_SECONDS * 1000
  // A string with Chinese characters takes two bytes per character in memory.
  if (request.url.length < 300) services.cache.set(request.url, text, tags, expiresAt, generation, text.length * 2)
  return { status: answer.status, body: text }
}

function send(reply: FastifyReply, status: number, body: Envelope | string): FastifyReply {
  return reply
    .code(status)
    .header('content-type', 'application/json; charset=utf-8')
    .header('cache-control', 'no-store')
    .send(typeof body === 'string' ? body : JSON.stringify(body))
}

export function requestInfo(request: FastifyRequest): RequestInfo {
  return {
    id: request.id,
    ip: request.ip,
    userAgent: header(request, 'user-agent') ?? '',
    browser: '',
    proof: header(request, 'proof') ?? '',
  }
}

const BROWSER_COOKIE = 'mingxi_browser'
const BROWSER_DAYS = 30

/** The key in the browser's cookie, or a new one that is set with the answer. HttpOnly and SameSite=Strict protect it from scripts and other sites. */
function browserKey(services: Services, request: FastifyRequest, reply: FastifyReply): string {
  const kept = new RegExp(`(?:^|; )${BROWSER_COOKIE}=([\\w-]{43})(?:;|$)`).exec(header(request, 'cookie') ?? '')?.[1]
  if (kept) return kept
  const fresh = randomBytes(32).toString('base64url')
  const secure = services.config.PUBLIC_URL?.startsWith('https:') ? '; Secure' : ''
  reply.header(
    'set-cookie',
    `${BROWSER_COOKIE}=${fresh}; Path=/api/open/wx; Max-Age=${BROWSER_DAYS * 86_400}; HttpOnly; SameSite=Strict${secure}`,
  )
  return fresh
}

function header(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name]
  return Array.isArray(value) ? value[0] : value
}

/** Converts Fastify's request errors to refusals. */
function asRefusal(error: unknown): unknown {
  if (error instanceof Refusal) return error
  const { statusCode, code } = error as { statusCode?: number; code?: string }
  if (statusCode === 413 || code === 'FST_REQ_FILE_TOO_LARGE') return refuse(commonErrors.tooLarge)
  if (statusCode === 415) return refuse(commonErrors.unsupportedMedia)
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) return refuse(commonErrors.malformed)
  // Busboy's errors about broken multipart bodies have no status.
  if (/multipart|boundary|Unexpected end of form|Part terminated|Malformed/i.test((error as Error)?.message ?? ''))
    return refuse(commonErrors.malformed)
  return error
}
