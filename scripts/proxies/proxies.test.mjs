// The samples of nginx and Caddy in front of a real server process, read as a visitor does.
import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from 'node:tls'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ensurePagesBuilt, pinnedNode } from '../provision.mjs'
import { startServer } from '../run-server.mjs'
import { client } from './client.mjs'
import { hasProgram, startProxy } from './start-proxy.mjs'

const PASSWORD = 'Mingxi-demo-2026'
const MEGABYTE = 1024 * 1024
const PROGRAMS = ['nginx', 'caddy']
const missing = [...PROGRAMS, 'openssl'].filter((program) => !hasProgram(program))
if (missing.length > 0) console.log(`the samples of proxies are not run: not installed here: ${missing.join(', ')}`)

test('the programs are installed, when nothing may be skipped', () => {
  if (process.env.CI) expect(missing).toEqual([])
})

const folder = mkdtempSync(join(tmpdir(), 'mingxi-proxies-'))
/** The other process: nothing listens there, unless a test starts something. */
let otherPort
let server
const proxies = {}

beforeAll(async () => {
  if (missing.length > 0) return
  await ensurePagesBuilt(await pinnedNode())
  const [other, ...ports] = await freePorts(5)
  otherPort = other
  server = await startServer({ TRUST_PROXY: '127.0.0.1', PUBLIC_URL: 'https://localhost', LOG_LEVEL: 'warn' })
  const upstreams = [otherPort, Number(new URL(server.url).port)]
  for (const [at, program] of PROGRAMS.entries()) {
    const [port, securePort] = ports.slice(2 * at)
    const proxy = await startProxy(program, { folder: join(folder, program), port, securePort, upstreams })
    proxies[program] = { ...proxy, ...client(proxy) }
  }
}, 240_000)
afterAll(async () => {
  for (const proxy of Object.values(proxies)) {
    proxy.close()
    await proxy.stop()
  }
  await server?.stop().catch(() => undefined)
  rmSync(folder, { recursive: true, force: true })
})

describe.skipIf(missing.length > 0).each(PROGRAMS)('%s', (program) => {
  const proxy = () => proxies[program]
  const signIn = (path, account, options) => proxy().call(path, { account, password: PASSWORD }, options)

  test('serves every page although one of two processes refuses connections, also over HTTP/2', async () => {
    for (let at = 0; at < 6; at++) {
      const page = await proxy().ask('/')
      expect(page.status).toBe(200)
      expect(page.headers['strict-transport-security']).toContain('max-age')
    }
    expect(await proxy().statusByHttp2('/')).toBe(200)
  })

  test('sends visitors without TLS to the same address with it', async () => {
    const answer = await fetch(`${proxy().plainUrl}/project?page=2`, { redirect: 'manual' })
    expect([301, 308]).toContain(answer.status)
    expect(answer.headers.get('location')).toMatch(/^https:\/\/localhost(:\d+)?\/project\?page=2$/)
  })

  test('refuses calls without TLS instead of leading them on', async () => {
    const call = { method: 'POST', redirect: 'manual', headers: { token: 'shown to the network' } }
    const answer = await fetch(`${proxy().plainUrl}/api/open/setting`, call)
    expect([answer.status, answer.headers.get('location')]).toEqual([403, null])
  })

  test('passes compressed pages and assets unchanged, and compresses the answers of calls', async () => {
    const headers = { 'accept-encoding': 'gzip' }
    const page = await proxy().ask('/', { headers })
    expect(page.headers['content-encoding']).toBe('gzip')
    const html = (await proxy().ask('/')).body.toString()
    const [style] = /\/assets\/[\w-]+\.css/.exec(html) ?? []
    const asset = await proxy().ask(style, { headers })
    expect(asset).toMatchObject({ status: 200, headers: { 'content-encoding': 'gzip' } })
    expect(asset.headers['cache-control']).toMatch(/max-age=31536000.*immutable/)
    expect((await proxy().ask('/api/open/web/index', { headers })).headers['content-encoding']).toBe('gzip')
  })

  test('[F-02] tells the address of the visitor, whatever the visitor has sent as such', async () => {
    const from = program === 'nginx' ? '127.0.0.7' : '127.0.0.8'
    await signIn('/api/open/login', '13800000001', { from, headers: { 'x-forwarded-for': '203.0.113.9' } })
    const { token } = await signIn('/api/open/staff/login', 'admin@demo')
    const { list } = await proxy().call('/api/staff/audit/signIns', {}, { token })
    const addresses = list.filter(({ kind }) => kind === 'customer').map(({ ip }) => ip)
    expect(addresses).toContain(from)
    expect(addresses).not.toContain('203.0.113.9')
  })
})

// Real programs beside a whole check: as a journey, each is tried once more in CI (decision 0023).
const OPTIONS = { retry: process.env.CI ? 1 : 0 }

