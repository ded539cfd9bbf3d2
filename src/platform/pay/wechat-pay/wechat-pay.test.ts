import { generateKeyPairSync } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { type TestClock, testClock } from '../../clock.ts'
import { type Charge, ChannelRefused, ChannelUnavailable, NotifyRefused, type PayChannel } from '../channel.ts'
import { fetchDouble } from '../doubles/double-http.ts'
import type { NotifyRequest } from '../doubles/double-notifies.ts'
import { wechatPay } from './wechat-pay.ts'
import type { WechatPaySettings } from './wechat-pay-client.ts'
import { WechatPayDouble } from './wechat-pay-double.ts'

const merchant = generateKeyPairSync('rsa', { modulusLength: 2048 })
const platform = generateKeyPairSync('rsa', { modulusLength: 2048 })
const former = generateKeyPairSync('rsa', { modulusLength: 2048 })
const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 })
const KEY_ID = 'PUB_KEY_ID_0116000000012026030200'
const CERTIFICATE = '7132D72A03E93CDDF8C03BBD1F37EEDF00000000'
const account = {
  mchid: '1900000001',
  appid: 'wx0000000000000001',
  serial: '3775B6A45ACD588826D15E583A95F5DD00000000',
  apiV3Key: '0123456789abcdef0123456789ABCDEF',
}

let clock: TestClock
let double: WechatPayDouble
let channel: PayChannel

function settings(own: Partial<WechatPaySettings> = {}): WechatPaySettings {
  return {
    ...account,
    privateKey: merchant.privateKey,
    platformKeys: new Map([
      [KEY_ID, platform.publicKey],
      [CERTIFICATE, former.publicKey],
    ]),
    baseUrl: 'https://api.mch.weixin.qq.com',
    clock,
    fetch: fetchDouble(double.handle),
    timeoutMs: 30,
    ...own,
  }
}

function charge(own: Partial<Charge> = {}): Charge {
  return {
    tradeNo: 'P260302000001',
    amountFen: 128_050,
    subject: '明析科测 结算 S2603020001',
    expiresAt: new Date(clock.now().getTime() + 30 * 60_000),
    notifyUrl: 'https://lab.example/api/notify/wechatpay',
    scene: 'qr',
    ...own,
  }
}

function doubleOf(on: { now(): Date }): WechatPayDouble {
  const platformKeys = new Map([
    [KEY_ID, platform.privateKey],
    [CERTIFICATE, former.privateKey],
  ])
  return new WechatPayDouble({ ...account, merchantKey: merchant.publicKey, platformKeys, clock: on })
}

beforeEach(() => {
  clock = testClock(new Date('2026-03-02T02:00:00Z'))
  double = doubleOf(clock)
  channel = wechatPay(settings())
})

/** Delivers what is due and answers what our reader makes of it. */
async function received(reader: PayChannel = channel) {
  const sent: NotifyRequest[] = []
  await double.notifies.deliver(async (notify) => {
    sent.push(notify)
    return { status: 204, body: '' }
  })
  return sent.map(
    ({ headers, body }) =>
      () =>
        reader.readNotify({ headers, body: Buffer.from(body) }),
  )
}

