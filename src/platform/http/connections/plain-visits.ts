import type { IncomingMessage, ServerResponse } from 'node:http'
import { commonErrors } from '../../contract/refusal.ts'
import { isPublicAddress } from '../../outgoing/public-address.ts'
import type { Services } from '../ctx.ts'
import { refusalBody } from '../reply.ts'

/** Asked by load balancers, which speak http; they tell nothing and take nothing. */
const HEALTH = /^\/(healthz|readyz)($|\?)/

/**
 * Answers a visitor who reached this port from outside without the proxy that speaks TLS, while PUBLIC_URL is https: pages lead to https, everything
 * that may have shown a secret fails. A proxy says for which scheme it asks.
 */
export function endPlainVisit(
  { config }: Pick<Services, 'config'>,
  request: IncomingMessage,
  response: ServerResponse,
): boolean {
  if (!config.PUBLIC_URL?.startsWith('https:') || !isPlainVisit(request)) return false
  const { method = '', url = '/', headers } = request
  const isPage = (method === 'GET' || method === 'HEAD') && /^\/(?!api(\/|$))/.test(url)
  if (isPage && headers.token === undefined && headers.authorization === undefined) {
    const location = new URL(config.PUBLIC_URL).origin + url
    response.writeHead(308, { location, 'cache-control': 'no-store', connection: 'close' }).end()
    return true
  }
  const type = 'application/json; charset=utf-8'
  response
    .writeHead(commonErrors.tlsRequired.status, {
      'content-type': type,
      'cache-control': 'no-store',
      connection: 'close',
    })
    .end(JSON.stringify(refusalBody(commonErrors.tlsRequired)))
  return true
}

function isPlainVisit({ url = '', headers, socket }: IncomingMessage): boolean {
  const address = (socket.remoteAddress ?? '').replace(/^::ffff:/i, '')
  return isPublicAddress(address) && headers['x-forwarded-proto'] !== 'https' && !HEALTH.test(url)
}
