import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { gunzipSync } from 'node:zlib'

export interface CollectedSpan {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  attributes: Record<string, unknown>
  links: { traceId: string; spanId: string }[]
  service: unknown
}

interface Wire {
  resourceSpans: { resource: { attributes: Pair[] }; scopeSpans: { spans: WireSpan[] }[] }[]
}
type Pair = { key: string; value: Record<string, unknown> }
type WireSpan = Omit<CollectedSpan, 'attributes' | 'service'> & { attributes?: Pair[] }

/** A receiver of OTLP/HTTP in JSON, as a collector is one. */
export async function collector(port = 0) {
  const spans: CollectedSpan[] = []
  const server = createServer((request, response) => {
    void buffer(request).then((bytes) => {
      const body = request.headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes
      const { resourceSpans } = JSON.parse(body.toString('utf8')) as Wire
      for (const { resource, scopeSpans } of resourceSpans)
        for (const span of scopeSpans.flatMap((scope) => scope.spans))
          spans.push({
            ...span,
            attributes: plain(span.attributes ?? []),
            links: span.links ?? [],
            service: plain(resource.attributes)['service.name'],
          })
      response.setHeader('content-type', 'application/json').end('{}')
    })
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    spans,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function plain(pairs: Pair[]): Record<string, unknown> {
  return Object.fromEntries(pairs.map(({ key, value }) => [key, Object.values(value)[0]]))
}
