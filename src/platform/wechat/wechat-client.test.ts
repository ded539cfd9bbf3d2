import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { testClock } from '../clock.ts'
import { WechatClient, WechatError } from './wechat-client.ts'
import { WechatDouble } from './wechat-double.ts'

const account = { appid: 'wx1', secret: 's', pushToken: 't', scanUrl: 'https://w.example/scan' }
let server: Server | undefined
afterEach(() => server?.close())

/** The double behind a real socket; `script` may answer instead. */
async function serve(script: (path: string) => object | undefined = () => undefined) {
  const clock = testClock(new Date('2026-03-02T02:00:00Z'))
  const double = new WechatDouble({ ...account, clock })
  const asked: string[] = []
  server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const path = request.url ?? ''
    asked.push(path.split('?')[0] ?? '')
    const scripted = script(path)
    const answer = scripted
      ? Response.json(scripted)
      : await double.fetch(`http://double${path}`, { method: 'POST', body: Buffer.concat(chunks).toString() })
    response.setHeader('content-type', 'application/json')
    response.end(await answer.text())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { clock, asked, client: (own = {}) => new WechatClient({ ...account, ...own, baseUrl }, clock) }
}

test('QR codes are created over the network, and the token is fetched once for many', async () => {
  const { asked, client } = await serve()
  const wechat = client()
  const codes = await Promise.all([1, 2, 3].map((n) => wechat.createQr(`scene-${n}`, 120)))
  expect(codes.map((code) => code.expireSeconds)).toEqual([120, 120, 120])
  expect(codes[0]?.url).toMatch(/^https:\/\/w\.example\/scan\?t=/)
  expect(asked.filter((path) => path.endsWith('stable_token'))).toHaveLength(1)
})

test('the token is renewed before it expires after two hours', async () => {
  const { asked, client, clock } = await serve()
  const wechat = client()
  await wechat.createQr('a', 60)
  clock.advance({ minutes: 114 })
  await wechat.createQr('b', 60)
  expect(asked.filter((path) => path.endsWith('stable_token'))).toHaveLength(1)
  clock.advance({ minutes: 2 })
  await wechat.createQr('c', 60)
  expect(asked.filter((path) => path.endsWith('stable_token'))).toHaveLength(2)
})

test('a token that was renewed elsewhere is fetched again, once', async () => {
  let refused = 0
  const { asked, client } = await serve((path) =>
    path.includes('qrcode') && refused++ === 0 ? { errcode: 40001, errmsg: 'invalid credential' } : undefined,
  )
  expect((await client().createQr('a', 60)).expireSeconds).toBe(60)
  expect(asked.filter((path) => path.endsWith('stable_token'))).toHaveLength(2)
})

test.each([
  [48001, 'an account that is not verified'],
  [40001, 'a token that is refused twice'],
])('%i (%s) is an error with its number', async (errcode) => {
  const { client } = await serve((path) => (path.includes('qrcode') ? { errcode, errmsg: 'no' } : undefined))
  await expect(client().createQr('a', 60)).rejects.toMatchObject({ errcode })
})

test('a wrong secret, a wrong appid and a too long scene are refused like WeChat does', async () => {
  const { client } = await serve()
  await expect(client({ secret: 'x' }).createQr('a', 60)).rejects.toMatchObject({ errcode: 40125 })
  await expect(client({ appid: 'x' }).createQr('a', 60)).rejects.toMatchObject({ errcode: 40013 })
  await expect(client().createQr('a'.repeat(65), 60)).rejects.toBeInstanceOf(WechatError)
})
