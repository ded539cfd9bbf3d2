import type { FastifyInstance, FastifyRequest } from 'fastify'
import { commonErrors } from '../../contract/refusal.ts'
import type { Services } from '../ctx.ts'
import { refusalBody, send } from '../reply.ts'
import { MinuteLimit, secondsLeft } from './minute-limit.ts'
import { networkOf } from './network.ts'

/**
 * Bounds what one address asks of this process in a minute, all calls together: far more than a campus behind one address needs, so that only a
 * program meets it. The address of this machine is not bounded: a proxy that TRUST_PROXY forgets would make one of all visitors.
 */
export function limitAddresses(
  server: FastifyInstance,
  { config, clock, log }: Services,
  callPaths: ReadonlySet<string>,
): void {
  const most = config.ADDRESS_CALLS_PER_MINUTE
  if (most === 0) return
  const limit = new MinuteLimit<string>(most)
  server.addHook('onRequest', async (request, reply) => {
    if (!isCounted(request, callPaths) || isThisMachine(request.ip)) return
    const network = networkOf(request.ip)
    const now = clock.now()
    if (limit.take(network, now)) return
    if (limit.isFirstBeyond(network)) log.warn({ network, most }, 'an address is over its limit of calls')
    const kind = commonErrors.tooManyCalls
    return send(reply.header('retry-after', String(secondsLeft(now))), kind.status, refusalBody(kind))
  })
}

/** Calls, and forms that are sent to the address of a page. Pages, files, health and messages of providers are not. */
function isCounted({ method, routeOptions }: FastifyRequest, callPaths: ReadonlySet<string>): boolean {
  const { url = '' } = routeOptions
  return callPaths.has(url) || (url === '/*' && method === 'POST')
}

function isThisMachine(ip: string): boolean {
  return /^(::ffff:)?127\./.test(ip) || ip === '::1'
}
