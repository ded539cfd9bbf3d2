import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { addExamples, addPageCodes } from '../catalogue/page-file-routes.ts'
import { addImages } from '../content/image-routes.ts'
import { addDemoPhone } from '../accounts/wechat-demo-phone.ts'
import { addWechatPush } from '../accounts/wechat-push-routes.ts'
import { addFileDownloads } from '../files/download-routes.ts'
import type { Database } from '../platform/db/db.ts'
import { sql } from '../platform/db/sql.ts'
import type { Services } from '../platform/http/ctx.ts'
import { metricsText } from '../platform/http/metrics.ts'
import { createServer } from '../platform/http/server.ts'
import { access } from './access.ts'
import { addApiDocs } from './api-docs.ts'
import { handlers } from './calls.ts'
import { answerFromPageCache } from './page-cache.ts'
import { addSitemap } from './sitemap.ts'
import { addPages, type PagesBuild } from './pages.ts'

export const buildFolder = resolve(import.meta.dirname, '../../build')
const YEAR_SECONDS = 31_536_000

export interface Readiness {
  /** False from the moment the process is told to stop, so that a balancer sends nobody new. */
  accepting: boolean
}

/** The whole of what the web service answers: calls, pages, assets, health. */
export async function createHttpApp(
  services: Services,
  database: Database,
  readiness: Readiness,
): Promise<FastifyInstance> {
  const server = await createServer(services, access, handlers, (request, response) =>
    answerFromPageCache(services, request, response),
  )
  addApiDocs(server)
  addFileDownloads(server, services)
  addImages(server, services)
  addExamples(server, services)
  addPageCodes(server, services)
  await addWechatPush(server, services)
  addDemoPhone(server, services)
  addHealth(server, services, database, readiness)
  addSitemap(server, services)
  if (services.config.MINGXI_DEV) {
    const { addDevPages } = await import('./dev-pages.ts')
    await addDevPages(server, services, handlers)
    return server
  }
  if (!existsSync(resolve(buildFolder, 'server/index.js')))
    throw new Error('the pages are not built: run `npm start`, or `npx react-router build`')
  await server.register(fastifyStatic, {
    root: resolve(buildFolder, 'client/assets'),
    prefix: '/assets/',
    wildcard: true,
    preCompressed: true,
    immutable: true,
    maxAge: YEAR_SECONDS * 1000,
    decorateReply: false,
  })
  await server.register(fastifyStatic, {
    root: resolve(buildFolder, 'client'),
    prefix: '/',
    wildcard: false,
    globIgnore: ['assets/**', '.vite/**'],
    index: false,
  })
  const build = (await import(resolve(buildFolder, 'server/index.js'))) as PagesBuild
  addPages(server, services, handlers, async () => build)
  return server
}

function addHealth(server: FastifyInstance, services: Services, database: Database, readiness: Readiness): void {
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
