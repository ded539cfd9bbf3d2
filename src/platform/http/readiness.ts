import { setTimeout as pause } from 'node:timers/promises'
import Fastify, { type FastifyInstance } from 'fastify'
import type { Database } from '../db/db.ts'
import { sql } from '../db/sql.ts'
import { commit, version } from '../version.ts'
import { commonErrors } from '../contract/refusal.ts'
import { isFromInside } from './connections/inside.ts'
import { closeUnasked } from './connections/unasked.ts'
import type { Services } from './ctx.ts'
import { metricsText, type ReadFigures } from './metrics.ts'
import { refusalBody, send } from './reply.ts'
import { securityHeaders } from './security-headers.ts'

export interface Readiness {
  /** False as soon as the process has to stop: /readyz answers 503, and every answer closes its connection. */
  accepting: boolean
}

/**
 * Endpoints for load balancers and monitoring: liveness, readiness and metrics. On the port of visitors metrics are there for this machine and the
 * operator's network only, whatever the proxy leads on; HEALTH_PORT is for whom the operator opens it.
 */
export function addHealth(
  server: FastifyInstance,
  services: Services,
  database: Database,
  readiness: Readiness,
  readFigures?: ReadFigures,
  { isOwnPort = false }: { isOwnPort?: boolean } = {},
): void {
  const release = { version, commit: commit() }
  server.get('/healthz', async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'ok', ...release }),
  )
  server.get('/readyz', async (_request, reply) => {
    reply.header('cache-control', 'no-store')
    if (!readiness.accepting) return reply.code(503).send({ status: 'stopping', ...release })
    try {
      await database.health.rows(
        sql`select (select count(*) from schema_migrations) as migrations, exists (select 1 from jobs) as jobs`,
      )
      // Still ready: pages and orders need no file, and every process that shares the folder would be taken away at once.
      const files = await services.files.writeFault?.()
      return reply.send({ status: 'ready', ...(files ? { files } : {}), ...release })
    } catch {
      return reply.code(503).send({ status: 'database unavailable', ...release })
    }
  })
  server.get('/metrics', async (request, reply) => {
    reply.header('cache-control', 'no-store')
    if (!isOwnPort && !isFromInside(request.raw))
      return send(reply, commonErrors.notFound.status, refusalBody(commonErrors.notFound))
    return reply
      .type('text/plain; version=0.0.4')
      .send(await metricsText({ ...services, db: database.health }, readFigures))
  })
}

/** The same endpoints on a separate port: for a worker, which has no other port, and to keep metrics private. */
export function createHealthServer(
  services: Services,
  database: Database,
  readiness: Readiness,
  readFigures?: ReadFigures,
): FastifyInstance {
  const server = Fastify({ forceCloseConnections: true })
  const headers = securityHeaders(services)
  server.addHook('onRequest', async (_request, reply) => {
    reply.headers(headers)
  })
  addHealth(server, services, database, readiness, readFigures, { isOwnPort: true })
  return server
}

const CLOSE_IDLE_EVERY_MS = 50

/**
 * Stops a server without failing a request. For `delaySeconds` it only reports not ready and still takes requests, because a load balancer
 * needs that long to notice; meanwhile every answer closes its connection. Then the listener closes, and requests in progress are
 * answered.
 */
export async function drain(
  server: FastifyInstance,
  readiness: Readiness,
  delaySeconds: number,
  wait: (ms: number) => Promise<unknown> = pause,
): Promise<void> {
  readiness.accepting = false
  if (delaySeconds > 0) await wait(delaySeconds * 1000)
  // server.close() waits for connections that become idle only after it was called, so idle ones are closed repeatedly.
  const idle = setInterval(() => {
    server.server.closeIdleConnections()
    closeUnasked(server.server)
  }, CLOSE_IDLE_EVERY_MS)
  try {
    await server.close()
  } finally {
    clearInterval(idle)
  }
}
