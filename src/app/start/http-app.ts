import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { addExamples, addPageCodes } from '../../shop/catalogue/page-file-routes.ts'
import { addImages } from '../../shop/media/image-routes.ts'
import { addPaymentNotifies } from '../../money/payments/notify-routes.ts'
import { addDemoPhone } from '../../people/sign-in/wechat/wechat-demo-phone.ts'
import { addInvoiceCallback } from '../../billing/invoices/provider/callback-routes.ts'
import { addCourierPush } from '../../lab/samples/parcels/courier-push-routes.ts'
import { addWechatPush } from '../../people/sign-in/wechat/wechat-push-routes.ts'
import { addWebdav } from '../../lab/reports/webdav/webdav-routes.ts'
import { addCalendarFeeds } from '../../lab/calendar-feeds/feed-routes.ts'
import { addBellStream } from '../../core/staff-notices/stream-routes.ts'
import { readHealthFigures } from '../../core/health/figure-actions.ts'
import { addFileDownloads } from '../../core/files/download-routes.ts'
import type { Database } from '../../platform/db/db.ts'
import type { Services } from '../../platform/http/ctx.ts'
import { addBrowserSpans } from '../../platform/http/browser-spans.ts'
import { addBrowserReports } from '../../platform/faults/browser-reports.ts'
import { addHealth, type Readiness } from '../../platform/http/readiness.ts'
import { pageElsewhere } from '../../platform/http/connections/console-host.ts'
import { addReachProbe } from '../../platform/http/reach-probe.ts'
import { createServer } from '../../platform/http/server.ts'
import { addDemoCashier } from '../../platform/pay/doubles/demo-cashier.ts'
import { access } from '../../web/access.ts'
import { addAssets, shareAssets } from '../../web/assets.ts'
import { addApiDocs } from '../../web/api-reference/api-docs.ts'
import { handlers } from '../calls.ts'
import { paying } from '../paying.ts'
import { answerFromPageCache } from '../../web/page-cache.ts'
import { addSitemap } from '../../web/sharing/sitemap.ts'
import { addPages, type PagesBuild } from '../../web/pages.ts'

export const buildFolder = resolve(import.meta.dirname, '../../../build')

/** The complete web server: calls, pages, assets, health checks. */
export async function createHttpApp(
  services: Services,
  database: Database,
  readiness: Readiness,
): Promise<FastifyInstance> {
  const server = await createServer(services, access, handlers, {
    early: (request, response) =>
      pageElsewhere(services.config, request) === undefined && answerFromPageCache(services, request, response),
    readiness,
  })
  addApiDocs(
    server,
    handlers.map(({ call }) => call),
  )
  addFileDownloads(server, services)
  addBellStream(server, services)
  addCalendarFeeds(server, services)
  await addWebdav(server, services)
  addImages(server, services)
  addExamples(server, services)
  addPageCodes(server, services)
  await addWechatPush(server, services)
  await addPaymentNotifies(server, services, paying)
  await addInvoiceCallback(server, services)
  await addCourierPush(server, services)
  addDemoPhone(server, services)
  addDemoCashier(server, services)
  addBrowserSpans(server, services)
  addBrowserReports(server, services)
  addReachProbe(server, services)
  addHealth(server, services, database, readiness, readHealthFigures)
  addSitemap(server, services)
  if (services.config.MINGXI_DEV) {
    const { addDevPages } = await import('../../web/dev-pages.ts')
    await addDevPages(server, services, handlers)
    return server
  }
  if (!existsSync(resolve(buildFolder, 'server/index.js')))
    throw new Error('the pages are not built: run `npm start`, or `npx react-router build`')
  const ownAssets = resolve(buildFolder, 'client/assets')
  const { clock, config, log } = services
  const sharedAssets = config.ASSETS_DIR ?? join(config.DATA_DIR, 'assets')
  await addAssets(server, ownAssets, await shareAssets(ownAssets, resolve(sharedAssets), clock.now(), log))
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
