import type { FastifyInstance } from 'fastify'
import { commonErrors, refuse } from '../../platform/contract/refusal.ts'
import type { Services } from '../../platform/http/ctx.ts'
import { header } from '../../platform/http/read-request.ts'
import { authenticateStaff } from '../staff/sign-in-actions.ts'
import { LOOK_MILLISECONDS, STREAM_MILLISECONDS, STREAM_PATH } from './rules.ts'
import { BellStreams } from './streams.ts'

/** GET: server-sent events for the bell. The token stands in a header, as in every call, so the browser reads it with fetch. */
export function addBellStream(server: FastifyInstance, services: Services): BellStreams {
  const streams = new BellStreams(services)
  const looking = setInterval(() => void streams.look(), LOOK_MILLISECONDS).unref()
  // Streams never end by themselves while the server drains.
  server.addHook('preClose', async () => {
    clearInterval(looking)
    streams.closeAll()
  })
  server.get(STREAM_PATH, { exposeHeadRoute: false }, async (request, reply) => {
    const token = header(request, 'token')
    const person = token === undefined ? undefined : await authenticateStaff(services, token)
    if (!person) throw refuse(commonErrors.notSignedIn)
    const out = streams.add(person.id)
    const ending = setTimeout(() => out.end(), STREAM_MILLISECONDS).unref()
    out.on('close', () => clearTimeout(ending))
    request.raw.on('close', () => out.destroy())
    void streams.look()
    return reply
      .headers({ 'cache-control': 'no-store', 'x-accel-buffering': 'no' })
      .type('text/event-stream; charset=utf-8')
      .send(out)
  })
  return streams
}
