import type { FastifyInstance } from 'fastify'
import { createContext, type EntryContext, type LoaderFunctionArgs, redirect } from 'react-router'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { PageRefusal, type ServerApi } from '../platform/client/server-api.ts'
import { handle } from '../platform/http/handler.ts'
import { createServer } from '../platform/http/server.ts'
import { defineCall } from '../platform/contract/call.ts'
import { access } from './access.ts'
import { answerFromPageCache } from './page-cache.ts'
import { addPages, type PagesBuild } from './pages.ts'
import { drawingSvg } from './share-drawing.tsx'
import { type TestApp, testApp } from '../app/testing/test-app.ts'

let app: TestApp
let server: FastifyInstance
let broken = true
let rendered = 0
let uses: 'kept' | 'personal' = 'kept'

const anything = { area: 'open', summary: '试验', input: z.strictObject({}), output: z.object({}) } as const
const kept = defineCall({ ...anything, name: 'test/kept', cacheTags: ['test'] })
const personal = defineCall({ ...anything, name: 'test/personal' })
beforeAll(async () => {
  app = await testApp()
  server = await createServer(app.services, access, [])
  addPages(server, app.services, [handle(kept, () => ({})), handle(personal, () => ({}))], async () => onePage)
})
afterAll(async () => {
  await server.close()
  await app.close()
})

/** As React Router would build them: pages of which one fails while it is loaded, drawn as what the drawing is told of the failure. */
const onePage: PagesBuild = {
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
        loader: async ({ context, request }: LoaderFunctionArgs) => {
          rendered += 1
          const { pathname } = new URL(request.url)
          if (pathname === '/moved') throw redirect('/there#part')
          await context.get(onePage.entry.module.serverApi).call(uses === 'kept' ? kept : personal, {})
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

it('[F-79] is rendered and kept once, however many parameters it does not read come with its address', async () => {
  broken = false
  rendered = 0
  const before = app.services.cache.bytes
  const first = await server.inject('/one?from=timeline')
  expect(first.headers['cache-control']).toContain('public')
  const size = app.services.cache.bytes - before
  for (let i = 0; i < 20; i++) await server.inject(`/one?x=${i}&utm_source=${i}`)
  expect(app.services.cache.bytes - before).toBe(size)
  const answers = Array.from({ length: 3 }, (_, i) => answeredFromCache(`/one?isappinstalled=${i}`))
  expect(answers).toEqual([true, true, true])
})

it('[F-79] the link of a draft is not answered with the published page that is kept', async () => {
  broken = false
  await server.inject('/drafted')
  expect([answeredFromCache('/drafted'), answeredFromCache('/drafted?preview=token')]).toEqual([true, false])
})

it('[F-79] a redirect takes along the parameters that it does not read itself', async () => {
  const { statusCode, headers } = await server.inject('/moved?from=timeline')
  expect([statusCode, headers.location]).toEqual([302, '/there?from=timeline#part'])
})

it('[S-02] a page made of a call that may not be kept is asked about each time and is in no cache', async () => {
  broken = false
  uses = 'personal'
  const { headers } = await server.inject('/personal')
  uses = 'kept'
  expect(headers['cache-control']).toBe('no-cache')
  expect(headers.etag).toBeUndefined()
  expect(answeredFromCache('/personal')).toBe(false)
})

it('[F-76] has nothing in it of the name under which it was asked for', async () => {
  broken = false
  const { body, headers } = await server.inject({ url: '/named', headers: { host: 'evil.example' } })
  expect(`${body}${JSON.stringify(headers)}`).not.toContain('evil')
})

/** Whether an address is answered before the framework sees the request. */
function answeredFromCache(url: string): boolean {
  const response = { writeHead: () => response, end: () => response }
  return answerFromPageCache(app.services, { method: 'GET', url, headers: {} } as never, response as never)
}
