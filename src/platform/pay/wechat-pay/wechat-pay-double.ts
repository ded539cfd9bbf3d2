import { createHash, type KeyObject, randomBytes, randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Clock } from '../../clock.ts'
import { epochSeconds } from '../../time.ts'
import type { DoubleAnswer, DoubleRequest, Fault } from '../doubles/double-http.ts'
import { DoubleNotifies, type NotifyRequest } from '../doubles/double-notifies.ts'
import { doubleNumber, type DoubleRefund, type DoubleTrade, DoubleTrades } from '../doubles/double-trades.ts'
import { wechatBillText } from '../doubles/double-bills.ts'
import { jsonOf } from '../json-of.ts'
import { rfc3339 } from './wechat-pay.ts'
import { MOST_SKEW_SECONDS, readAuthorization, seal, signAnswer, verifyRequest } from './wechat-signing.ts'

export interface WechatPayDoubleSettings {
  mchid: string
  appid: string
  /** Serial number of the merchant's certificate, and its public key. */
  serial: string
  merchantKey: KeyObject
  apiV3Key: string
  /** Private keys that sign answers and notifies, by public key id or certificate serial; the first one when a request names none of them. */
  platformKeys: ReadonlyMap<string, KeyObject>
  clock: Clock
  trades?: DoubleTrades
  /** The text of the QR code. */
  codeUrl?: (tradeNo: string) => string
}

/** Source: WeChat Pay documentation, 「支付通知」. */
const RETRY_SECONDS = [15, 15, 30, 180, 600, 1200, 1800, 1800, 1800, 3600, 10_800, 10_800, 10_800, 21_600, 21_600]
const TRADE_NO = /^[0-9A-Za-z_\-|*]{6,32}$/

const nativeOrder = z.strictObject({
  appid: z.string(),
  mchid: z.string(),
  description: z.string().min(1).max(127),
  out_trade_no: z.string().regex(TRADE_NO),
  time_expire: z.iso.datetime({ offset: true }).optional(),
  notify_url: z.url().refine((url) => !url.includes('?')),
  amount: z.strictObject({ total: z.int().positive(), currency: z.literal('CNY').optional() }),
})
const refundOrder = z.strictObject({
  out_trade_no: z.string(),
  out_refund_no: z.string().min(1).max(64),
  reason: z.string().max(80).optional(),
  notify_url: z.url().optional(),
  amount: z.strictObject({ refund: z.int().positive(), total: z.int().positive(), currency: z.literal('CNY') }),
})

type Reply = { status: number; body: unknown; unsigned?: boolean }

/**
 * WeChat Pay's side of Native payment: verifies requests over their exact bytes with their age and nonce, signs what it answers, encrypts and
 * signs its notifies. `faults` breaks the next answers, `notifies.plan` what happens to notifies.
 */
export class WechatPayDouble {
  readonly trades: DoubleTrades
  readonly notifies: DoubleNotifies
  readonly faults: Fault[] = []
  /** Of download addresses; a test sets the address of its socket. */
  origin = 'https://api.mch.weixin.qq.com'
  /** Whether a refund that is asked about is done; otherwise it stays in process until `settleRefund`. */
  settlesRefunds = true
  readonly #settings: WechatPayDoubleSettings
  readonly #nonces = new Map<string, number>()

  constructor(settings: WechatPayDoubleSettings) {
    this.#settings = settings
    this.trades = settings.trades ?? new DoubleTrades(settings.clock)
    this.notifies = new DoubleNotifies(settings.clock, RETRY_SECONDS, ({ status }) => status === 200 || status === 204)
  }

  /** Answers a request instead of the network. */
  readonly handle = (request: DoubleRequest): DoubleAnswer | 'lost' | 'silent' => {
    const fault = this.faults.shift()
    if (fault === 'unavailable') return this.#answer(request, refused(503, 'SYSTEM_ERROR', '系统繁忙'))
    const denied = this.#denial(request)
    const reply = denied ? refused(401, 'SIGN_ERROR', denied) : this.#route(request)
    return fault === 'lost' || fault === 'silent' ? fault : this.#answer(request, reply, fault)
  }

