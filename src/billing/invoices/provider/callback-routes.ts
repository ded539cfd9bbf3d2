import type { FastifyInstance } from 'fastify'
import { type Services, systemCtx } from '../../../platform/http/ctx.ts'
import { CALLBACK_PATH, providerCalled } from './provider-actions.ts'

const REQUEST_NO = /\bFP\d{11}[AH]\d{1,12}R?\b/

/**
 * Nuonuo reports that an invoice is ready. The report carries no signature, so nothing in it is believed except that the result of a known
 * request should be asked for now.
 */
export async function addInvoiceCallback(server: FastifyInstance, services: Services): Promise<void> {
  await server.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: 64 * 1024 }, (_, body, done) => done(null, body))
    scope.post<{ Body: unknown }>(CALLBACK_PATH, async (request, reply) => {
      const text = typeof request.body === 'string' ? decoded(request.body) : ''
      const [requestNo] = REQUEST_NO.exec(text) ?? []
      if (requestNo !== undefined) await providerCalled(systemCtx(services), requestNo)
      return reply.send({ status: '0000', message: '同步成功' })
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
