import { createSign, generateKeyPairSync } from 'node:crypto'
import { AlipaySdk } from 'alipay-sdk'
import { beforeEach, describe, expect, test } from 'vitest'
import { systemClock, type TestClock, testClock } from '../../clock.ts'
import { alipay } from './alipay.ts'
import type { AlipaySettings } from './alipay-client.ts'
import { AlipayDouble } from './alipay-double.ts'
import { type Charge, ChannelRefused, ChannelUnavailable, NotifyRefused, type PayChannel } from '../channel.ts'
import { fetchDouble, serveDouble } from '../doubles/double-http.ts'
import type { NotifyRequest } from '../doubles/double-notifies.ts'

const merchant = generateKeyPairSync('rsa', { modulusLength: 2048 })
const provider = generateKeyPairSync('rsa', { modulusLength: 2048 })
const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 })
const account = { appId: '2021000000000001', sellerId: '2088000000000001' }
const NO = 'P260302000001'

let clock: TestClock
let double: AlipayDouble
let channel: PayChannel

function doubleOf(on: { now(): Date }): AlipayDouble {
  return new AlipayDouble({ ...account, merchantKey: merchant.publicKey, alipayKey: provider.privateKey, clock: on })
}

function settings(own: Partial<AlipaySettings> = {}): AlipaySettings {
  const keys = { privateKey: merchant.privateKey, alipayKey: provider.publicKey }
  const fetch = fetchDouble(double.handle)
  return { ...account, ...keys, gateway: 'https://openapi.alipay.com/gateway.do', clock, fetch, timeoutMs: 30, ...own }
}

function charge(own: Partial<Charge> = {}): Charge {
  return {
    tradeNo: NO,
    amountFen: 8808,
    subject: '明析科测 结算 A&B/C=D,E',
    expiresAt: new Date(clock.now().getTime() + 30 * 60_000),
    notifyUrl: 'https://lab.example/api/notify/alipay',
    scene: 'qr',
    ...own,
  }
}

beforeEach(() => {
  clock = testClock(new Date('2026-03-02T02:00:00Z'))
  double = doubleOf(clock)
  channel = alipay(settings())
})

async function delivered(): Promise<NotifyRequest[]> {
  const sent: NotifyRequest[] = []
  await double.notifies.deliver(async (notify) => {
    sent.push(notify)
    return { status: 200, body: 'success' }
  })
  return sent
}

const read = ({ headers, body }: NotifyRequest, reader = channel) =>
  reader.readNotify({ headers, body: Buffer.from(body) })

