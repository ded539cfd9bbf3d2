import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface DoubleRequest {
  method: string
  /** Path with query. */
  url: string
  headers: Record<string, string | undefined>
  body: string
}

export interface DoubleAnswer {
  status: number
  headers: Record<string, string>
  body: string | Buffer
}

/**
 * What goes wrong with an answer. `unavailable`: 503, and nothing was done. `lost`: it was done, but the connection broke. `silent`: it was done,
 * but no answer ever comes. `tampered`, `unsigned`, `stale`: the answer's signature is wrong, missing or too old.
 */
export type Fault = 'unavailable' | 'lost' | 'silent' | 'tampered' | 'unsigned' | 'stale'

export type DoubleHandler = (request: DoubleRequest) => DoubleAnswer | 'lost' | 'silent'

/** The double behind a real socket on loopback. It keeps no process alive. */
export async function serveDouble(handle: DoubleHandler): Promise<{ url: string; close: () => void }> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const { method = 'GET', url = '/' } = request
    const headers = request.headers as DoubleRequest['headers']
    const answer = handle({ method, url, headers, body: Buffer.concat(chunks).toString('utf8') })
    if (answer === 'silent') return
    if (answer === 'lost') return request.socket.destroy()
    response.writeHead(answer.status, answer.headers).end(answer.body)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  server.unref()
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

/** The double in place of the network. */
export function fetchDouble(handle: DoubleHandler): (url: string, init: RequestInit) => Promise<Response> {
  return async (url, { method = 'GET', headers, body, signal }) => {
    const { pathname, search } = new URL(url)
    const sent = Object.fromEntries(new Headers(headers))
    const answer = handle({ method, url: pathname + search, headers: sent, body: typeof body === 'string' ? body : '' })
    if (answer === 'lost') throw new TypeError('fetch failed')
    if (answer === 'silent')
      return new Promise((_, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason as Error))
      })
    const empty = answer.status === 204
    return new Response(empty ? null : new Uint8Array(Buffer.from(answer.body)), answer)
  }
}
