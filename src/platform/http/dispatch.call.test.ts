import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../app/testing/test-app.ts'
import { staffLogin, staffMe } from '../../core/staff/contract.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

describe('the dispatcher', () => {
  it('[C-01] answers every call with {code, data, msg}', async () => {
    const lab = await app.staff('lab')
    const { body } = await app.send(staffMe, {}, { as: lab })
    expect(body).toMatchObject({ code: 1, msg: '成功', data: { role: 'lab', roleName: '实验员' } })
  })

  it('[C-01] refuses a call without a token', async () => {
    expect(await app.refusal(staffMe, {})).toMatchObject({ status: 401, error: 'notSignedIn' })
  })

  it('[T-18] a customer token is not accepted as a staff token', async () => {
    const customer = await app.customer(0)
    expect(await app.refusal(staffMe, {}, { as: customer })).toMatchObject({ status: 403, error: 'wrongTokenKind' })
  })

  it('[T-41] refuses unknown fields and names them', async () => {
    expect(await app.refusal(staffLogin, { account: 'a', password: 'b', role: 'admin' })).toMatchObject({
      status: 200,
      error: 'invalid',
      msg: '不支持的字段：role',
    })
  })

  it('[C-03] accepts the same input as a form', async () => {
    expect(await app.refusal(staffLogin, { account: 'nobody', password: 'x' }, { form: true })).toMatchObject({
      error: 'wrongPassword',
    })
  })

  it('answers broken JSON, a wrong method and an unknown call in the envelope', async () => {
    const broken = await app.server.inject({
      method: 'POST',
      url: '/api/open/staff/login',
      payload: '{"account":',
      headers: { 'content-type': 'application/json' },
    })
    expect([broken.statusCode, broken.json().error]).toEqual([400, 'malformed'])
    const method = await app.server.inject({ method: 'GET', url: '/api/open/staff/login' })
    expect([method.statusCode, method.json().error]).toEqual([405, 'methodNotAllowed'])
    const unknown = await app.server.inject({ method: 'POST', url: '/api/open/nothing' })
    expect([unknown.statusCode, unknown.json().error]).toEqual([404, 'unknownCall'])
  })

  it('[F-76] answers unsupported methods and unknown addresses in the envelope', async () => {
    const expected = [
      ['PROPFIND', '/guide', 405, 'methodNotAllowed'],
      ['PROPFIND', '/api/open/login', 405, 'methodNotAllowed'],
      ['TRACE', '/guide', 405, 'methodNotAllowed'],
      ['GET', '/api/', 404, 'unknownCall'],
      ['POST', '/api', 404, 'unknownCall'],
      ['GET', '/no-such-file', 404, 'notFound'],
      ['GET', `/img/${'x'.repeat(5000)}`, 400, 'malformed'],
    ] as const
    for (const [method, url, status, error] of expected) {
      const { statusCode, headers, body } = await app.server.inject({ method: method as 'GET', url })
      const { code, msg, ...rest } = JSON.parse(body)
      expect([method, url.slice(0, 20), statusCode, rest.error, code]).toEqual([
        method,
        url.slice(0, 20),
        status,
        error,
        0,
      ])
      expect(msg).toMatch(/[一-鿿]/)
      expect(headers['content-type']).toContain('application/json')
    }
  })

  it('[F-76] answers an unreadable request in the envelope and closes the connection', async () => {
    const { port } = new URL(await app.server.listen({ port: 0, host: '127.0.0.1' }))
    const answerTo = (text: string) =>
      new Promise<string>((resolve) => {
        let answer = ''
        const socket = connect(Number(port), '127.0.0.1', () => socket.write(text))
        socket.on('data', (chunk) => (answer += chunk))
        socket.on('close', () => resolve(answer))
        socket.on('error', () => {})
      })
    const large = await answerTo(`GET / HTTP/1.1\r\nhost: x\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`)
    expect(large).toMatch(/^HTTP\/1\.1 431 [^]*"code":0[^]*"error":"tooLarge"/)
    expect(await answerTo('no request\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 [^]*"code":0[^]*"error":"malformed"/)
  })
})
