import type { FastifyInstance } from 'fastify'
import { createContext, type EntryContext } from 'react-router'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { PageRefusal, type ServerApi } from '../platform/client/server-api.ts'
import { createServer } from '../platform/http/server.ts'
import { access } from './access.ts'
import { addPages, type PagesBuild } from './pages.ts'
import { drawingSvg } from './share-drawing.tsx'
import { type TestApp, testApp } from './testing/test-app.ts'

let app: TestApp
let server: FastifyInstance
let broken = true
beforeAll(async () => {
  app = await testApp()
  server = await createServer(app.services, access, [])
  addPages(server, app.services, [], async () => onePage)
})
afterAll(async () => {
  await server.close()
  await app.close()
})

/** As React Router would build them: pages of which one fails while it is loaded, drawn as what the drawing is told of the failure. */
const onePage = {
  entry: {
    module: {
      serverApi: createContext<ServerApi>(),
      PageRefusal,
      drawingSvg,
      default: (_request: Request, status: number, headers: Headers, { staticHandlerContext }: EntryContext) => {
        const errors = Object.values(staticHandlerContext.errors ?? {}).map(String)
        headers.set('content-type', 'text/html; charset=utf-8')
        return new Response(`<!doctype html><title>${errors.join() || 'whole'}</title>`, { status, headers })
      },
    },
  },
  routes: {
    root: {
      id: 'root',
      path: '*',
      module: {
        default: () => null,
        loader: () => {
          if (broken) throw new Error('relation "secret" does not exist')
          return null
        },
      },
    },
  },
  assets: { entry: { imports: [], module: '' }, routes: {}, url: '', version: '' },
  assetsBuildDirectory: '',
  publicPath: '/',
  future: {},
  ssr: true,
  isSpaMode: false,
  prerender: [],
  routeDiscovery: { mode: 'initial' },
} as unknown as PagesBuild

it('[N-13] a page that fails while it is loaded answers 500, says nothing of the cause and is kept for nobody', async () => {
  const failed = await server.inject('/anything')
  expect([failed.statusCode, failed.headers['cache-control']]).toEqual([500, 'no-cache'])
  expect(failed.body).toContain('<title>')
  expect(failed.body).not.toContain('secret')

  broken = false
  const whole = await server.inject('/anything')
  expect([whole.statusCode, whole.body]).toEqual([200, '<!doctype html><title>whole</title>'])
})
