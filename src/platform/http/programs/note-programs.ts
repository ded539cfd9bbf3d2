import type { FastifyInstance } from 'fastify'
import type { Services } from '../ctx.ts'
import { header } from '../read-request.ts'

/** Notes the answers to requests of programs, whose key became known meanwhile, and tells the programs their number. */
export function notePrograms(server: FastifyInstance, { programs }: Pick<Services, 'programs'>): void {
  server.addHook('onRequest', async (request, reply) => {
    if (request.headers.authorization !== undefined) reply.header('request-id', request.id)
  })
  server.addHook('onResponse', async (request, reply) => {
    const account = header(request, 'account') ?? ''
    programs.answered(request.id, {
      method: request.method,
      path: request.routeOptions.url ?? '',
      status: reply.statusCode,
      durationMs: Math.round(reply.elapsedTime),
      ip: request.ip,
      // What is no number is not kept.
      account: /^\w{1,20}$/.test(account) ? account : '',
    })
  })
}