describe('a charge', () => {
  test('is opened, paid, reported and found paid with the same number and amount', async () => {
    expect(await channel.open(charge())).toEqual({ codeUrl: 'weixin://wxpay/bizpayurl?pr=P260302000001' })
    expect(await channel.query('P260302000001')).toEqual({ state: 'open' })
    clock.advance({ minutes: 3 })
    expect(double.pay('P260302000001')).toBe(true)
    const [read] = await received()
    const facts = await read?.()
    const paidAt = new Date('2026-03-02T02:03:00Z')
    expect(facts).toMatchObject({
      about: 'payment',
      tradeNo: 'P260302000001',
      amountFen: 128_050,
      state: 'paid',
      at: paidAt,
    })
    const { providerNo } = facts ?? {}
    expect(await channel.query('P260302000001')).toEqual({ state: 'paid', providerNo, amountFen: 128_050, paidAt })
  })

  test('is unknown, closed by us, closed by its time, or paid before it was closed', async () => {
    expect(await channel.query('P260302000009')).toEqual({ state: 'unknown' })
    expect(await channel.close('P260302000009')).toEqual({ state: 'unknown' })
    await channel.open(charge())
    expect(await channel.close('P260302000001')).toEqual({ state: 'closed' })
    expect(await channel.close('P260302000001')).toEqual({ state: 'closed' })
    expect(double.pay('P260302000001')).toBe(false)
    await channel.open(charge({ tradeNo: 'P260302000002' }))
    clock.advance({ minutes: 31 })
    expect(await channel.query('P260302000002')).toEqual({ state: 'closed' })
    await channel.open(charge({ tradeNo: 'P260302000003' }))
    double.pay('P260302000003')
    expect(await channel.close('P260302000003')).toMatchObject({ state: 'paid', amountFen: 128_050 })
  })

  test('may be opened twice with the same facts, but a number is never used for another amount', async () => {
    await channel.open(charge())
    expect(await channel.open(charge())).toHaveProperty('codeUrl')
    await expect(channel.open(charge({ amountFen: 1 }))).rejects.toMatchObject({ code: 'OUT_TRADE_NO_USED' })
    await expect(channel.open(charge({ tradeNo: 'P1' }))).rejects.toBeInstanceOf(ChannelRefused)
    expect(await channel.open(charge({ tradeNo: 'P260302000005', subject: '测'.repeat(300) }))).toHaveProperty(
      'codeUrl',
    )
  })
})

describe('a refund', () => {
  const order = {
    tradeNo: 'P260302000001',
    refundNo: 'R260302000001',
    amountFen: 5000,
    totalFen: 128_050,
    reason: '检测取消',
  }

  test('is accepted, is done later, and is the same one when it is sent again', async () => {
    double.settlesRefunds = false
    await channel.open(charge())
    double.pay(order.tradeNo)
    expect(await channel.queryRefund(order)).toEqual({ state: 'unknown' })
    const notifyUrl = 'https://lab.example/api/notify/wechatpay'
    const first = await channel.refund({ ...order, notifyUrl })
    expect(first.state).toBe('processing')
    expect(await channel.refund({ ...order, notifyUrl })).toEqual(first)
    double.settleRefund(order.tradeNo, order.refundNo)
    expect(await channel.queryRefund(order)).toEqual({ ...first, state: 'done' })
    const facts = await (await received())[1]?.()
    expect(facts).toMatchObject({ about: 'refund', refundNo: order.refundNo, amountFen: 5000, state: 'done' })
    expect(await channel.query(order.tradeNo)).toMatchObject({ state: 'paid', amountFen: 128_050 })
  })

  test('that the bank cannot give back has failed, with the reason of the channel', async () => {
    double.settlesRefunds = false
    await channel.open(charge())
    double.pay(order.tradeNo)
    await channel.refund(order)
    double.settleRefund(order.tradeNo, order.refundNo, 'failed')
    expect(await channel.queryRefund(order)).toMatchObject({ state: 'failed', reason: 'ABNORMAL' })
  })

  test('of more than was paid, or of nothing paid, is refused', async () => {
    await channel.open(charge())
    await expect(channel.refund(order)).rejects.toBeInstanceOf(ChannelRefused)
    double.pay(order.tradeNo)
    await channel.refund({ ...order, amountFen: 128_000 })
    await expect(channel.refund({ ...order, refundNo: 'R260302000002', amountFen: 51 })).rejects.toMatchObject({
      code: 'NOT_ENOUGH',
    })
  })
})