describe('a charge', () => {
  test('by QR code exists once it is scanned, is paid, reported and found paid', async () => {
    expect(await channel.open(charge())).toEqual({ codeUrl: `https://qr.alipay.com/${NO}` })
    expect(await channel.query(NO)).toEqual({ state: 'unknown' })
    expect(await channel.close(NO)).toEqual({ state: 'unknown' })
    expect(double.scan(NO)?.subject).toBe('明析科测 结算 A B C D E')
    expect(await channel.query(NO)).toMatchObject({ state: 'open' })
    double.pay(NO)
    const [notify] = await delivered()
    const facts = await read(notify!)
    const paidAt = clock.now()
    expect(facts).toMatchObject({ about: 'payment', tradeNo: NO, amountFen: 8808, state: 'paid', at: paidAt })
    expect(await channel.query(NO)).toEqual({ state: 'paid', providerNo: facts.providerNo, amountFen: 8808, paidAt })
    expect(await channel.close(NO)).toMatchObject({ state: 'paid', amountFen: 8808 })
  })

  test('is closed by us or by its time, and then cannot be paid', async () => {
    await channel.open(charge())
    double.scan(NO)
    expect(await channel.close(NO)).toEqual({ state: 'closed' })
    expect(double.pay(NO)).toBe(false)
    await channel.open(charge({ tradeNo: 'P260302000002' }))
    double.scan('P260302000002')
    clock.advance({ minutes: 31 })
    expect(await channel.query('P260302000002')).toMatchObject({ state: 'closed' })
    await expect(channel.open(charge({ tradeNo: 'P260302000002' }))).rejects.toBeInstanceOf(ChannelRefused)
  })

  test.each([
    [false, 'alipay.trade.page.pay', 'FAST_INSTANT_TRADE_PAY'],
    [true, 'alipay.trade.wap.pay', 'QUICK_WAP_WAY'],
  ])('by page (phone: %s) is a signed address for the browser', async (phone, method, product) => {
    const pageGateway = 'https://lab.example/demo/alipay'
    const returnUrl = 'https://lab.example/member/unpaid?paid=1'
    const { pageUrl = '' } = await alipay(settings({ pageGateway })).open(charge({ scene: 'page', phone, returnUrl }))
    const fields = new URL(pageUrl).searchParams
    expect(pageUrl.startsWith(`${pageGateway}?`)).toBe(true)
    expect([fields.get('method'), fields.get('timestamp')]).toEqual([method, '2026-03-02 10:00:00'])
    expect(JSON.parse(fields.get('biz_content') ?? '')).toMatchObject({
      ...{ out_trade_no: NO, total_amount: '88.08', product_code: product, time_expire: '2026-03-02 10:30:00' },
    })
    expect(double.openPage(pageUrl.replace('88.08', '0.01'))).toBeUndefined()
    expect(double.openPage(pageUrl)).toMatchObject({ tradeNo: NO, amountFen: 8808, returnUrl })
    expect(double.pay(NO)).toBe(true)
  })
})

describe('a refund', () => {
  const order = { tradeNo: NO, refundNo: 'R260302000001', amountFen: 808, totalFen: 8808, reason: '检测取消' }
  beforeEach(async () => {
    await channel.open(charge())
    double.pay(NO)
    await delivered()
  })

  test('is done once however often it is sent, and a full refund leaves the charge paid', async () => {
    expect(await channel.queryRefund(order)).toEqual({ state: 'unknown' })
    const first = await channel.refund(order)
    expect(first).toMatchObject({ state: 'done' })
    expect(await channel.refund(order)).toEqual(first)
    const [notify] = await delivered()
    expect(await read(notify!)).toMatchObject({
      about: 'refund',
      refundNo: order.refundNo,
      amountFen: 808,
      state: 'done',
    })
    await channel.refund({ ...order, refundNo: 'R260302000002', amountFen: 8000 })
    expect(await channel.query(NO)).toMatchObject({ state: 'paid', amountFen: 8808 })
    await expect(channel.refund({ ...order, refundNo: 'R260302000003', amountFen: 1 })).rejects.toBeInstanceOf(
      ChannelRefused,
    )
  })

  test('that moved no money yet is in process, and done when Alipay says so', async () => {
    double.settlesRefunds = false
    expect(await channel.refund(order)).toMatchObject({ state: 'processing' })
    expect(await channel.queryRefund(order)).toEqual({ state: 'unknown' })
    double.settleRefund(NO, order.refundNo)
    expect(await channel.queryRefund(order)).toMatchObject({ state: 'done' })
  })
})

