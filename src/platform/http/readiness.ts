import { setTimeout as pause } from 'node:timers/promises'
import Fastify, { type FastifyInstance } from 'fastify'
import type { Database } from '../db/db.ts'
import { sql } from '../db/sql.ts'
import type { Services } from './ctx.ts'
import { metricsText } from './metrics.ts'

export interface Readiness {
  /** False from the moment the process is told to stop: /readyz says so, and every answer asks for its connection to be closed. */
  accepting: boolean
}

/** What balancers and monitors ask: whether the process lives, whether it may be sent anybody, and its figures. */
export function addHealth(server: FastifyInstance, services: Services, database: Database, readiness: Readiness): void {
  server.get('/healthz', async (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }))
  server.get('/readyz', async (_request, reply) => {
    reply.header('cache-control', 'no-store')
    if (!readiness.accepting) return reply.code(503).send({ status: 'stopping' })
    try {
      await database.rows(
        sql`select (select count(*) from schema_migrations) as migrations, exists (select 1 from jobs) as jobs`,
      )
      return reply.send({ status: 'ready' })
    } catch {
      return reply.code(503).send({ status: 'database unavailable' })
    }
  })
  server.get('/metrics', async (_request, reply) =>
    reply
      .header('cache-control', 'no-store')
      .type('text/plain; version=0.0.4')
      .send(await metricsText(services)),
  )
}

/** The same on a port of its own: for a process that has no other, and for figures that are nobody's business outside. */
export function createHealthServer(services: Services, database: Database, readiness: Readiness): FastifyInstance {
  const server = Fastify({ forceCloseConnections: true })
  addHealth(server, services, database, readiness)
  return server
}

const LOOK_AT_IDLE_EVERY_MS = 50

/**
 * Stops a server without failing anybody. First it only says that it is stopping, and goes on taking requests for `delaySeconds`: a balancer needs that
 * long to notice, and meanwhile each connection it keeps open is closed by the answer on it. Then the listener closes, and what is
 * under way is answered.
 */
export async function drain(
  server: FastifyInstance,
  readiness: Readiness,
  delaySeconds: number,
  wait: (ms: number) => Promise<unknown> = pause,
): Promise<void> {
  readiness.accepting = false
  if (delaySeconds > 0) await wait(delaySeconds * 1000)
  // A connection whose last answer was on its way when the stop began is idle only afterwards, and would be waited for.
  const idle = setInterval(() => server.server.closeIdleConnections(), LOOK_AT_IDLE_EVERY_MS)
  try {
    await server.close()
  } finally {
    clearInterval(idle)
  }
}
