import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '../db/sql.ts'
import { type TestApp, testApp } from '../../app/testing/test-app.ts'
import { staffLogin } from '../../core/staff/contract.ts'
import { staffMe } from '../../core/staff/me-contract.ts'
import { staffList } from '../../core/staff/manage-contract.ts'
import { orderDetail } from '../../lab/orders/contract.ts'

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
      ['GET', '/.git/HEAD', 404, 'notFound'],
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

  it('takes a parameter that is sent twice as a wrong one', async () => {
    const answer = await app.server.inject('/api/open/web/suggest?kw=a&kw=b')
    expect(answer.json()).toMatchObject({ code: 0, error: 'invalid' })
  })

  it('does not let a name in the input reach a prototype', async () => {
    for (const name of ['__proto__', 'constructor', 'prototype']) {
      const payload = `{"account":"a","password":"b","${name}":{"polluted":"yes"}}`
      const headers = { 'content-type': 'application/json' }
      const answer = await app.server.inject({ method: 'POST', url: '/api/open/staff/login', payload, headers })
      expect([name, answer.json().code]).toEqual([name, 0])
      expect(({} as { polluted?: string }).polluted).toBeUndefined()
      expect(answer.json().error).toMatch(/^(invalid|malformed)$/)
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
    const unreadable = await answerTo('no request\r\n\r\n')
    expect(unreadable).toMatch(/^HTTP\/1\.1 400 [^]*"code":0[^]*"error":"malformed"/)
    expect(unreadable).toMatch(/x-content-type-options: nosniff[^]*frame-ancestors 'none'/)
  })
})

describe('the headers of every answer', () => {
  it('let nobody frame it, guess its type, or change where its addresses lead, whatever it is', async () => {
    const paths = ['/api/open/web/index', '/api/nothing', '/nowhere', '/files/x', '/img/none.png', '/share/none.jpg']
    for (const url of [...paths, '/calendar.ics', '/files/example/1-1.csv']) {
      const { headers } = await app.server.inject({ method: url.includes('index') ? 'POST' : 'GET', url })
      expect([url, headers['x-content-type-options']]).toEqual([url, 'nosniff'])
      expect(headers['content-security-policy']).toMatch(/object-src 'none'; base-uri 'none'; frame-ancestors 'none'/)
      expect(headers['referrer-policy']).toMatch(/^(strict-origin-when-cross-origin|no-referrer)$/)
    }
    const { headers } = await app.send(staffMe, {}, { as: await app.staff('lab') })
    expect(headers['content-security-policy']).toContain("default-src 'none'")
  })
})

describe('a refusal that may be part of an attack', () => {
  it('is one line of the log with who was refused; a wrong input is another', async () => {
    const lines: string[] = []
    const own = await testApp({ LOG_LEVEL: 'info' }, { logTo: (line) => void lines.push(line) })
    const refused = () => lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'call refused')
    const lab = await own.staff('lab')
    const { token, id } = await own.customer(0)
    await own.refusal(staffList, {}, { as: lab })
    await own.refusal(staffMe, {}, { as: { token } })
    await own.refusal(orderDetail, { orderNo: 'MX26030299999' }, { as: { token } })
    await own.refusal(staffLogin, { account: '', password: '' })
    // The second step of a sign-in is asked for at every call of a page, so it is no line.
    await own.db.run(sql`update sessions set awaits_factor = true where subject_id = ${id} and kind = 'customer'`)
    expect(await own.refusal(orderDetail, { orderNo: 'MX26030299999' }, { as: { token } })).toMatchObject({
      error: 'secondFactorRequired',
    })
    expect(refused()).toMatchObject([
      { level: 40, call: 'staff/list', actor: expect.stringMatching(/^staff:\d+$/), refusal: 'forbidden' },
      { level: 40, call: 'me', actor: 'visitor', refusal: 'wrongTokenKind' },
      { level: 40, call: 'order/detail', actor: `customer:${id}`, refusal: 'notFound' },
    ])
    expect(refused().every(({ requestId }) => requestId.length > 10)).toBe(true)
    await own.close()
  })

  it('[V16.3.3] input that no page sends is one too, with the declared fields at fault and nothing of what was sent', async () => {
    const lines: string[] = []
    const own = await testApp({ LOG_LEVEL: 'info' }, { logTo: (line) => void lines.push(line) })
    const refused = () => lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'input refused')
    const { token, id } = await own.customer(0)
    await own.refusal(orderDetail, { orderNo: 'MARKED', MARKED: 1 }, { as: { token } })
    await own.refusal(staffLogin, { account: 'MARKED\u0000', password: { MARKED: 1 } })
    const headers = { 'content-type': 'application/json' }
    await own.server.inject({ method: 'POST', url: staffLogin.path, headers, payload: '{"account":"MARKED' })
    expect(refused()).toMatchObject([
      { level: 30, call: 'order/detail', actor: `customer:${id}`, refusal: 'invalid', at: ['orderNo'] },
      { level: 30, call: 'staff/login', actor: 'visitor', refusal: 'invalid', at: ['account'] },
      { level: 30, requestId: expect.stringMatching(/^.{36}$/), actor: 'visitor', refusal: 'malformed', at: [] },
    ])
    expect(lines.join('')).not.toContain('MARKED')
    await own.close()
  })
})