describe('an answer', () => {
  test.each(['tampered', 'unsigned', 'lost', 'silent', 'unavailable'] as const)(
    'that is %s is no answer',
    async (fault) => {
      double.faults.push(fault)
      await expect(channel.open(charge())).rejects.toBeInstanceOf(ChannelUnavailable)
      expect(await channel.open(charge())).toHaveProperty('codeUrl')
    },
  )

  test('is asked for twice when reading and once when writing', async () => {
    await channel.open(charge())
    double.pay(NO)
    double.faults.push('lost')
    expect(await channel.query(NO)).toMatchObject({ state: 'paid' })
    double.faults.push('unavailable')
    const refund = { tradeNo: NO, refundNo: 'R260302000001', amountFen: 1, totalFen: 8808, reason: '' }
    await expect(channel.refund(refund)).rejects.toBeInstanceOf(ChannelUnavailable)
    expect(double.trades.refund('R260302000001')).toBeUndefined()
  })

  test('over a socket is read like one without a network', async () => {
    const { url, close } = await serveDouble(double.handle)
    double.origin = url
    const { fetch: _, ...own } = settings({ gateway: `${url}/gateway.do`, timeoutMs: 10_000 })
    const overSocket = alipay(own)
    await overSocket.open(charge())
    double.pay(NO)
    expect(await overSocket.query(NO)).toMatchObject({ state: 'paid', amountFen: 8808 })
    double.faults.push('lost')
    await expect(overSocket.close(NO)).rejects.toBeInstanceOf(ChannelUnavailable)
    clock.set(new Date('2026-03-03T02:00:00Z'))
    expect(await overSocket.bill('2026-03-02')).toHaveLength(1)
    close()
  })

  test('is a refusal with its code when the key, the app or the time of the request is wrong', async () => {
    const other = (own: Partial<AlipaySettings>) => alipay(settings(own)).open(charge())
    await expect(other({ privateKey: stranger.privateKey })).rejects.toMatchObject({ code: 'isv.invalid-signature' })
    await expect(other({ appId: '2021000000000009' })).rejects.toMatchObject({ code: 'isv.invalid-app-id' })
    const late = testClock(new Date('2026-03-02T01:40:00Z'))
    await expect(other({ clock: late })).rejects.toMatchObject({ code: 'isv.invalid-timestamp' })
    await expect(other({ alipayKey: stranger.publicKey })).rejects.toBeInstanceOf(ChannelUnavailable)
  })
})

describe('a notify', () => {
  let good: NotifyRequest
  beforeEach(async () => {
    await channel.open(charge())
    double.pay(NO)
    const [first] = await delivered()
    good = first!
  })

  test('is refused when it is changed, forged, unsigned, or has a field twice', async () => {
    expect(await read(good)).toMatchObject({ state: 'paid' })
    const changed = [
      good.body.replace('total_amount=88.08', 'total_amount=88.09'),
      good.body.replace('RSA2', 'RSA'),
      good.body.replace(/&sign=[^&]*/, ''),
      `${good.body}&total_amount=0.01`,
      `${good.body}&extra=1`,
      '',
    ]
    for (const body of changed) await expect(read({ ...good, body }), body).rejects.toBeInstanceOf(NotifyRefused)
    double.notifies.plan = 'forged'
    double.trades.save({ ...double.trades.find(NO)!, state: 'open' })
    double.pay(NO)
    const [forged] = await delivered()
    await expect(read(forged!)).rejects.toBeInstanceOf(NotifyRefused)
  })

  test('is refused for another merchant or app, or days later', async () => {
    await expect(read(good, alipay(settings({ sellerId: '2088000000000002' })))).rejects.toThrow('another merchant')
    await expect(read(good, alipay(settings({ appId: '2021000000000002' })))).rejects.toThrow('another merchant')
    clock.advance({ hours: 26 })
    expect(await read(good)).toMatchObject({ state: 'paid' })
    clock.advance({ hours: 23 })
    await expect(read(good)).rejects.toThrow('time')
  })

  test('is refused when Alipay itself signs something that is not documented', async () => {
    const fields = Object.fromEntries(new URLSearchParams(good.body))
    for (const wrong of [
      { total_amount: '88' },
      { total_amount: '88.080' },
      { trade_status: 'TRADE_LOST' },
      { notify_time: 'x' },
    ]) {
      const { sign: _, sign_type: __, ...rest } = { ...fields, ...wrong } as unknown as Record<string, string>
      const text = Object.keys(rest)
        .sort()
        .map((name) => `${name}=${rest[name]}`)
        .join('&')
      const sign = createSign('RSA-SHA256').update(text).sign(provider.privateKey, 'base64')
      const body = new URLSearchParams({ ...rest, sign_type: 'RSA2', sign }).toString()
      const facts = read({ ...good, body })
      if (wrong.total_amount === '88') expect(await facts).toMatchObject({ amountFen: 8800 })
      else await expect(facts).rejects.toThrow('documented fields')
    }
  })
})

