import { randomUUID } from 'node:crypto'
import { createServer as createHttpServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import formbody from '@fastify/formbody'
import multipart from '@fastify/multipart'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { commonErrors, type RefusalKind } from '../contract/refusal.ts'
import { addCall } from './answer-call.ts'
import type { Services } from './ctx.ts'
import { loggedPath } from '../log/logged-path.ts'
import { type Access, type Answer, failed } from './dispatch.ts'
import type { Handler } from './handler.ts'
import { notePrograms } from './programs/note-programs.ts'
import { noteInput } from './note-refusal.ts'
import { MAX_BODY_BYTES, requestInfo } from './read-request.ts'
import type { Readiness } from './readiness.ts'
import { nameRequests, traceEarly } from './request-work.ts'
import { limitAddresses } from './connections/address-limit.ts'
import { keepHostsApart } from './connections/console-host.ts'
import { endFlood } from './connections/pipelining.ts'
import { plainVisits } from './connections/plain-visits.ts'
import { noteConnections } from './connections/unasked.ts'
import { asRefusal, refusalBody, send } from './reply.ts'
import { CLOSED_POLICY, securityHeaders } from './security-headers.ts'
import { discardRest } from './upload.ts'

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
  const endPlainVisit = plainVisits(services)
  const server = Fastify({
    serverFactory: (handle) =>
      noteConnections(
        nodeServer((request, response) => {
          if (endFlood(request, response)) return
          if (!readiness.accepting) response.setHeader('connection', 'close')
          if (endPlainVisit(request, response) || early(request, response)) {
            logEarly(services, request, response)
            traceEarly(request, response)
          } else handle(request, response)
        }),
      ),
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
      const answer = unread(services, error, request)
      return send(reply as FastifyReply, answer.status, answer.body)
    },
    clientErrorHandler: (error, socket) => {
      if (socket.writable) services.log.info({ refusal: 'unreadable' }, 'input refused')
      answerUnread(error, socket)
    },
  })
  await server.register(formbody, { bodyLimit: MAX_BODY_BYTES })
  await server.register(multipart, { throwFileSizeLimit: false })
  server.addHook('onRequest', async (_request, reply) => {
    reply.headers(headers)
  })
  const callPaths = new Set(handlers.map(({ call }) => call.path))
  limitAddresses(server, services, callPaths)
  keepHostsApart(server, services.config)
  notePrograms(server, services)
  nameRequests(server, new Map(handlers.map(({ call }) => [call.path, call.name])))
  server.addHook('onResponse', async (request, reply) => {
    discardRest(request.raw)
    const { method, url, id: requestId } = request
    logRequest(services, { requestId, method, url, status: reply.statusCode, ms: reply.elapsedTime })
  })
  server.setErrorHandler((error, request, reply) => {
    const answer = unread(services, error, request)
    return send(reply, answer.status, answer.body)
  })
  for (const handler of handlers) addCall(server, services, access, handler)
  addUnknownCalls(server, callPaths)
  return server
}

/** The answer to a request whose address, headers or body could not be read. */
function unread(services: Services, error: unknown, request: FastifyRequest): Answer {
  const refusal = asRefusal(error)
  noteInput(services, refusal, { requestId: request.id })
  return failed(services, refusal, requestInfo(request))
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

function logRequest(services: Services, { url, ms, ...answered }: RequestLog): void {
  services.log.info({ ...answered, path: loggedPath(url), ms: Math.round(ms * 10) / 10 }, 'request')
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
    `HTTP/1.1 ${status}\r\ncontent-type: application/json; charset=utf-8\r\nx-content-type-options: nosniff\r\ncontent-security-policy: ${CLOSED_POLICY}\r\ncache-control: no-store\r\nconnection: close\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  )
}
