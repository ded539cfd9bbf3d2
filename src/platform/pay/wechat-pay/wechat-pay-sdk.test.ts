import { generateKeyPairSync } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'
import { Aes, Formatter, Rsa, Wechatpay } from 'wechatpay-axios-plugin'
import { systemClock } from '../../clock.ts'
import { serveDouble } from '../doubles/double-http.ts'
import type { NotifyRequest } from '../doubles/double-notifies.ts'
import { wechatPay } from './wechat-pay.ts'
import { WechatPayDouble } from './wechat-pay-double.ts'

const merchant = generateKeyPairSync('rsa', { modulusLength: 2048 })
const platform = generateKeyPairSync('rsa', { modulusLength: 2048 })
const KEY_ID = 'PUB_KEY_ID_0116000000012026030200'
const account = {
  mchid: '1900000001',
  appid: 'wx0000000000000001',
  serial: '3775B6A45ACD588826D15E583A95F5DD00000000',
  apiV3Key: '0123456789abcdef0123456789ABCDEF',
}

describe('the SDK wechatpay-axios-plugin, unchanged', async () => {
  const live = new WechatPayDouble({
    ...account,
    merchantKey: merchant.publicKey,
    platformKeys: new Map([[KEY_ID, platform.privateKey]]),
    clock: systemClock,
  })
  const { url, close } = await serveDouble(live.handle)
  live.origin = url
  afterAll(close)
  const pem = (key: { export(options: object): string | Buffer }, type: 'spki' | 'pkcs8') =>
    String(key.export({ type, format: 'pem' }))
  const publicPem = pem(platform.publicKey, 'spki')
  const sdk = new Wechatpay({
    ...{ mchid: account.mchid, serial: account.serial, baseURL: url },
    privateKey: pem(merchant.privateKey, 'pkcs8'),
    certs: { [KEY_ID]: publicPem },
  })
  const tradeNo = 'SDK2603020001'
  const order = {
    ...{ appid: account.appid, mchid: account.mchid, out_trade_no: tradeNo, description: '电镜' },
    notify_url: 'https://lab.example/api/notify/wechatpay',
    amount: { total: 100, currency: 'CNY' },
  }
  const path = 'v3/pay/transactions/out-trade-no/{no}'
  const byNumber = { no: tradeNo, params: { mchid: account.mchid } }

  test('orders, asks, refunds, closes and loads a bill at the double over a socket', async () => {
    const { data } = await sdk.chain('v3/pay/transactions/native').post(order)
    expect(data).toEqual({ code_url: `weixin://wxpay/bizpayurl?pr=${tradeNo}` })
    live.pay(tradeNo)
    const found = await sdk.chain(path).get(byNumber)
    expect(found.data).toMatchObject({ trade_state: 'SUCCESS', amount: { total: 100 } })
    const refund = { out_trade_no: tradeNo, out_refund_no: 'SDKR1', amount: { refund: 1, total: 100, currency: 'CNY' } }
    const refunded = await sdk.chain('v3/refund/domestic/refunds').post(refund)
    expect(refunded.data).toMatchObject({ status: 'PROCESSING' })
    await sdk.chain('v3/pay/transactions/native').post({ ...order, out_trade_no: 'SDK2603020002' })
    const closed = await sdk.chain(`${path}/close`).post({ mchid: account.mchid }, { no: 'SDK2603020002' })
    expect(closed.status).toBe(204)
  })

  test.each(['tampered', 'unsigned', 'stale'] as const)('rejects an answer of the double that is %s', async (fault) => {
    live.faults.push(fault)
    await expect(sdk.chain(path).get(byNumber)).rejects.toThrow(/signature|Headers|offset|Verify/)
  })

  test("verifies and decrypts the double's notify, and our reader the SDK's", async () => {
    const sent: NotifyRequest[] = []
    await live.notifies.deliver(async (notify) => {
      sent.push(notify)
      return { status: 200, body: '' }
    })
    const { headers, body } = sent.at(-1)!
    const signed = Formatter.response(headers['wechatpay-timestamp']!, headers['wechatpay-nonce']!, body)
    expect(Rsa.verify(signed, headers['wechatpay-signature']!, publicPem)).toBe(true)
    const { resource, ...rest } = JSON.parse(body) as {
      resource: { nonce: string; ciphertext: string; associated_data: string }
    }
    const key = account.apiV3Key
    const opened = Aes.AesGcm.decrypt(resource.ciphertext, key, resource.nonce, resource.associated_data)
    expect(JSON.parse(opened)).toMatchObject({ out_trade_no: tradeNo, trade_state: 'SUCCESS' })

    const nonce = Formatter.nonce(12)
    const ciphertext = Aes.AesGcm.encrypt(opened, key, nonce, 'transaction')
    const own = JSON.stringify({
      ...rest,
      resource: { ...resource, nonce, ciphertext, associated_data: 'transaction' },
    })
    const timestamp = Formatter.timestamp()
    const signature = Rsa.sign(Formatter.response(timestamp, 'n', own), pem(platform.privateKey, 'pkcs8'))
    const reader = wechatPay({
      ...account,
      privateKey: merchant.privateKey,
      platformKeys: new Map([[KEY_ID, platform.publicKey]]),
      baseUrl: url,
      clock: systemClock,
    })
    const given = { 'wechatpay-timestamp': String(timestamp), 'wechatpay-nonce': 'n', 'wechatpay-serial': KEY_ID }
    const facts = await reader.readNotify({
      headers: { ...given, 'wechatpay-signature': signature },
      body: Buffer.from(own),
    })
    expect(facts).toMatchObject({ tradeNo, amountFen: 100, state: 'paid' })
    expect(await reader.query(tradeNo)).toMatchObject({ state: 'paid', amountFen: 100 })
  })
})