test('the bill of a day is a ZIP with each payment and refund and its fee', async () => {
  await channel.open(charge())
  double.pay(NO)
  clock.advance({ hours: 1 })
  await channel.refund({ tradeNo: NO, refundNo: 'R260302000001', amountFen: 808, totalFen: 8808, reason: '' })
  await expect(channel.bill('2026-03-02')).rejects.toBeInstanceOf(ChannelUnavailable)
  clock.set(new Date('2026-03-03T02:00:00Z'))
  expect(await channel.bill('2026-03-02')).toMatchObject([
    { tradeNo: NO, amountFen: 8808, feeFen: 53, at: new Date('2026-03-02T02:00:00Z') },
    { tradeNo: NO, refundNo: 'R260302000001', amountFen: -808, feeFen: -5 },
  ])
  expect(await channel.bill('2026-03-01')).toEqual([])
  // Alipay writes addresses without TLS; the file is not signed, so it is loaded with TLS nevertheless.
  double.origin = 'http://dwbillcenter.alipay.com'
  const asked: string[] = []
  const fetch: AlipaySettings['fetch'] = (url, init) => {
    asked.push(url)
    return fetchDouble(double.handle)(url, init)
  }
  expect(await alipay(settings({ fetch })).bill('2026-03-02')).toHaveLength(2)
  expect(asked.at(-1)).toBe('https://dwbillcenter.alipay.com/bill?day=2026-03-02')
})

test('alipay-sdk, unchanged and as its manual uses it, works with the double, which refuses a request sent twice', async () => {
  const live = doubleOf(systemClock)
  const { url, close } = await serveDouble(live.handle)
  const pem = (key: { export(options: object): string | Buffer }, type: string) =>
    String(key.export({ type, format: 'pem' })).trim()
  const sdk = new AlipaySdk({
    appId: account.appId,
    privateKey: pem(merchant.privateKey, 'pkcs1'),
    alipayPublicKey: pem(provider.publicKey, 'spki'),
    gateway: `${url}/gateway.do`,
  })
  const bizContent = { out_trade_no: NO, total_amount: '1.00', subject: '电镜' }
  // The SDK writes the time of this process's time zone; the double reads it as Shanghai's, like Alipay.
  const timestamp = new Date(Date.now() + 8 * 3600_000).toISOString().slice(0, 19).replace('T', ' ')
  const exec = (method: string, content: object, traceId?: string) =>
    sdk.exec(method, { bizContent: content, timestamp }, { validateSign: true, ...(traceId ? { traceId } : {}) })
  expect(await exec('alipay.trade.precreate', bizContent, 'once')).toMatchObject({
    code: '10000',
    qrCode: `https://qr.alipay.com/${NO}`,
  })
  expect(await exec('alipay.trade.precreate', bizContent, 'once')).toMatchObject({
    subCode: 'isv.duplicate-request',
  })
  live.pay(NO)
  expect(await exec('alipay.trade.query', { out_trade_no: NO })).toMatchObject({ tradeStatus: 'TRADE_SUCCESS' })
  await live.notifies.deliver(async ({ body }) => {
    const fields = Object.fromEntries(new URLSearchParams(body))
    expect(sdk.checkNotifySignV2(fields)).toBe(true)
    expect(sdk.checkNotifySignV2({ ...fields, total_amount: '0.01' })).toBe(false)
    return { status: 200, body: 'success' }
  })
  live.faults.push('tampered')
  await expect(exec('alipay.trade.query', { out_trade_no: NO })).rejects.toThrow('验签失败')
  close()
})
