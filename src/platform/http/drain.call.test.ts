import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { Agent, get, type IncomingMessage } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { access } from '../../web/access.ts'
import { handlers } from '../../app/calls.ts'
import { answerFromPageCache, pageKey, toCachedPage } from '../../web/page-cache.ts'
import { type TestApp, testApp } from '../../app/testing/test-app.ts'
import { diskStore } from '../files/disk-store.ts'
import { createLogger } from '../log/logger.ts'
import { addHealth, createHealthServer, drain, type Readiness } from './readiness.ts'
import { securityHeaders } from './security-headers.ts'
import { createServer } from './server.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ PUBLIC_URL: 'https://shop.test' })
})
afterAll(() => app.close())

const FAR = Number.MAX_SAFE_INTEGER

/** A listening server with a cached page and a path that answers only when the test calls `answerSlow`. */
async function listening(lines: string[] = []) {
  const services = { ...app.services, log: createLogger('info', { write: (line) => void lines.push(line) }) }
  const page = toCachedPage({ ...securityHeaders(services), 'content-type': 'text/html' }, Buffer.from('<p>kept</p>'))
  services.cache.set(pageKey('/kept'), page, [], FAR, services.cache.generation)
  const readiness: Readiness = { accepting: true }
  const early = (request: IncomingMessage, response: Parameters<typeof answerFromPageCache>[2]) =>
    answerFromPageCache(services, request, response)
  const server = await createServer(services, access, handlers, { early, readiness })
  addHealth(server, services, app.db, readiness)
  let answerSlow = () => {}
  let slowRequested = () => {}
  const asked = new Promise<void>((resolve) => (slowRequested = resolve))
  server.get('/slow', async () => {
    slowRequested()
    await new Promise<void>((resolve) => (answerSlow = resolve))
    return 'slow'
  })
  await server.listen({ port: 0, host: '127.0.0.1' })
  const { port } = server.server.address() as AddressInfo
  const agent = new Agent({ keepAlive: true })
  const ask = (path: string) =>
    new Promise<{ status: number; connection: string; headers: IncomingMessage['headers'] }>((resolve, reject) => {
      get({ port, host: '127.0.0.1', path, agent }, (response) => {
        response.resume().on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            connection: response.headers.connection ?? '',
            headers: response.headers,
          }),
        )
      }).on('error', reject)
    })
  return { server, readiness, ask, asked, answerSlow: () => answerSlow(), agent }
}

describe('a server that stops', () => {
  it('[F-11] first reports not ready, closes connections with their answers, then closes the listener, and no request fails', async () => {
    const { server, readiness, ask, asked, answerSlow, agent } = await listening()
    expect(await ask('/readyz')).toMatchObject({ status: 200, connection: 'keep-alive' })
    const slow = ask('/slow')
    await asked
    let delayIsOver = () => {}
    const waited: number[] = []
    const drained = drain(server, readiness, 5, (ms) => {
      waited.push(ms)
      return new Promise<void>((resolve) => (delayIsOver = resolve))
    })
    expect(waited).toEqual([5000])
    expect(await ask('/readyz')).toMatchObject({ status: 503, connection: 'close' })
    for (const path of ['/kept?q=secret', '/api/open/web/index', '/healthz'])
      expect([path, await ask(path)]).toMatchObject([path, { status: 200, connection: 'close' }])
    delayIsOver()
    await expect.poll(() => ask('/healthz').catch((error) => error.code)).toBe('ECONNREFUSED')
    answerSlow()
    expect(await slow).toMatchObject({ status: 200 })
    await drained
    agent.destroy()
  })

  it('[F-11] does not wait for connections that stay open after their last answer', async () => {
    const { server, readiness, ask, asked, answerSlow, agent } = await listening()
    const slow = ask('/slow')
    await asked
    const drained = drain(server, readiness, 0)
    answerSlow()
    // The request came before the stop, so the answer did not close the connection and the agent keeps it open.
    await slow
    await drained
    expect(server.server.listening).toBe(false)
    agent.destroy()
  })

  it('[Q-42] does not wait for connections that have sent nothing yet, but for a request that has begun', async () => {
    const { server, readiness, ask, agent } = await listening()
    const { port } = server.server.address() as AddressInfo
    const [ahead, begun] = [connect(port, '127.0.0.1'), connect(port, '127.0.0.1')]
    const answer = text(begun)
    begun.write('GET /healthz HTTP/1.1\r\n')
    // An answer on a third connection tells that the server has both of them.
    await ask('/healthz')
    await Promise.all([ahead, begun].map((socket) => socket.pending && once(socket, 'connect')))
    const drained = drain(server, readiness, 0)
    await once(ahead.resume(), 'close')
    begun.write('host: shop.test\r\nx-forwarded-proto: https\r\n\r\n')
    expect(await answer).toContain('"status":"ok"')
    await drained
    agent.destroy()
  })
})

