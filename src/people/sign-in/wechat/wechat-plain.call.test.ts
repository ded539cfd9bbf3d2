import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../app/testing/test-app.ts'
import { sql } from '../../../platform/db/sql.ts'
import { pushSignature } from '../../../platform/wechat/push-crypto.ts'
import { WechatDouble } from '../../../platform/wechat/wechat-double.ts'
import { wxQrCodeLogin, wxTicket } from './wechat-contract.ts'

// A service account without an AES key: messages are plain XML, proved by their signature alone.

const PUSH_TOKEN = 'plain-push-token'
const account = { appid: 'wxplain', secret: 'plain-secret', pushToken: PUSH_TOKEN, scanUrl: 'https://w.example/scan' }
let app: TestApp
let api: Server
let double: WechatDouble

beforeAll(async () => {
  api = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const answer = await double.fetch(`http://double${request.url}`, { body: Buffer.concat(chunks).toString() })
    response.setHeader('content-type', 'application/json').end(await answer.text())
  })
  api.listen(0, '127.0.0.1')
  await once(api, 'listening')
  app = await testApp({
    WECHAT_APPID: account.appid,
    WECHAT_SECRET: account.secret,
    WECHAT_PUSH_TOKEN: PUSH_TOKEN,
    WECHAT_API_URL: `http://127.0.0.1:${(api.address() as AddressInfo).port}`,
  })
  double = new WechatDouble({ ...account, clock: app.clock })
})
afterAll(async () => {
  await app.close()
  api.close()
})

async function deliver(query: string, payload: string) {
  const headers = { 'content-type': 'text/xml' }
  const answer = await app.server.inject({ method: 'POST', url: `/api/notify/wechat?${query}`, headers, payload })
  return { status: answer.statusCode, body: answer.body }
}

async function open() {
  const { body, headers } = await app.send(wxTicket, {})
  const { ticket, qr_code_url: url } = body.data as { ticket: string; qr_code_url: string }
  const cookie = String(headers['set-cookie']).split(';')[0] ?? ''
  const shown = new URL(url).searchParams.get('t') ?? ''
  return { shown, poll: async () => (await app.call(wxQrCodeLogin, { ticket }, { cookie })).status }
}

test('WeChat verifies the callback address by a signed echo, and an unsigned one is refused', async () => {
  const timestamp = String(Math.floor(app.clock.now().getTime() / 1000))
  const setUp = (signature: string) =>
    app.server.inject(
      `/api/notify/wechat?${new URLSearchParams({ signature, timestamp, nonce: 'n', echostr: 'hello' })}`,
    )
  const right = await setUp(pushSignature(PUSH_TOKEN, timestamp, 'n'))
  expect([right.statusCode, right.body]).toEqual([200, 'hello'])
  expect((await setUp(pushSignature('another-token', timestamp, 'n'))).statusCode).toBe(403)
})

test('[L-07] new and old followers are both recognised and answered in plain XML within five seconds', async () => {
  for (const [openid, follower] of [
    ['plain-new', false],
    ['plain-old', true],
  ] as const) {
    const code = await open()
    const started = Date.now()
    const outcome = await double.scan(code.shown, openid, deliver, { follower })
    expect(Date.now() - started).toBeLessThan(5000)
    expect(outcome).toMatchObject({ kind: 'chat', text: expect.stringContaining('您正在用微信登录明析科测') })
    expect(await code.poll()).toBe('scanned')
    expect(await code.poll()).toBe('bind')
  }
})

test('a repeated message, and two at once, count once and are answered with success', async () => {
  const code = await open()
  const createTime = Math.floor(app.clock.now().getTime() / 1000)
  const bodies: string[] = []
  const noting = async (query: string, xml: string) => {
    const answer = await deliver(query, xml)
    bodies.push(answer.body)
    return answer
  }
  const first = await Promise.all([1, 2].map(() => double.scan(code.shown, 'plain-twice', noting, { createTime })))
  expect(first.map(({ kind }) => kind).sort()).toEqual(['chat', 'silent'])
  app.clock.advance({ seconds: 5 })
  expect(await double.scan(code.shown, 'plain-twice', noting, { createTime })).toEqual({ kind: 'silent' })
  expect(bodies.filter((body) => body === 'success')).toHaveLength(2)
  expect(await app.db.rows(sql`select 1 from wechat_events where sender = 'plain-twice'`)).toHaveLength(1)
})

test('[T-10] a message with a wrong, old or missing signature is refused and scans nothing', async () => {
  const code = await open()
  const now = Math.floor(app.clock.now().getTime() / 1000)
  const sent: { query: string; xml: string }[] = []
  await double.scan(code.shown, 'plain-thief', async (query, xml) => {
    sent.push({ query, xml })
    return { status: 200, body: 'success' }
  })
  const { query = '', xml = '' } = sent[0] ?? {}
  const spoilt = new URLSearchParams(query)
  spoilt.set('nonce', 'another')
  const old = String(now - 3600)
  const stale = new URLSearchParams({ signature: pushSignature(PUSH_TOKEN, old, 'n'), timestamp: old, nonce: 'n' })
  for (const each of ['', spoilt.toString(), stale.toString()]) expect((await deliver(each, xml)).status).toBe(403)
  expect(await code.poll()).toBe('waiting')
  expect((await deliver(query, xml)).status).toBe(200)
  expect(await code.poll()).toBe('scanned')
})
