import { channel } from 'node:diagnostics_channel'
import type { ClientRequest, IncomingMessage } from 'node:http'
import { currentTracing, type OpenSpan } from './tracing.ts'

interface FetchRequest {
  method: string
  origin: string
}

/**
 * Spans of requests to providers, by fetch and by node:http. Only method and host are noted: paths and queries hold keys and phones.
 * The trace is not sent on, because it is nobody else's business.
 */
export function watchOutgoing(collector: string): void {
  const spans = new WeakMap<object, OpenSpan>()
  const begin = (request: object, method: string, origin: string) => {
    if (origin === collector) return
    const host = URL.canParse(origin) ? new URL(origin).host : 'unknown'
    const attributes = { 'http.request.method': method, 'server.address': host }
    const span = currentTracing()?.child(`${method} ${host}`, { kind: 'CLIENT', attributes })
    if (span) spans.set(request, span)
  }
  const end = (request: object, status?: number, error?: unknown) => {
    const span = spans.get(request)
    if (span === undefined) return
    spans.delete(request)
    if (status !== undefined) span.set({ 'http.response.status_code': status })
    if (error !== undefined || (status ?? 0) >= 500) span.fail(error ?? { name: String(status) })
    span.end()
  }
  on<{ request: FetchRequest }>('undici:request:create', ({ request }) =>
    begin(request, request.method, request.origin),
  )
  on<{ request: FetchRequest; response: { statusCode: number } }>('undici:request:headers', ({ request, response }) =>
    end(request, response.statusCode),
  )
  on<{ request: FetchRequest; error: Error }>('undici:request:error', ({ request, error }) =>
    end(request, undefined, error),
  )
  on<{ request: ClientRequest }>('http.client.request.start', ({ request }) =>
    begin(request, request.method, `${request.protocol}//${String(request.getHeader('host'))}`),
  )
  on<{ request: ClientRequest; response: IncomingMessage }>('http.client.response.finish', ({ request, response }) =>
    end(request, response.statusCode),
  )
  on<{ request: ClientRequest; error: Error }>('http.client.request.error', ({ request, error }) =>
    end(request, undefined, error),
  )
}

function on<T>(name: string, listen: (message: T) => void): void {
  channel(name).subscribe((message) => listen(message as T))
}
