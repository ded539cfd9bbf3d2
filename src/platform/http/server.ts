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

/** Largest JSON or form body. Files come by multipart with limits of their own. */
const MOST_BODY_BYTES = 1024 * 1024
const CACHE_SECONDS = 60
const HSTS_SECONDS = 31_536_000

const SECURITY_HEADERS = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(self), microphone=(), geolocation=()',
} as const

/** Behind TLS a browser is told to stay there. Subdomains are not ours to speak for. */
export function securityHeaders({ config }: Pick<Services, 'config'>): Record<string, string> {
  return config.PUBLIC_URL?.startsWith('https:')
    ? { ...SECURITY_HEADERS, 'strict-transport-security': `max-age=${HSTS_SECONDS}` }
    : SECURITY_HEADERS
}

/** Takes a request before the framework sees it; true when it has answered. */
export type EarlyAnswer = (request: IncomingMessage, response: ServerResponse) => boolean

/** The HTTP server with every call of the registry; pages and downloads are added by the app. */
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
    // Who was let in before the listener closed is answered.
    return503OnClosing: false,
    bodyLimit: MOST_BODY_BYTES,
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
  await server.register(formbody, { bodyLimit: MOST_BODY_BYTES })
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

/** The framework takes a number as nobody, because it cannot tell a proxy by it; who sets one says that nobody else reaches this port. */
function proxyTrust(trusted: false | number | string[]) {
  return typeof trusted === 'number' ? (_address: string, hop: number) => hop < trusted : trusted
}

interface Answered {
  requestId: string
  method: string
  url: string
  status: number
  ms: number
}

/** The path without its query: queries may hold names and search words of people. */
function logRequest(services: Services, { url, ms, ...answered }: Answered): void {
  const path = url.split('?', 1)[0]
  services.log.info({ ...answered, path, ms: Math.round(ms * 10) / 10 }, 'request')
}

/** What was answered before the framework saw it took no time worth measuring. */
function logEarly(
  services: Services,
  { method = '', url = '' }: IncomingMessage,
  { statusCode }: ServerResponse,
): void {
  if (services.log.isLevelEnabled('info'))
    logRequest(services, { requestId: randomUUID(), method, url, status: statusCode, ms: 0 })
}

/** A path whose percent signs make no text is taken letter by letter, so that it leads to a page that is not there instead of an error. */
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

/** Keep-alive longer than the usual balancer's minute, so that it is never we who close a connection it is about to use. */
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
      // Kept answers are known by their address, which says everything about a GET and nothing about a body.
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

/** Files of a call that was refused belong to nobody and go at once. `madeKey` serves a form without JavaScript, which cannot make one. */
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
  // After a fault the transaction may have been committed all the same, so what it names stays until the sweeper has looked.
  if (answer.body.code === 0 && answer.status < 500) await dropFiles(services, filesOf(call))
  return { ...answer, fields: call.raw as Record<string, unknown> }
}

/** A known path with the wrong method is 405, an unknown one 404, both in the envelope. */
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

/** What Node could not read as a request is answered on the bare connection, which then ends. */
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
    // A form without JavaScript has no header to put its key in.
    const { idempotencyKey: key, ...raw } = fields
    const idempotencyKey = common.idempotencyKey ?? (typeof key === 'string' && key !== '' ? key : undefined)
    return { ...common, idempotencyKey, raw, texts: true, files }
  }
  if (call.upload && call.upload.maxFiles === undefined) {
    // Nobody without the right may make us store bytes, so the question of who asks comes before the file.
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
  for await (const part of partsOf(request, { files: 0, fields: 100, fieldSize: MOST_BODY_BYTES })) {
    if (part.type === 'field') fields[part.fieldname] = part.value
  }
  return fields
}

/** Answers that depend on nobody are kept as text until their tag is purged. */
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
  // A text with Chinese in it takes two bytes a character.
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

/** The key in the browser's cookie, or a fresh one that is sent along. No script can read it and no other site makes it travel. */
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

/** Fastify's own complaints about a request, as our refusals. */
function asRefusal(error: unknown): unknown {
  if (error instanceof Refusal) return error
  const { statusCode, code } = error as { statusCode?: number; code?: string }
  if (statusCode === 413 || code === 'FST_REQ_FILE_TOO_LARGE') return refuse(commonErrors.tooLarge)
  if (statusCode === 415) return refuse(commonErrors.unsupportedMedia)
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) return refuse(commonErrors.malformed)
  // Busboy's complaints about broken multipart bodies carry no status.
  if (/multipart|boundary|Unexpected end of form|Part terminated|Malformed/i.test((error as Error)?.message ?? ''))
    return refuse(commonErrors.malformed)
  return error
}
