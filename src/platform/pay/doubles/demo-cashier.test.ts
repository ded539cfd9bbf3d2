import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import formbody from '@fastify/formbody'
import Fastify from 'fastify'
import { afterAll, expect, test } from 'vitest'
import { readConfig } from '../../../config.ts'
import { testClock } from '../../clock.ts'
import type { ChannelKey, NotifyFacts, PayChannel, Scene } from '../channel.ts'
import { channelsOf } from '../channels.ts'
import { addDemoCashier } from './demo-cashier.ts'

const folder = mkdtempSync(join(tmpdir(), 'mingxi-cashier-'))
afterAll(() => rmSync(folder, { recursive: true }))

const env = { PUBLIC_URL: 'https://demo.example', DATA_DIR: folder, DEMO: 'on' }

/** A shop that believes its channels and remembers what they report. */
async function shop(own: Record<string, string> = {}) {
  const clock = testClock(new Date('2026-03-02T02:00:00Z'))
  const config = readConfig({ ...env, ...own })
  const server = Fastify()
  await server.register(formbody)
  addDemoCashier(server, { config, clock })
  const channels = channelsOf(config, clock)
  const reported: NotifyFacts[] = []
  let refusing = false
  const refuseNext = () => {
    refusing = true
  }
  await server.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_, body, done) => done(null, body))
    for (const channel of channels.values())
      scope.post(`/api/notify/${channel.key}`, async (request, reply) => {
        if (refusing) {
          refusing = false
          return reply.code(500).send()
        }
        const headers = request.headers as Record<string, string>
        reported.push(await channel.readNotify({ headers, body: request.body as Buffer }))
        return reply.code(200).send(channel.replies.accepted.body)
      })
  })
  const open = (key: ChannelKey, tradeNo: string, scene: Scene = 'qr') =>
    (channels.get(key) as PayChannel).open({
      ...{ tradeNo, scene, amountFen: 128_050, subject: '结算 <S2603020001>' },
      expiresAt: new Date(clock.now().getTime() + 30 * 60_000),
      notifyUrl: `https://demo.example/api/notify/${key}`,
      returnUrl: 'https://demo.example/member/unpaid',
    })
  const act = (tradeNo: string, name: string) =>
    server.inject({ method: 'POST', url: `/demo/cashier/${tradeNo}`, payload: { act: name } })
  const page = async (tradeNo: string) => (await server.inject(`/demo/cashier/${tradeNo}`)).body
  return { clock, channels, server, reported, open, act, page, refuseNext }
}

test.each(['wechatpay', 'alipay'] as const)(
  'a QR code of %s leads to a page that pays, and the notify reaches the shop',
  async (key) => {
    const { channels, reported, open, act, page } = await shop()
    const tradeNo = `P260302${key}`
    expect(await open(key, tradeNo)).toEqual({ codeUrl: `https://demo.example/demo/cashier/${tradeNo}` })
    const before = await page(tradeNo)
    expect(before).toContain('¥1,280.50')
    expect(before).toContain('结算 &#60;S2603020001&#62;')
    expect((await act(tradeNo, 'fail')).body).toContain('没有扣款')
    expect(await channels.get(key)?.query(tradeNo)).toMatchObject({ state: 'open' })
    expect((await act(tradeNo, 'pay')).statusCode).toBe(303)
    expect(reported).toMatchObject([{ tradeNo, amountFen: 128_050, state: 'paid' }])
    await act(tradeNo, 'pay')
    expect(reported).toHaveLength(1)
    expect(await page(tradeNo)).toContain('支付成功')
  },
)

test("Alipay's page is opened by its signed address only, and leads back to the shop", async () => {
  const { server, open, act, page, reported } = await shop()
  const { pageUrl = '' } = await open('alipay', 'P260302page', 'page')
  const path = pageUrl.replace('https://demo.example', '')
  expect((await server.inject(path.replace('1280.50', '0.01'))).statusCode).toBe(400)
  const opened = await server.inject(path)
  expect([opened.statusCode, opened.headers.location]).toEqual([303, '/demo/cashier/P260302page'])
  await act('P260302page', 'pay')
  expect(reported).toMatchObject([{ tradeNo: 'P260302page', state: 'paid' }])
  expect(await page('P260302page')).toContain('href="https://demo.example/member/unpaid"')
})

test('a charge can be closed, or its time passes, and then it is not paid any more', async () => {
  const { clock, channels, reported, open, act, page } = await shop()
  await open('wechatpay', 'P260302closed')
  await act('P260302closed', 'close')
  expect(await page('P260302closed')).toContain('付款已关闭')
  await open('alipay', 'P260302late')
  await page('P260302late')
  clock.advance({ minutes: 31 })
  await act('P260302late', 'pay')
  expect(await channels.get('alipay')?.query('P260302late')).toMatchObject({ state: 'closed' })
  expect(reported).toEqual([])
})

test('charges survive a restart, and one that is lost is unknown', async () => {
  const before = await shop()
  await before.open('wechatpay', 'P260302restart')
  const after = await shop()
  expect(await after.channels.get('wechatpay')?.query('P260302restart')).toEqual({ state: 'open' })
  expect((await after.server.inject('/demo/cashier/P260302lost')).statusCode).toBe(404)
  expect(await after.channels.get('wechatpay')?.query('P260302lost')).toEqual({ state: 'unknown' })
})

test('a notify that the shop does not take is sent again while the page is looked at', async () => {
  const { clock, reported, open, act, page, refuseNext } = await shop()
  await open('wechatpay', 'P260302again')
  refuseNext()
  await act('P260302again', 'pay')
  expect(await page('P260302again')).toContain('还没有确认')
  expect((await act('P260302again', 'fail')).statusCode).toBe(303)
  clock.advance({ seconds: 15 })
  expect(await page('P260302again')).toContain('已通知商家')
  expect(reported).toHaveLength(1)
})

test('there is no cashier where the demo is off', async () => {
  const { server } = await shop({ DEMO: 'off' })
  expect((await server.inject('/demo/cashier/P260302')).statusCode).toBe(404)
  expect((await server.inject('/demo/alipay')).statusCode).toBe(404)
})