describe('an answer', () => {
  test.each(['tampered', 'unsigned', 'stale', 'lost', 'silent', 'unavailable'] as const)(
    'that is %s is no answer: the caller is told to try again',
    async (fault) => {
      double.faults.push(fault)
      await expect(channel.open(charge())).rejects.toBeInstanceOf(ChannelUnavailable)
      // The charge may exist now; opening it again is safe.
      expect(await channel.open(charge())).toHaveProperty('codeUrl')
    },
  )

  test('is asked for twice when reading and once when writing', async () => {
    await channel.open(charge())
    double.faults.push('lost')
    expect(await channel.query('P260302000001')).toEqual({ state: 'open' })
    double.faults.push('unavailable', 'tampered')
    await expect(channel.query('P260302000001')).rejects.toBeInstanceOf(ChannelUnavailable)
    double.pay('P260302000001')
    double.faults.push('unavailable')
    const refund = { tradeNo: 'P260302000001', refundNo: 'R260302000001', amountFen: 1, totalFen: 128_050, reason: '' }
    await expect(channel.refund(refund)).rejects.toBeInstanceOf(ChannelUnavailable)
    expect(double.trades.refund('R260302000001')).toBeUndefined()
  })

  test('that is signed with a platform certificate is believed while both are configured', async () => {
    const older = wechatPay(settings({ platformKeys: new Map([[CERTIFICATE, former.publicKey]]) }))
    expect(await older.open(charge())).toHaveProperty('codeUrl')
    const neither = wechatPay(settings({ platformKeys: new Map([[KEY_ID, stranger.publicKey]]) }))
    await expect(neither.query('P260302000001')).rejects.toThrow('signature is wrong')
    const other = wechatPay(settings({ platformKeys: new Map([['PUB_KEY_ID_1', platform.publicKey]]) }))
    await expect(other.query('P260302000001')).rejects.toThrow('not configured')
  })
})

test('the double refuses a request with a wrong key, a changed body, an old time or a used nonce', async () => {
  const forged = wechatPay(settings({ privateKey: stranger.privateKey }))
  await expect(forged.open(charge())).rejects.toMatchObject({ code: 'SIGN_ERROR', detail: '签名错误' })
  const twice = wechatPay(settings({ nonce: () => 'always-the-same' }))
  await twice.open(charge())
  await expect(twice.query('P260302000001')).rejects.toMatchObject({ detail: '随机串重复' })
  const late = wechatPay(settings({ clock: testClock(new Date('2026-03-02T01:54:00Z')) }))
  await expect(late.query('P260302000001')).rejects.toBeInstanceOf(ChannelUnavailable)
  const changing: WechatPaySettings['fetch'] = (url, init) =>
    fetchDouble(double.handle)(url, { ...init, body: String(init.body).replace('128050', '1') })
  await expect(wechatPay(settings({ fetch: changing })).open(charge())).rejects.toMatchObject({ detail: '签名错误' })
})

