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
import { drawingSvg } from './sharing/share-drawing.tsx'
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

/** A build like that of React Router with one page, whose loader can fail; the page shows the errors that the renderer gets. */
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
      handleError: (error: unknown, { context }: LoaderFunctionArgs) =>
        context.get(onePage.entry.module.serverApi).failed(error),
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

it('[N-13] a page whose loader fails answers 500 without the cause and is not cached', async () => {
  const failed = await server.inject('/anything')
  expect([failed.statusCode, failed.headers['cache-control']]).toEqual([500, 'no-cache'])
  expect(failed.body).toContain('<title>')
  expect(failed.body).not.toContain('secret')
  const { faults } = app.services.faults.take()
  expect(faults).toEqual([expect.objectContaining({ kind: 'page', place: '/anything', type: 'Error', times: 1 })])
  expect(faults[0]?.samples[0]?.requestId).toMatch(/^[\da-f-]{36}$/)

  broken = false
  const whole = await server.inject('/anything')
  expect([whole.statusCode, whole.body]).toEqual([200, '<!doctype html><title>whole</title>'])
})

it('[F-79] a page is rendered and cached once, however many unread parameters its address has', async () => {
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

it('[F-79] the preview link of a draft is not answered with the cached published page', async () => {
  broken = false
  await server.inject('/drafted')
  expect([answeredFromCache('/drafted'), answeredFromCache('/drafted?preview=token')]).toEqual([true, false])
})

it('[E-05] a preview that has ended says so, also in the frame of the editor, and in no other site', async () => {
  const { statusCode, headers, body } = await server.inject('/drafted?preview=token')
  expect([statusCode, body]).toEqual([410, '预览链接已失效，请在后台重新打开预览'])
  expect(headers['x-frame-options']).toBe('SAMEORIGIN')
  expect(headers['content-security-policy']).toBe("default-src 'none'; frame-ancestors 'self'")
})

it('[F-79] a redirect keeps the unread parameters', async () => {
  const { statusCode, headers } = await server.inject('/moved?from=timeline')
  expect([statusCode, headers.location]).toEqual([302, '/there?from=timeline#part'])
})

it('[S-02] a page with data from an uncacheable call is not cached and must be revalidated', async () => {
  broken = false
  uses = 'personal'
  const { headers } = await server.inject('/personal')
  uses = 'kept'
  expect(headers['cache-control']).toBe('no-cache')
  expect(headers.etag).toBeUndefined()
  expect(answeredFromCache('/personal')).toBe(false)
})

it('[F-76] a page contains nothing of the Host header', async () => {
  broken = false
  const { body, headers } = await server.inject({ url: '/named', headers: { host: 'evil.example' } })
  expect(`${body}${JSON.stringify(headers)}`).not.toContain('evil')
})

/** Whether an address is answered from the cache, before the framework handles the request. */
function answeredFromCache(url: string): boolean {
  const response = { writeHead: () => response, end: () => response }
  return answerFromPageCache(app.services, { method: 'GET', url, headers: {} } as never, response as never)
}

it('[V2.4.1] forms sent to a page count among the calls of an address, reading pages does not', async () => {
  const services = { ...app.services, config: { ...app.services.config, ADDRESS_CALLS_PER_MINUTE: 1 } }
  const bounded = await createServer(services, access, [])
  addPages(bounded, services, [handle(kept, () => ({})), handle(personal, () => ({}))], async () => onePage)
  const ask = async (method: 'GET' | 'POST') =>
    (await bounded.inject({ method, url: '/bounded', remoteAddress: '203.0.113.7' })).statusCode
  expect(await ask('POST')).not.toBe(429)
  expect(await ask('POST')).toBe(429)
  expect(await ask('GET')).not.toBe(429)
  await bounded.close()
})
