import type { FastifyInstance } from 'fastify'
import { type Services, systemCtx } from '../../../platform/http/ctx.ts'
import { courierCalled } from './parcel-actions.ts'

/** SF Express reports that a parcel was scanned. The report carries no signature, so its waybills are only asked for. */
export async function addCourierPush(server: FastifyInstance, services: Services): Promise<void> {
  await server.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: 64 * 1024 }, (_, body, done) => done(null, body))
    scope.post<{ Body: unknown }>('/api/notify/sf', async (request, reply) => {
      const text = typeof request.body === 'string' ? decoded(request.body) : ''
      await courierCalled(systemCtx(services), text)
      return reply.send({ return_code: '0000', return_msg: '成功' })
    })
  })
}

/** A form or JSON; a broken escape is left as it is. */
function decoded(body: string): string {
  try {
    return decodeURIComponent(body)
  } catch {
    return body
  }
}
