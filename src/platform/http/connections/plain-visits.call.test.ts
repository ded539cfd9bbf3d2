import { type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../app/testing/test-app.ts'
import { access } from '../../../web/access.ts'
import { createServer } from '../server.ts'

let app: TestApp
afterEach(() => app.close())

const OUTSIDE = '8.8.8.8'

/** Asks a listening server that takes the connection for one from this address. */
async function asked(
  publicUrl: string,
  from: string,
  { url = '/guide?part=2', method = 'GET', headers = {}, trust = 'off', consoleUrl = '' }: Asked = {},
) {
  app = await testApp({ PUBLIC_URL: publicUrl, TRUST_PROXY: trust, CONSOLE_URL: consoleUrl })
  const server = await createServer(app.services, access, [], {
    early: (_request, response) => {
      response.writeHead(200).end('kept')
      return true
    },
  })
  server.server.prependListener('connection', (socket) =>
    Object.defineProperty(socket, 'remoteAddress', { value: from }),
  )
  await server.listen({ port: 0, host: '127.0.0.1' })
  const { port } = server.server.address() as AddressInfo
  const answer = await new Promise<IncomingMessage>((resolve, reject) =>
    request({ host: '127.0.0.1', port, path: url, method, headers, agent: false }, resolve).on('error', reject).end(),
  )
  const body = await text(answer)
  await server.close()
  return { status: answer.statusCode, location: answer.headers.location, body }
}
interface Asked {
  url?: string
  method?: 'GET' | 'POST'
  headers?: Record<string, string>
  /** TRUST_PROXY. */
  trust?: string
  consoleUrl?: string
}

describe('a visitor from outside who reaches the port without TLS', () => {
  it('[V12.2.1] is led to https, also where an answer is kept in memory', async () => {
    expect(await asked('https://lab.example', OUTSIDE)).toEqual({
      status: 308,
      location: 'https://lab.example/guide?part=2',
      body: '',
    })
  })

  it('[V3.5.4] is led to the https of the console on its host', async () => {
    const headers = { host: 'console.lab.example' }
    const consoleUrl = 'https://console.lab.example'
    const { location } = await asked('https://lab.example', OUTSIDE, { url: '/console/orders', headers, consoleUrl })
    expect(location).toBe('https://console.lab.example/console/orders')
  })

  it.each([
    ['a call', { url: '/api/open/login', method: 'POST' }],
    ['a call that reads', { url: '/api/open/web/index' }],
    ['a form', { method: 'POST' }],
    ['a request with a token', { headers: { token: 'c_shown' } }],
    ['a request with a key', { url: '/webdav/report.pdf', headers: { authorization: 'Basic eDp5' } }],
    ['an address of another host', { url: 'http://evil.example/' }],
  ] as [string, Asked][])(
    '[V12.2.1] fails with %s, because it has shown what it says to the network',
    async (_what, what) => {
      const { status, location, body } = await asked('https://lab.example', `::ffff:${OUTSIDE}`, what)
      expect([status, location, JSON.parse(body)]).toEqual([
        403,
        undefined,
        { code: 0, data: null, msg: '请使用 https 地址访问', error: 'tlsRequired' },
      ])
    },
  )

  it.each([
    ['by a proxy that says so', 'https://lab.example', OUTSIDE, { headers: { 'x-forwarded-proto': 'https' } }],
    ['by a proxy that the operator lists', 'https://lab.example', OUTSIDE, { trust: 'loopback,8.8.8.0/24' }],
    ['where only proxies reach the port', 'https://lab.example', OUTSIDE, { trust: '1' }],
    ['from a network that is not public', 'https://lab.example', '10.1.2.3', {}],
    ['of an installation without https', 'http://lab.example', OUTSIDE, {}],
  ])('[V12.2.1] is no concern of a request %s', async (_which, publicUrl, address, what) => {
    expect(await asked(publicUrl, address, what)).toMatchObject({ status: 200, body: 'kept' })
  })

  it('[V12.2.1] is none of the proxies that the operator lists', async () => {
    expect(await asked('https://lab.example', OUTSIDE, { trust: 'loopback,9.9.9.9' })).toMatchObject({ status: 308 })
  })

  it('[V12.2.1] does not hinder a load balancer that looks whether the server is ready', async () => {
    expect(await asked('https://lab.example', OUTSIDE, { url: '/readyz' })).toMatchObject({ body: 'kept' })
  })
})
