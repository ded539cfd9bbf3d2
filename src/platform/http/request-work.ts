import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { loggedPath } from '../log/logged-path.ts'
import { currentTracing, type OpenSpan, TRACEPARENT } from '../observe/tracing.ts'
import { addressShape, type Work, working } from '../observe/work.ts'

/** Names what each request does, for the log, error reports and slow statements, and opens its span. */
export function nameRequests(server: FastifyInstance, callNames: ReadonlyMap<string, string>): void {
  const spans = new WeakMap<FastifyRequest, OpenSpan>()
  // Not earlier: the parser of the body calls on in the context of the socket.
  server.addHook('preHandler', (request, reply, next) => {
    const work = workOf(request, callNames)
    const span = beginRequest(request, work, reply.elapsedTime)
    if (span === undefined) return working(work, next)
    spans.set(request, span)
    // Tells the browser that its own span is wanted.
    if (request.headers.traceparent !== undefined) reply.header('traceresponse', span.traceparent)
    working(work, () => span.run(next))
  })
  server.addHook('onResponse', async (request, reply) => {
    const span = spans.get(request)
    if (span === undefined) return
    span.set({ 'http.response.status_code': reply.statusCode })
    if (reply.statusCode >= 500) span.fail({ name: String(reply.statusCode) })
    span.end()
  })
}

function workOf(request: FastifyRequest, callNames: ReadonlyMap<string, string>): Work {
  const { url = '' } = request.routeOptions
  const call = callNames.get(url)
  if (call !== undefined) return { kind: 'call', name: call, requestId: request.id }
  if (url === '/*') return { kind: 'page', name: addressShape(request.url), requestId: request.id }
  return { kind: 'request', name: url || 'unknown', requestId: request.id }
}

function beginRequest(request: FastifyRequest, work: Work, elapsedMs: number): OpenSpan | undefined {
  const tracing = currentTracing()
  if (tracing === undefined) return undefined
  const { traceparent } = request.headers
  const parent = typeof traceparent === 'string' && TRACEPARENT.test(traceparent) ? traceparent : undefined
  return tracing.begin(`${work.kind} ${work.name}`, {
    parent,
    startedAt: Date.now() - elapsedMs,
    attributes: {
      'http.request.method': request.method,
      'http.route': request.routeOptions.url,
      'url.path': loggedPath(request.url),
      'mingxi.request_id': work.requestId,
    },
  })
}

/** A page that was answered from the cache before the framework saw the request. */
export function traceEarly({ method = '', url = '' }: IncomingMessage, { statusCode }: ServerResponse): void {
  const span = currentTracing()?.begin(`page ${addressShape(url)}`)
  if (span === undefined) return
  span.set({ 'http.request.method': method, 'url.path': loggedPath(url), 'http.response.status_code': statusCode })
  span.set({ 'mingxi.cache': 'hit' })
  span.end()
}