describe.skipIf(missing.length > 0).each(PROGRAMS)('%s', OPTIONS, (program) => {
  const proxy = () => proxies[program]
  const signIn = (path, account, options) => proxy().call(path, { account, password: PASSWORD }, options)
  // On a busy machine the process may answer a check of its health too late, and is then left out until the next one, two seconds later.
  beforeEach(async () => {
    await expect.poll(async () => (await proxy().ask('/')).status, { timeout: 20_000 }).toBe(200)
  }, 30_000)

  test('passes an upload on while it arrives, and every byte of a file up and down', async () => {
    const refused = { 'content-type': 'multipart/form-data; boundary=x', 'content-length': 100 * MEGABYTE }
    expect(await proxy().answerToHalf('/api/auth/file/upload', refused, MEGABYTE)).toBe(401)
    const { token } = await signIn('/api/open/login', '13800000001')
    const content = randomBytes(24 * MEGABYTE)
    const form = new FormData()
    form.append('purpose', 'data')
    form.append('file', new File([content], '衍射数据.bin'))
    const file = await proxy().call('/api/auth/file/upload', form, { token })
    expect(file.sha256).toBe(createHash('sha256').update(content).digest('hex'))
    const browserKey = randomBytes(12).toString('hex')
    const { url } = await proxy().call('/api/auth/file/link', { id: file.id, browserKey }, { token })
    const path = new URL(url, proxy().url)
    const loaded = await proxy().ask(path.pathname + path.search, { headers: { cookie: `mx_files=${browserKey}` } })
    expect(loaded.status).toBe(200)
    expect(loaded.body.equals(content)).toBe(true)
  }, 60_000)

  test('passes the events of the bell at once', async () => {
    const { token } = await signIn('/api/open/staff/login', 'manager@demo')
    const { type, piece } = await proxy().firstPiece('/api/staff/bell/stream', { token })
    expect(type).toContain('text/event-stream')
    expect(piece).toContain(': open')
  })

  test('[V12.1.2] speaks recommended suites only, whatever a client offers', async () => {
    const chosen = (ciphers, maxVersion) => suiteWith(proxy(), ciphers, maxVersion)
    // Caddy has its own order, by speed.
    expect(await chosen('ALL')).toBe(`ECDHE-ECDSA-AES${program === 'nginx' ? '256-GCM-SHA384' : '128-GCM-SHA256'}`)
    expect(await chosen('ECDHE-ECDSA-AES128-GCM-SHA256')).toBe('ECDHE-ECDSA-AES128-GCM-SHA256')
    // Not authenticated with the data, without a key of its own for each connection, without any encryption.
    for (const weak of [
      'ECDHE-ECDSA-AES256-SHA',
      'ECDHE-ECDSA-AES128-SHA256',
      'AES256-GCM-SHA384',
      'ECDHE-ECDSA-NULL-SHA',
    ])
      expect([weak, await chosen(weak)]).toEqual([weak, 'refused'])
    expect(await chosen('ALL', 'TLSv1.1')).toBe('refused')
    expect(await chosen('ALL', 'TLSv1.3')).toMatch(/^TLS_AES_|^TLS_CHACHA20_/)
  })

  test('does not show the metrics', async () => {
    expect((await proxy().ask('/metrics')).status).toBe(404)
  })

  test('asks the other process for an asset that one does not have', async () => {
    const html = (await proxy().ask('/')).body.toString()
    const [style] = /\/assets\/[\w-]+\.css/.exec(html) ?? []
    const asked = []
    const older = createServer((request, response) => {
      asked.push(request.url)
      response.writeHead(request.url === '/readyz' ? 200 : 404).end('no such file')
    })
    await new Promise((resolve) => older.listen(otherPort, '127.0.0.1', resolve))
    try {
      // Caddy notices after some seconds that the process is there.
      const both = async () => {
        expect((await proxy().ask(style)).status).toBe(200)
        return asked
      }
      await expect.poll(both, { timeout: 15_000, interval: 100 }).toContain(style)
      expect((await proxy().ask('/assets/nothing.js')).status).toBe(404)
    } finally {
      older.closeAllConnections()
      await new Promise((resolve) => older.close(resolve))
    }
  })
})

test.skipIf(missing.length > 0)(
  'says in Chinese that no process answers, to people and to programs',
  async () => {
    await server.stop()
    for (const program of PROGRAMS) {
      const page = await proxies[program].ask('/project', { method: 'POST', body: 'a=1' })
      expect(page).toMatchObject({ status: 503, headers: { 'retry-after': '30', 'cache-control': 'no-store' } })
      expect(page.headers['content-type']).toContain('text/html')
      expect(page.body.toString()).toContain('服务暂时不可用')
      const call = await proxies[program].ask('/api/open/web/index')
      expect(call).toMatchObject({ status: 503, headers: { 'retry-after': '30' } })
      expect(call.headers['content-type']).toContain('application/json')
      expect(JSON.parse(call.body.toString())).toMatchObject({ code: 0, error: 'unavailable' })
    }
  },
  60_000,
)

async function freePorts(count) {
  const servers = await Promise.all(
    Array.from({ length: count }, () => {
      const probe = createServer()
      return new Promise((resolve) => probe.listen(0, '127.0.0.1', () => resolve(probe)))
    }),
  )
  const ports = servers.map((probe) => probe.address().port)
  await Promise.all(servers.map((probe) => new Promise((resolve) => probe.close(resolve))))
  return ports
}

/** The suite that a proxy agrees on with a client that offers these. */
function suiteWith({ url, certificate }, ciphers, maxVersion = 'TLSv1.2') {
  const { hostname: host, port } = new URL(url)
  const options = { ca: certificate, minVersion: 'TLSv1.1', maxVersion, servername: 'localhost' }
  return new Promise((resolve) => {
    const socket = connect({ ...options, host, port, ciphers: `${ciphers}:@SECLEVEL=0` }, () => {
      resolve(socket.getCipher().name)
      socket.destroy()
    }).on('error', () => resolve('refused'))
  })
}
