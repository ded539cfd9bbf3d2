import type { IncomingMessage, ServerResponse } from 'node:http'
import { commonErrors } from '../../contract/refusal.ts'
import { isPublicAddress } from '../../outgoing/public-address.ts'
import type { Services } from '../ctx.ts'
import { refusalBody } from '../reply.ts'
import { isConsoleHost } from './console-host.ts'
import { trusts } from './trusted.ts'

/** Asked by load balancers, which speak http; they tell nothing and take nothing. */
const HEALTH = /^\/(healthz|readyz)($|\?)/

/**
 * Answers visitors who reach this port from outside without a proxy, while PUBLIC_URL is https: pages lead to https, everything that may have shown
 * a secret fails. A proxy with a public address is listed in TRUST_PROXY, or says for which scheme it asks.
 */
export function plainVisits({ config }: Pick<Services, 'config'>) {
  const { PUBLIC_URL, TRUST_PROXY } = config
  // With a number of proxies the operator guarantees that nobody else reaches this port.
  if (!PUBLIC_URL?.startsWith('https:') || typeof TRUST_PROXY === 'number') return () => false
  const origins = { site: new URL(PUBLIC_URL).origin, console: config.consoleUrl }
  const isProxy = trusts(TRUST_PROXY)
  return (request: IncomingMessage, response: ServerResponse): boolean => {
    const { url = '', headers, socket } = request
    const address = (socket.remoteAddress ?? '').replace(/^::ffff:/i, '')
    const isPlain = isPublicAddress(address) && !isProxy(address) && headers['x-forwarded-proto'] !== 'https'
    if (!isPlain || HEALTH.test(url)) return false
    if (isPage(request)) {
      const location = origins[isConsoleHost(config, headers.host) ? 'console' : 'site'] + url
      response.writeHead(308, { location, 'cache-control': 'no-store', connection: 'close' }).end()
    } else {
      const kind = commonErrors.tlsRequired
      const type = 'application/json; charset=utf-8'
      response.writeHead(kind.status, { 'content-type': type, 'cache-control': 'no-store', connection: 'close' })
      response.end(JSON.stringify(refusalBody(kind)))
    }
    return true
  }
}

/** No call, and nothing that shows a token or a key. */
function isPage({ method, url = '', headers }: IncomingMessage): boolean {
  const reads = method === 'GET' || method === 'HEAD'
  const isSecret = headers.token !== undefined || headers.authorization !== undefined
  return reads && !isSecret && /^\/(?!api(\/|$))/.test(url)
}
