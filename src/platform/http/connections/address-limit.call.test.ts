import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../app/testing/test-app.ts'
import { inviterCheck } from '../../../people/sign-in/contract.ts'
import { userInfo } from '../../../people/customers/person-contract.ts'

const MOST = 5
const CAMPUS = '203.0.113.7'
let app: TestApp
beforeAll(async () => {
  app = await testApp({ ADDRESS_CALLS_PER_MINUTE: String(MOST) })
})
// The minute of one test is over for the next one.
afterEach(() => app.clock.advance({ minutes: 1 }))
afterAll(() => app.close())

const ask = (ip: string) => app.send(inviterCheck, { code: 'none' }, { ip })

async function statuses(ip: string, count: number): Promise<number[]> {
  const seen = []
  for (let n = 0; n < count; n++) seen.push((await ask(ip)).status)
  return seen
}

describe('calls of one address', () => {
  it('[V2.4.1] beyond the limit of a minute are refused in Chinese, with the time to wait, whatever they ask and whoever asks', async () => {
    const person = await app.customer(0)
    expect(await statuses(CAMPUS, MOST)).toEqual(Array.from({ length: MOST }, () => 200))
    const refused = await app.send(userInfo, {}, { as: person, ip: CAMPUS })
    expect(refused).toMatchObject({
      status: 429,
      body: { code: 0, error: 'tooManyCalls', msg: '您所在网络的请求过于频繁，请一分钟后重试' },
    })
    const wait = Number(refused.headers['retry-after'])
    expect(wait).toBeGreaterThan(0)
    app.clock.advance({ seconds: wait })
    expect((await ask(CAMPUS)).status).toBe(200)
  })

  it('[V2.4.1] do not count for another address, but for the whole network of an IPv6 address', async () => {
    await statuses(CAMPUS, MOST)
    expect((await ask('203.0.113.8')).status).toBe(200)
    await statuses('2001:db8::1', MOST)
    expect((await ask('2001:db8:0:0:7::9')).status).toBe(429)
    expect((await ask('2001:db8:0:1::1')).status).toBe(200)
  })

  it('[V2.4.1] of this machine, and health and messages of providers, are not counted', async () => {
    expect(await statuses('127.0.0.1', MOST + 1)).not.toContain(429)
    const other = (url: string, method: 'GET' | 'POST') =>
      app.server.inject({ url, method, remoteAddress: CAMPUS }).then(({ statusCode }) => statusCode)
    for (let n = 0; n <= MOST; n++) {
      expect(await other('/api/notify/wechat', 'GET')).not.toBe(429)
      expect(await other('/nowhere', 'GET')).toBe(404)
    }
    expect((await ask(CAMPUS)).status).toBe(200)
  })

  it('[V2.4.1] are not bounded when the operator has switched it off', async () => {
    const open = await testApp({ ADDRESS_CALLS_PER_MINUTE: '0' })
    for (let n = 0; n < 20; n++)
      expect((await open.send(inviterCheck, { code: 'none' }, { ip: CAMPUS })).status).toBe(200)
    await open.close()
  })
})
