import { afterAll, beforeAll, expect, test } from 'vitest'
import { userInfo } from '../../people/customers/person-contract.ts'
import { access } from '../../web/access.ts'
import { handlers } from '../../app/calls.ts'
import { type TestApp, testApp } from '../../app/testing/test-app.ts'
import { staffMe } from '../../core/staff/me-contract.ts'
import { createLogger } from '../log/logger.ts'
import { createServer } from './server.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

test('[T-15] a token is accepted in its header only: not in the URL, a cookie, the referer, the body or another header', async () => {
  const { token } = await app.customer(0)
  await app.call(userInfo, {}, { as: { token } })
  const refused = { status: 401, error: 'notSignedIn' }
  for (const call of [userInfo, staffMe]) {
    expect(await app.refusal(call, {}, { query: `token=${token}` })).toMatchObject(refused)
    expect(await app.refusal(call, {}, { cookie: `token=${token}; mingxi_browser=${token}` })).toMatchObject(refused)
    for (const name of ['referer', 'authorization', 'x-token', 'cookie'])
      expect(await app.refusal(call, {}, { headers: { [name]: `Bearer ${token}` } })).toMatchObject(refused)
    expect(await app.refusal(call, { token })).toMatchObject(refused)
  }
})

test('[T-15] no token, code, password or query of a request is written to the log', async () => {
  const lines: string[] = []
  const services = { ...app.services, log: createLogger('trace', { write: (line) => void lines.push(line) }) }
  const server = await createServer(services, access, handlers)
  const secret = 's3cret-value-of-a-token'
  await server.inject({
    method: 'POST',
    url: `/api/auth/user/info?token=${secret}&phone=13800138000`,
    headers: { token: secret, cookie: `token=${secret}`, referer: `https://shop.test/?token=${secret}`, proof: secret },
    payload: { password: secret },
  })
  await server.inject({ method: 'POST', url: '/api/open/refresh4token', payload: { token: secret } })
  await server.inject({
    method: 'POST',
    url: '/api/open/loginForCode',
    payload: { phone: '13800138000', code: '123456' },
  })
  services.log.info(
    { request: { headers: { token: secret, authorization: secret, cookie: secret, referer: secret } } },
    'x',
  )
  services.log.info({ refresh_token: secret, input: { password: secret, code: '123456', phone: '13800138000' } }, 'x')
  await server.close()
  expect(lines.filter((line) => line.includes('/api/auth/user/info'))).toHaveLength(1)
  expect(lines.filter((line) => line.includes('***'))).toHaveLength(2)
  expect(lines.join('')).not.toContain(secret)
  expect(lines.join('')).not.toMatch(/13800138000|123456|token=/)
})
