import type { IncomingMessage } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp, type TestPerson } from '../../../app/testing/test-app.ts'
import { setting } from '../../../core/settings/contract.ts'
import { staffMe } from '../../../core/staff/me-contract.ts'
import { userInfo } from '../../../people/customers/person-contract.ts'
import { STREAM_PATH } from '../../../core/staff-notices/rules.ts'
import { access } from '../../../web/access.ts'
import type { Call } from '../../contract/call.ts'
import { createServer } from '../server.ts'
import { pageElsewhere } from './console-host.ts'

const SITE = 'lab.example'
const CONSOLE = 'console.lab.example'

let app: TestApp
// A trusted proxy may pass on whatever a page sends as X-Forwarded-Host.
beforeAll(async () => {
  app = await testApp({ PUBLIC_URL: `https://${SITE}`, CONSOLE_URL: `https://${CONSOLE}/`, TRUST_PROXY: '1' })
})
afterAll(() => app.close())

describe('[V3.5.4] a console with a host of its own', () => {
  const answered = async (call: Call, host: string, as?: TestPerson, headers = {}) => {
    const { status, body } = await app.send(call, {}, { headers: { host, ...headers }, ...(as ? { as } : {}) })
    return `${status} ${body.error ?? 'answered'}`
  }

  it('answers staff calls on this host only, also when the page names another host', async () => {
    const manager = await app.staff('manager')
    expect(await answered(staffMe, CONSOLE, manager)).toBe('200 answered')
    expect(await answered(staffMe, `${CONSOLE.toUpperCase()}:8443`, manager)).toBe('200 answered')
    for (const host of [SITE, '127.0.0.1:3000', `${CONSOLE}.evil.example`, `evil-${CONSOLE}`])
      expect(await answered(staffMe, host, manager, { 'x-forwarded-host': CONSOLE })).toBe('403 otherHost')
  })

  it('answers no calls of customers, and calls of visitors on both hosts', async () => {
    const person = await app.customer()
    expect(await answered(userInfo, SITE, person)).toBe('200 answered')
    expect(await answered(userInfo, CONSOLE, person)).toBe('403 otherHost')
    expect([await answered(setting, SITE), await answered(setting, CONSOLE)]).toEqual(['200 answered', '200 answered'])
  })

  it('finds a staff call on the host of the site however its path is written', async () => {
    const { token } = await app.staff('manager')
    const headers = { host: SITE, token }
    const escaped = staffMe.path.replace('staff', '%73taff')
    for (const url of [staffMe.path, escaped, `${staffMe.path}/`])
      expect((await app.server.inject({ method: 'POST', url, headers })).json(), url).toMatchObject({
        error: 'otherHost',
      })
  })

  it.each([
    [SITE, '/console/orders?stage=testing', `302 https://${CONSOLE}/console/orders?stage=testing`],
    [SITE, '/%63onsole/orders', `302 https://${CONSOLE}/%63onsole/orders`],
    [SITE, '/Console.data', `302 https://${CONSOLE}/Console.data`],
    [SITE, '/detail/1', '200 page'],
    [SITE, '/consoles', '200 page'],
    [CONSOLE, '/console/orders', '200 page'],
    [CONSOLE, '/', `302 https://${CONSOLE}/console`],
    [CONSOLE, '/detail/1', `302 https://${SITE}/detail/1`],
    [CONSOLE, '//evil.example', `302 https://${SITE}//evil.example`],
    // The editor shows it in a frame.
    [CONSOLE, '/detail/1?preview=token', '200 page'],
    [CONSOLE, '/favicon.svg', '200 file'],
    [CONSOLE, STREAM_PATH, '200 stream'],
    [SITE, STREAM_PATH, '403 otherHost'],
    [SITE, '/console/orders', `302 https://${CONSOLE}/console/orders`, 'HEAD'],
    [CONSOLE, '/require', '403 otherHost', 'POST'],
    [SITE, '/require', '200 page', 'POST'],
  ] as [host: string, url: string, expected: string, method?: 'GET' | 'HEAD' | 'POST'][])(
    'at %s, %s is answered with %s',
    async (host, url, expected, method = 'GET') => {
      const server = await createServer(app.services, access, [])
      server.all('/*', () => 'page')
      server.get('/favicon.svg', () => 'file')
      server.get(STREAM_PATH, () => 'stream')
      const { statusCode, headers, body } = await server.inject({ method, url, headers: { host } })
      const refused = /"error":"(\w+)"/.exec(body)?.[1]
      expect(`${statusCode} ${headers.location ?? refused ?? body}`).toBe(expected)
      await server.close()
    },
  )

  it('is off without the setting, and leads nowhere from an address with a host of its own', () => {
    const { config } = app.services
    const at = (url: string) => ({ url, headers: { host: SITE } }) as unknown as IncomingMessage
    expect(pageElsewhere({ ...config, CONSOLE_URL: undefined }, at('/console'))).toBeUndefined()
    expect(pageElsewhere(config, at('http://evil.example/console'))).toBeUndefined()
    expect(pageElsewhere(config, at('/console'))).toBe(`https://${CONSOLE}/console`)
  })
})