it('[F-58] a page from the cache is logged like any other, without its query, and carries HSTS', async () => {
  const lines: string[] = []
  const { server, readiness, ask, agent } = await listening(lines)
  const { headers } = await ask('/kept?q=secret')
  expect(headers['strict-transport-security']).toBe('max-age=31536000')
  const call = await ask('/api/open/web/index')
  expect(call.headers['strict-transport-security']).toBe('max-age=31536000')
  await drain(server, readiness, 0)
  agent.destroy()
  const logged = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'request')
  expect(logged[0]).toMatchObject({ method: 'GET', path: '/kept', status: 200 })
  expect(logged[0].requestId).toMatch(/^[\da-f-]{36}$/)
  expect(lines.join('')).not.toContain('secret')
})

it('[F-58] no HSTS header is sent when PUBLIC_URL is not https', () => {
  const config = { ...app.services.config, PUBLIC_URL: 'http://shop.test' }
  expect(securityHeaders({ config })).not.toHaveProperty('strict-transport-security')
})

it('[V3.4.1] HSTS lasts a year, and is for subdomains when the operator says that they speak https', () => {
  const sent = (settings: object) =>
    securityHeaders({ config: { ...app.services.config, ...settings } })['strict-transport-security']
  expect(sent({})).toBe('max-age=31536000')
  expect(sent({ HSTS_SUBDOMAINS: true })).toBe('max-age=31536000; includeSubDomains')
  expect(sent({ HSTS_SUBDOMAINS: true, PUBLIC_URL: 'http://shop.test' })).toBeUndefined()
})

it('[F-10] a separate worker answers health checks on its own port', async () => {
  const readiness: Readiness = { accepting: true }
  const server = createHealthServer(app.services, app.db, readiness)
  const status = async (path: string) => (await server.inject(path)).statusCode
  expect([await status('/healthz'), await status('/readyz'), await status('/metrics')]).toEqual([200, 200, 200])
  expect(await status('/api/open/web/index')).toBe(404)
  expect((await server.inject('/metrics')).headers['x-content-type-options']).toBe('nosniff')
  readiness.accepting = false
  expect([await status('/healthz'), await status('/readyz')]).toEqual([200, 503])
  await server.close()
})

it('[Q-310] readiness says that the folder of files cannot be written, and stays ready', async () => {
  const parent = mkdtempSync(join(tmpdir(), 'mingxi-ready-'))
  const folder = join(parent, 'files')
  const server = createHealthServer({ ...app.services, files: diskStore(folder) }, app.db, { accepting: true })
  const asked = async () => (await server.inject('/readyz')).json() as Record<string, unknown>
  expect(await asked()).not.toHaveProperty('files')
  // A file in the place of the folder refuses everybody, also root.
  writeFileSync(folder, '')
  expect(await asked()).toMatchObject({ status: 'ready', files: 'not writable' })
  rmSync(folder)
  expect(await asked()).not.toHaveProperty('files')
  await server.close()
  rmSync(parent, { recursive: true })
})