describe('a notify', () => {
  beforeEach(async () => {
    await channel.open(charge())
  })

  test('is refused when its signature is a probe, its body was changed, its time is stale or its key unknown', async () => {
    const sent: NotifyRequest[] = []
    const keep = async (notify: NotifyRequest) => {
      sent.push(notify)
      return { status: 500, body: '' }
    }
    double.pay('P260302000001')
    double.notifies.plan = 'forged'
    await double.notifies.deliver(keep)
    double.notifies.plan = 'normal'
    clock.advance({ seconds: 15 })
    await double.notifies.deliver(keep)
    const [probe, good] = sent as [NotifyRequest, NotifyRequest]
    const read = (headers: NotifyRequest['headers'], body: string) =>
      channel.readNotify({ headers, body: Buffer.from(body) })
    expect(probe.headers['wechatpay-signature']).toMatch(/^WECHATPAY\/SIGNTEST\//)
    await expect(read(probe.headers, probe.body)).rejects.toThrow(NotifyRefused)
    await expect(read(good.headers, `${good.body} `)).rejects.toThrow('signature is wrong')
    await expect(read({ ...good.headers, 'wechatpay-serial': 'PUB_KEY_ID_1' }, good.body)).rejects.toThrow(
      'not configured',
    )
    await expect(read({ ...good.headers, 'wechatpay-nonce': 'x' }, good.body)).rejects.toThrow('signature is wrong')
    await expect(read({ ...good.headers, 'wechatpay-timestamp': '0x1' }, good.body)).rejects.toThrow('five minutes')
    await expect(read({}, good.body)).rejects.toThrow('no signature')
    expect(await read(good.headers, good.body)).toMatchObject({ state: 'paid' })
    clock.advance({ seconds: 300 })
    expect(await read(good.headers, good.body)).toMatchObject({ state: 'paid' })
    clock.advance({ seconds: 1 })
    await expect(read(good.headers, good.body)).rejects.toThrow('five minutes')
  })

  test('of another merchant or app, or encrypted with another key, is refused', async () => {
    double.pay('P260302000001')
    const own: Partial<WechatPaySettings>[] = [{ mchid: '1900000002' }, { appid: 'wx2' }, { apiV3Key: 'x'.repeat(32) }]
    for (const one of own) {
      double.trades.save({ ...double.trades.find('P260302000001')!, state: 'open' })
      double.pay('P260302000001')
      const [read] = await received(wechatPay(settings(one)))
      await expect(read?.()).rejects.toThrow(NotifyRefused)
    }
  })

  test('is sent again at the intervals of the channel until it is accepted, always with the same id', async () => {
    double.pay('P260302000001')
    const ids: unknown[] = []
    const answers = [500, 401, 204]
    for (const seconds of [0, 15, 15, 600]) {
      clock.advance({ seconds })
      await double.notifies.deliver(async ({ headers, body }) => {
        const facts = await channel.readNotify({ headers, body: Buffer.from(body) })
        ids.push(facts.notifyId)
        return { status: answers[ids.length - 1] ?? 500, body: '' }
      })
    }
    expect(ids).toHaveLength(3)
    expect(new Set(ids).size).toBe(1)
    expect(double.notifies.waiting).toBe(0)
  })

  test('comes twice, in the wrong order, late or never when the script says so', async () => {
    for (const tradeNo of ['P260302000002', 'P260302000003']) await channel.open(charge({ tradeNo }))
    double.notifies.plan = 'duplicate'
    double.pay('P260302000001')
    expect(await received()).toHaveLength(2)
    double.notifies.plan = 'late'
    double.pay('P260302000002')
    expect(await received()).toHaveLength(0)
    clock.advance({ minutes: 10 })
    double.pay('P260302000003')
    double.notifies.plan = 'never'
    expect(double.notifies.waiting).toBe(2)
    double.notifies.plan = 'reversed'
    const [first] = await received()
    expect((await first?.())?.tradeNo).toBe('P260302000002')
  })
})

test('the bill of a day has each payment and refund with its fee, and is not asked for before the channel has made it', async () => {
  await channel.open(charge())
  double.pay('P260302000001')
  clock.advance({ hours: 1 })
  await channel.refund({
    tradeNo: 'P260302000001',
    refundNo: 'R260302000001',
    amountFen: 50,
    totalFen: 128_050,
    reason: '',
  })
  await expect(channel.bill('2026-03-02')).rejects.toBeInstanceOf(ChannelUnavailable)
  clock.set(new Date('2026-03-03T02:00:00Z'))
  expect(await channel.bill('2026-03-02')).toMatchObject([
    { tradeNo: 'P260302000001', amountFen: 128_050, feeFen: 768, at: new Date('2026-03-02T02:00:00Z') },
    { tradeNo: 'P260302000001', refundNo: 'R260302000001', amountFen: -50, feeFen: 0 },
  ])
  expect(await channel.bill('2026-03-01')).toEqual([])
  // A bill that was changed on the way does not have its hash.
  const changing: WechatPaySettings['fetch'] = async (url, init) => {
    const answer = await fetchDouble(double.handle)(url, init)
    return url.includes('billdownload') ? new Response((await answer.text()).replace('1280.50', '1.00')) : answer
  }
  await expect(wechatPay(settings({ fetch: changing })).bill('2026-03-02')).rejects.toThrow('hash')
})
