import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { labScene } from '../../src/app/testing/scenes/lab-scene.ts'
import { type TestApp, type TestPerson, testApp } from '../../src/app/testing/test-app.ts'
import { apiKeyAdd } from '../../src/core/api-keys/contract.ts'
import type { ApiScope } from '../../src/core/api-keys/rules.ts'
import { version as serverVersion } from '../../src/platform/version.ts'
import { Mingxi, MingxiError, version } from './src/client.ts'

// The client against the real HTTP stack.

let app: TestApp
let lab: Awaited<ReturnType<typeof labScene>>
let person: TestPerson
beforeAll(async () => {
  app = await testApp()
  lab = await labScene(app)
  person = await lab.buyer(0)
})
afterAll(() => app.close())

/** `fetch` through the server's own stack. `before` may answer instead, as a network or a proxy would. */
function through(before: (request: Request, count: number) => Response | undefined = () => undefined): {
  fetch: typeof fetch
  sent: Request[]
} {
  const sent: Request[] = []
  const send = async (url: string | URL | Request, init?: RequestInit) => {
    const request = new Request(url, init)
    sent.push(request)
    const instead = before(request, sent.length)
    if (instead) return instead
    const { pathname } = new URL(request.url)
    const answer = await app.server.inject({
      method: 'POST',
      url: pathname,
      headers: Object.fromEntries(request.headers),
      payload: await request.text(),
    })
    const { 'content-type': type = '', 'request-id': id = '' } = answer.headers as Record<string, string>
    return new Response(answer.body, { status: answer.statusCode, headers: { 'content-type': type, 'request-id': id } })
  }
  return { fetch: send as typeof fetch, sent }
}

async function client(net: { fetch: typeof fetch }, scopes: ApiScope[] = ['orders.read', 'orders.write']) {
  const { key } = await app.call(apiKeyAdd, { name: '数据平台', scopes, lastDay: null }, { as: person })
  return new Mingxi({ baseUrl: 'http://lab.example/', key, fetch: net.fetch })
}

const busy = (status: number) => new Response('', { status, headers: { 'retry-after': '0' } })

describe('the client package', () => {
  it('reads a list of any length row by row', async () => {
    const numbers: string[] = []
    for (let n = 0; n < 3; n++) numbers.push((await lab.order(person)).orderNo)
    const mingxi = await client(through())
    const found: string[] = []
    for await (const order of mingxi.each('order/history', { tab: 'all' })) found.push(order.orderNo)
    expect(found.sort()).toEqual(numbers.sort())
  })

  it('throws a refusal with status, stable name and Chinese message', async () => {
    const mingxi = await client(through())
    const fault = await mingxi.call('order/detail', { orderNo: 'MX26010100001' }).catch((cause: unknown) => cause)
    expect(fault).toBeInstanceOf(MingxiError)
    expect(fault).toMatchObject({ status: 404, error: 'notFound', message: expect.stringMatching(/[\u4e00-\u9fff]/) })
    expect(fault).toHaveProperty('requestId', expect.stringMatching(/^[\da-f-]{36}$/))
    const wrong = await mingxi.call('order/detail', { orderNo: '' }).catch((cause: unknown) => cause)
    expect(wrong).toMatchObject({ error: 'invalid', fields: { orderNo: expect.any(String) } })
    expect(await mingxi.call('sample/list', {}).catch((cause: unknown) => cause)).toMatchObject({
      error: 'scopeMissing',
    })
  })

  it('makes a call again after a limit, a busy server and a broken connection, with one idempotency key', async () => {
    const planned = await lab.plan(person)
    const net = through((_request, count) => {
      if (count === 1) return busy(429)
      if (count === 2) return busy(503)
      return undefined
    })
    const mingxi = await client(net)
    const { dataArr } = await (await client(through())).call('tempDevice/list', {})
    const line = dataArr.flatMap(({ items }) => items).find(({ id }) => id === planned)
    if (!line) throw new Error('the line is in the plan')
    const { rid, parameters, count: sampleCount, urgent } = line
    await mingxi.call('tempDevice/add', { rid, parameters, sampleCount, urgent })
    const keys = net.sent.map((request) => request.headers.get('idempotency-key'))
    expect([keys.length, new Set(keys).size, keys[0] === null]).toEqual([3, 1, false])
  })

  it('says which version it is, as the server does', async () => {
    const net = through()
    await (await client(net)).call('tempDevice/list', {})
    expect(net.sent.map((request) => request.headers.get('x-client-version'))).toEqual([version])
    expect(version).toBe(serverVersion)
  })

  it('gives up after its retries, and does not repeat a refusal', async () => {
    const net = through(() => busy(503))
    await expect((await client(net)).call('tempDevice/list', {})).rejects.toMatchObject({ status: 503 })
    expect(net.sent).toHaveLength(4)
    const refused = through()
    await expect((await client(refused)).call('order/detail', { orderNo: 'x' })).rejects.toBeInstanceOf(MingxiError)
    expect(refused.sent).toHaveLength(1)
  })
})
