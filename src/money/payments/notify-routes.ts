import type { FastifyInstance } from 'fastify'
import { type Services, systemCtx } from '../../platform/http/ctx.ts'
import { requestInfo } from '../../platform/http/read-request.ts'
import { receiveNotify } from './notify-actions.ts'
import type { Paying } from './payable-actions.ts'
import { channelLabels, type PayChannelKey } from './rules.ts'

const MOST_BYTES = 256 * 1024

/** Receives reports of the payment channels. The signature covers the exact bytes, so the body is not parsed here. */
export async function addPaymentNotifies(server: FastifyInstance, services: Services, paying: Paying): Promise<void> {
  await server.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MOST_BYTES }, (_, body, done) => done(null, body))
    for (const key of Object.keys(channelLabels) as PayChannelKey[])
      scope.post<{ Body: unknown }>(`/api/notify/${key}`, async (request, reply) => {
        const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
        const headers = Object.fromEntries(
          Object.entries(request.headers).map(([name, value]) => [name, Array.isArray(value) ? value[0] : value]),
        )
        const ctx = { ...systemCtx(services), request: requestInfo(request) }
        const answer = await receiveNotify(ctx, paying, key, { headers, body })
        if (!answer) return reply.code(404).send()
        return reply.code(answer.status).type(answer.type).send(answer.body)
      })
  })
}