  /** The customer pays: false when the order is not open any more. */
  pay(tradeNo: string): boolean {
    const trade = this.trades.pay(tradeNo)
    if (!trade) return false
    const resource = JSON.stringify({ ...this.#orderOf(trade), payer: { openid: 'o-double' } })
    this.#notify(trade.notifyUrl, 'TRANSACTION.SUCCESS', 'transaction', resource)
    return true
  }

  /** The bank gives the money back, or refuses to. */
  settleRefund(tradeNo: string, refundNo: string, state: 'done' | 'failed' = 'done'): void {
    const trade = this.trades.find(tradeNo)
    const refund = trade?.refunds.find((one) => one.refundNo === refundNo)
    if (!trade || !refund || refund.state !== 'processing') return
    refund.state = state
    this.trades.save(trade)
    if (!refund.notifyUrl) return
    const { status: refund_status, ...fields } = this.#refundOf(trade, refund)
    const resource = JSON.stringify({ mchid: this.#settings.mchid, refund_status, ...fields })
    this.#notify(refund.notifyUrl, state === 'done' ? 'REFUND.SUCCESS' : 'REFUND.ABNORMAL', 'refund', resource)
  }

  #denial({ method, url, headers, body }: DoubleRequest): string | undefined {
    const { mchid, serial, merchantKey } = this.#settings
    const given = readAuthorization(headers.authorization ?? '')
    if (!given) return 'Authorization不合法'
    const { nonce_str: nonce = '', timestamp = '', signature = '' } = given
    if (given.mchid !== mchid || given.serial_no !== serial) return '商户证书序列号有误'
    if (!(Math.abs(this.#now() - Number(timestamp)) <= MOST_SKEW_SECONDS)) return '请求时间戳已过期'
    if (this.#nonces.has(nonce)) return '随机串重复'
    if (!verifyRequest(merchantKey, { method, url, timestamp, nonce, body }, signature)) return '签名错误'
    for (const [old, at] of this.#nonces) if (at < this.#now() - 2 * MOST_SKEW_SECONDS) this.#nonces.delete(old)
    this.#nonces.set(nonce, this.#now())
    return undefined
  }

  #route({ method, url, body }: DoubleRequest): Reply {
    const { pathname, searchParams } = new URL(url, 'http://double')
    const data = (jsonOf(body) ?? {}) as Record<string, unknown>
    if (method === 'POST' && pathname === '/v3/pay/transactions/native') return this.#create(data)
    const order = /^\/v3\/pay\/transactions\/out-trade-no\/([^/]+)(\/close)?$/.exec(pathname)
    if (order) {
      const mchid = order[2] ? data.mchid : searchParams.get('mchid')
      const trade = this.trades.find(decodeURIComponent(order[1] ?? ''))
      if (mchid !== this.#settings.mchid) return refused(400, 'PARAM_ERROR', '商户号有误')
      if (!trade) return refused(404, 'ORDER_NOT_EXIST', '订单不存在')
      return order[2] ? this.#close(trade) : { status: 200, body: this.#orderOf(trade) }
    }
    if (method === 'POST' && pathname === '/v3/refund/domestic/refunds') return this.#refund(data)
    const refund = /^\/v3\/refund\/domestic\/refunds\/([^/]+)$/.exec(pathname)
    if (refund) return this.#queryRefund(decodeURIComponent(refund[1] ?? ''))
    if (pathname === '/v3/bill/tradebill') return this.#bill(searchParams.get('bill_date') ?? '')
    if (pathname === '/v3/billdownload/file')
      return {
        status: 200,
        body: wechatBillText(this.#settings, this.trades.ofDay(searchParams.get('token') ?? '')),
        unsigned: true,
      }
    return refused(404, 'RESOURCE_NOT_EXISTS', '接口不存在')
  }

  #create(data: unknown): Reply {
    const { mchid, appid, codeUrl = (no) => `weixin://wxpay/bizpayurl?pr=${no}` } = this.#settings
    const parsed = nativeOrder.safeParse(data)
    if (!parsed.success) return refused(400, 'PARAM_ERROR', parsed.error.issues[0]?.path.join('.') ?? '')
    const { out_trade_no: tradeNo, amount, description, notify_url, time_expire } = parsed.data
    if (parsed.data.mchid !== mchid || parsed.data.appid !== appid)
      return refused(400, 'APPID_MCHID_NOT_MATCH', 'appid和mch_id不匹配')
    const known = this.trades.find(tradeNo)
    if (known?.state === 'paid') return refused(400, 'ORDERPAID', '订单已支付')
    if (known?.state === 'closed') return refused(400, 'ORDER_CLOSED', '订单已关闭')
    if (known && (known.amountFen !== amount.total || known.subject !== description))
      return refused(403, 'OUT_TRADE_NO_USED', '商户订单号重复')
    const expiresAt = time_expire ? Date.parse(time_expire) : this.trades.now() + 2 * 3600 * 1000
    if (expiresAt - this.trades.now() < 60_000) return refused(400, 'PARAM_ERROR', 'time_expire')
    const trade: DoubleTrade = {
      tradeNo,
      amountFen: amount.total,
      subject: description,
      notifyUrl: notify_url,
      expiresAt,
      state: 'open',
      opened: true,
      providerNo: doubleNumber('42000'),
      refunds: [],
    }
    this.trades.save(trade)
    return { status: 200, body: { code_url: codeUrl(tradeNo) } }
  }

  #close(trade: DoubleTrade): Reply {
    if (trade.state === 'paid') return refused(400, 'ORDERPAID', '订单已支付')
    this.trades.save({ ...trade, state: 'closed', closedAt: this.trades.now() })
    return { status: 204, body: '' }
  }

  #refund(data: unknown): Reply {
    const parsed = refundOrder.safeParse(data)
    if (!parsed.success) return refused(400, 'PARAM_ERROR', parsed.error.issues[0]?.path.join('.') ?? '')
    const { out_trade_no, out_refund_no: refundNo, amount, reason = '', notify_url } = parsed.data
    const trade = this.trades.find(out_trade_no)
    if (!trade) return refused(404, 'RESOURCE_NOT_EXISTS', '订单不存在')
    if (trade.state !== 'paid') return refused(400, 'INVALID_REQUEST', '订单状态不允许退款')
    const known = trade.refunds.find((one) => one.refundNo === refundNo)
    if (known)
      return known.amountFen === amount.refund
        ? { status: 200, body: this.#refundOf(trade, known) }
        : refused(400, 'INVALID_REQUEST', '退款单号已存在，金额不一致')
    const given = trade.refunds.reduce((sum, one) => sum + (one.state === 'failed' ? 0 : one.amountFen), 0)
    if (amount.total !== trade.amountFen) return refused(400, 'PARAM_ERROR', '订单金额不一致')
    if (given + amount.refund > trade.amountFen) return refused(403, 'NOT_ENOUGH', '退款金额超过可退金额')
    const refund: DoubleRefund = {
      refundNo,
      amountFen: amount.refund,
      reason,
      providerNo: doubleNumber('50300'),
      state: 'processing',
      at: this.trades.now(),
      ...(notify_url ? { notifyUrl: notify_url } : {}),
    }
    trade.refunds.push(refund)
    this.trades.save(trade)
    return { status: 200, body: this.#refundOf(trade, refund) }
  }

  #queryRefund(refundNo: string): Reply {
    const found = this.trades.refund(refundNo)
    if (!found) return refused(404, 'RESOURCE_NOT_EXISTS', '退款单不存在')
    if (this.settlesRefunds) this.settleRefund(found.trade.tradeNo, refundNo)
    return { status: 200, body: this.#refundOf(found.trade, found.refund) }
  }

  #bill(day: string): Reply {
    if (this.trades.ofDay(day).length === 0) return refused(400, 'NO_STATEMENT_EXIST', '账单文件不存在')
    const hash_value = createHash('sha1')
      .update(wechatBillText(this.#settings, this.trades.ofDay(day)))
      .digest('hex')
    const download_url = `${this.origin}/v3/billdownload/file?token=${day}`
    return { status: 200, body: { hash_type: 'SHA1', hash_value, download_url } }
  }

  #orderOf({ tradeNo, amountFen, state, providerNo, paidAt, refunds }: DoubleTrade) {
    const { appid, mchid } = this.#settings
    const common = { appid, mchid, out_trade_no: tradeNo, amount: { total: amountFen, currency: 'CNY' } }
    if (state !== 'paid')
      return { ...common, trade_state: state === 'closed' ? 'CLOSED' : 'NOTPAY', trade_state_desc: '未支付' }
    return {
      ...common,
      amount: { total: amountFen, payer_total: amountFen, currency: 'CNY', payer_currency: 'CNY' },
      trade_type: 'NATIVE',
      trade_state: refunds.length > 0 ? 'REFUND' : 'SUCCESS',
      trade_state_desc: refunds.length > 0 ? '转入退款' : '支付成功',
      transaction_id: providerNo,
      bank_type: 'OTHERS',
      success_time: rfc3339(new Date(paidAt ?? 0)),
    }
  }

  #refundOf(trade: DoubleTrade, { refundNo, amountFen, providerNo, state, at }: DoubleRefund) {
    const status = { processing: 'PROCESSING', done: 'SUCCESS', failed: 'ABNORMAL' }[state]
    return {
      refund_id: providerNo,
      out_refund_no: refundNo,
      transaction_id: trade.providerNo,
      out_trade_no: trade.tradeNo,
      channel: 'ORIGINAL',
      user_received_account: '零钱',
      create_time: rfc3339(new Date(at)),
      ...(state === 'done' ? { success_time: rfc3339(new Date(this.trades.now())) } : {}),
      status,
      amount: { total: trade.amountFen, refund: amountFen, payer_total: trade.amountFen, payer_refund: amountFen },
    }
  }

  #notify(url: string, event_type: string, original_type: string, resource: string): void {
    const { apiV3Key, platformKeys } = this.#settings
    const id = randomUUID()
    const create_time = rfc3339(new Date(this.trades.now()))
    const sealed = seal(apiV3Key, resource, original_type)
    const body = JSON.stringify({
      id,
      create_time,
      resource_type: 'encrypt-resource',
      event_type,
      summary: '通知',
      resource: { original_type, algorithm: 'AEAD_AES_256_GCM', ...sealed },
    })
    const [serial = ''] = platformKeys.keys()
    this.notifies.add((forged) => this.#signedNotify(url, serial, body, forged))
  }

  #signedNotify(url: string, serial: string, body: string, forged: boolean): NotifyRequest {
    const headers = this.#signature(serial, body)
    if (forged) headers['wechatpay-signature'] = `WECHATPAY/SIGNTEST/${headers['wechatpay-signature']}`
    return { url, headers: { 'content-type': 'application/json', ...headers }, body }
  }

  #answer(request: DoubleRequest, { status, body, unsigned }: Reply, fault?: Fault): DoubleAnswer {
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    const headers: Record<string, string> = { 'content-type': 'application/json; charset=utf-8' }
    if (unsigned || fault === 'unsigned') return { status, headers, body: text }
    const { platformKeys } = this.#settings
    const asked = request.headers['wechatpay-serial'] ?? ''
    const serial = platformKeys.has(asked) ? asked : (platformKeys.keys().next().value ?? '')
    const age = fault === 'stale' ? MOST_SKEW_SECONDS + 1 : 0
    Object.assign(headers, this.#signature(serial, text, age))
    return { status, headers, body: fault === 'tampered' ? `${text} ` : text }
  }

  #signature(serial: string, body: string, ageSeconds = 0): Record<string, string> {
    const key = this.#settings.platformKeys.get(serial)
    if (!key) throw new Error(`the double has no key ${serial}`)
    const timestamp = String(this.#now() - ageSeconds)
    const nonce = randomBytes(16).toString('hex')
    return {
      'wechatpay-timestamp': timestamp,
      'wechatpay-nonce': nonce,
      'wechatpay-serial': serial,
      'wechatpay-signature-type': 'WECHATPAY2-SHA256-RSA2048',
      'wechatpay-signature': signAnswer(key, timestamp, nonce, body),
    }
  }

  #now(): number {
    return epochSeconds(this.#settings.clock.now())
  }
}

function refused(status: number, code: string, message: string): Reply {
  return { status, body: { code, message } }
}
