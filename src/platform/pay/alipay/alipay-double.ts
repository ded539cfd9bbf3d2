import { createSign, createVerify, type KeyObject, randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { Clock } from '../../clock.ts'
import { fromShanghai, shanghaiTime } from '../../time.ts'
import { alipayBillZip } from '../doubles/double-bills.ts'
import type { DoubleAnswer, DoubleRequest, Fault } from '../doubles/double-http.ts'
import { DoubleNotifies } from '../doubles/double-notifies.ts'
import { doubleNumber, type DoubleRefund, type DoubleTrade, DoubleTrades } from '../doubles/double-trades.ts'
import { jsonOf } from '../json-of.ts'
import { fenOfYuan, yuanOfFen } from '../yuan.ts'

export interface AlipayDoubleSettings {
  appId: string
  sellerId: string
  /** Verifies requests. */
  merchantKey: KeyObject
  /** Signs answers and notifies. */
  alipayKey: KeyObject
  clock: Clock
  trades?: DoubleTrades
  /** The text of the QR code. */
  codeUrl?: (tradeNo: string) => string
}

/** Source: Alipay documentation, 「异步通知说明」. */
const RETRY_SECONDS = [240, 600, 600, 3600, 7200, 21_600, 54_000]
const MOST_SKEW_MS = 10 * 60_000
const UNDOCUMENTED = /[/=&]/

const order = z.object({
  out_trade_no: z.string().regex(/^[0-9A-Za-z_-]{1,64}$/),
  total_amount: z.string().regex(/^\d{1,9}\.\d{2}$/),
  subject: z
    .string()
    .min(1)
    .max(256)
    .refine((subject) => !UNDOCUMENTED.test(subject)),
  timeout_express: z
    .string()
    .regex(/^\d+m$/)
    .optional(),
  time_expire: z.string().optional(),
  product_code: z.string().optional(),
})
const refundOrder = z.object({
  out_trade_no: z.string(),
  out_request_no: z.string().min(1).max(64),
  refund_amount: z.string().regex(/^\d{1,9}\.\d{2}$/),
  refund_reason: z.string().max(256).optional(),
})

type Fields = Record<string, string>
type Result = Record<string, unknown>

/**
 * Alipay's side: verifies requests over all their fields with their age and request id, signs what it answers, and signs its notifies. Answers
 * have no time, so the fault `stale` does nothing here.
 */
export class AlipayDouble {
  readonly trades: DoubleTrades
  readonly notifies: DoubleNotifies
  readonly faults: Fault[] = []
  /** Of the addresses of bills; set to the address of the socket. */
  origin = 'https://dwbillcenter.alipay.com'
  /** Whether a refund is done at once; otherwise it stays in process until `settleRefund`. */
  settlesRefunds = true
  readonly #settings: AlipayDoubleSettings
  readonly #requests = new Map<string, number>()

  constructor(settings: AlipayDoubleSettings) {
    this.#settings = settings
    this.trades = settings.trades ?? new DoubleTrades(settings.clock)
    this.notifies = new DoubleNotifies(settings.clock, RETRY_SECONDS, ({ body }) => body === 'success')
  }

  /** Answers a request instead of the network. */
  readonly handle = ({ url, headers, body }: DoubleRequest): DoubleAnswer | 'lost' | 'silent' => {
    const { pathname, searchParams } = new URL(url, 'http://double')
    if (pathname === '/bill') return { status: 200, headers: {}, body: alipayBillZip(this.#ofDay(searchParams)) }
    const fault = this.faults.shift()
    if (fault === 'unavailable') return { status: 503, headers: {}, body: '' }
    const fields = Object.fromEntries([...searchParams, ...new URLSearchParams(body)])
    const denied = this.#denial(fields, headers['alipay-request-id'])
    const result = denied ?? this.#route(fields)
    if (fault === 'lost' || fault === 'silent') return fault
    const text = JSON.stringify(result).replaceAll('/', '\\/')
    const sign = fault === 'unsigned' ? '' : `,"sign":"${this.#sign(text)}"`
    const sent = fault === 'tampered' ? text.replace('"code"', '"forged":"1","code"') : text
    const name = (fields.method ?? '').replaceAll('.', '_')
    return {
      status: 200,
      headers: { 'content-type': 'text/html;charset=utf-8' },
      body: `{"${name}_response":${sent}${sign}}`,
    }
  }

  /** The customer's browser opens the signed address of the cashier; undefined when Alipay would show an error. */
  openPage(address: string): DoubleTrade | undefined {
    const fields = Object.fromEntries(new URL(address, 'http://double').searchParams)
    if (this.#denial(fields) || !/^alipay\.trade\.(page|wap)\.pay$/.test(fields.method ?? '')) return undefined
    const parsed = order.safeParse(jsonOf(fields.biz_content ?? ''))
    if (!parsed.success || this.#create(parsed.data, fields)?.code !== undefined) return undefined
    return this.scan(parsed.data.out_trade_no)
  }

  /** The customer scans the QR code, or reaches the cashier: now the trade exists. */
  scan(tradeNo: string): DoubleTrade | undefined {
    const trade = this.trades.find(tradeNo)
    return trade && this.trades.save({ ...trade, opened: trade.opened || trade.state === 'open' })
  }

  /** The customer pays: false when the trade is not open any more. */
  pay(tradeNo: string): boolean {
    const trade = this.trades.pay(tradeNo)
    if (!trade) return false
    this.#notify(trade, {})
    return true
  }

  settleRefund(tradeNo: string, refundNo: string, state: 'done' | 'failed' = 'done'): void {
    const trade = this.trades.find(tradeNo)
    const refund = trade?.refunds.find((one) => one.refundNo === refundNo)
    if (!trade || !refund || refund.state !== 'processing') return
    refund.state = state
    this.trades.save(trade)
    if (state === 'done')
      this.#notify(trade, {
        out_biz_no: refundNo,
        refund_fee: yuanOfFen(refundedFen(trade)),
        gmt_refund: this.#time(),
      })
  }

  #denial(fields: Fields, requestId = randomBytes(8).toString('hex')): Result | undefined {
    const { appId, merchantKey } = this.#settings
    const { sign = '', ...signed } = fields
    if (fields.app_id !== appId) return denied('40002', 'isv.invalid-app-id')
    if (fields.sign_type !== 'RSA2') return denied('40002', 'isv.invalid-signature-type')
    const skew = Math.abs(this.trades.now() - fromShanghai(fields.timestamp ?? '').getTime())
    if (!(skew <= MOST_SKEW_MS)) return denied('40002', 'isv.invalid-timestamp')
    if (this.#requests.has(requestId)) return denied('40002', 'isv.duplicate-request')
    if (!createVerify('RSA-SHA256').update(signText(signed)).verify(merchantKey, sign, 'base64'))
      return denied('40002', 'isv.invalid-signature')
    for (const [old, at] of this.#requests) if (at < this.trades.now() - 2 * MOST_SKEW_MS) this.#requests.delete(old)
    this.#requests.set(requestId, this.trades.now())
    return undefined
  }

  #route(fields: Fields): Result {
    const content = (jsonOf(fields.biz_content ?? '') ?? {}) as Fields
    const trade = this.trades.find(content.out_trade_no ?? '')
    switch (fields.method) {
      case 'alipay.trade.precreate':
        return this.#precreate(content, fields)
      case 'alipay.trade.query':
        return trade?.opened ? ok(this.#tradeOf(trade)) : denied('40004', 'ACQ.TRADE_NOT_EXIST')
      case 'alipay.trade.close':
        return this.#close(trade)
      case 'alipay.trade.refund':
        return this.#refund(trade, content)
      case 'alipay.trade.fastpay.refund.query':
        return this.#queryRefund(trade, content.out_request_no ?? '')
      case 'alipay.data.dataservice.bill.downloadurl.query':
        return this.trades.ofDay(content.bill_date ?? '').length === 0
          ? denied('40004', 'isp.bill_not_exist')
          : ok({ bill_download_url: `${this.origin}/bill?day=${content.bill_date}` })
      default:
        return denied('40002', 'isv.invalid-method')
    }
  }

  #precreate(content: Fields, fields: Fields): Result {
    const parsed = order.safeParse(content)
    if (!parsed.success) return denied('40004', 'ACQ.INVALID_PARAMETER')
    const { codeUrl = (no) => `https://qr.alipay.com/${no}` } = this.#settings
    const tradeNo = parsed.data.out_trade_no
    return this.#create(parsed.data, fields) ?? ok({ out_trade_no: tradeNo, qr_code: codeUrl(tradeNo) })
  }

  /** A refusal, or undefined when the trade can be paid now. */
  #create(content: z.output<typeof order>, { notify_url = '', return_url }: Fields): Result | undefined {
    const known = this.trades.find(content.out_trade_no)
    const amountFen = fenOfYuan(content.total_amount)
    if (known?.state === 'paid') return denied('40004', 'ACQ.TRADE_HAS_SUCCESS')
    if (known?.state === 'closed') return denied('40004', 'ACQ.TRADE_HAS_CLOSE')
    if (known && known.amountFen !== amountFen) return denied('40004', 'ACQ.CONTEXT_INCONSISTENT')
    if (known) return undefined
    const minutes = Number.parseInt(content.timeout_express ?? '120', 10)
    const given = fromShanghai(content.time_expire ?? '').getTime()
    this.trades.save({
      tradeNo: content.out_trade_no,
      amountFen,
      subject: content.subject,
      notifyUrl: notify_url,
      ...(return_url ? { returnUrl: return_url } : {}),
      expiresAt: Number.isNaN(given) ? this.trades.now() + minutes * 60_000 : given,
      state: 'open',
      opened: false,
      providerNo: doubleNumber('2026'),
      refunds: [],
    })
    return undefined
  }

  #close(trade: DoubleTrade | undefined): Result {
    if (!trade?.opened) return denied('40004', 'ACQ.TRADE_NOT_EXIST')
    if (trade.state !== 'open') return denied('40004', 'ACQ.TRADE_STATUS_ERROR')
    this.trades.save({ ...trade, state: 'closed', closedAt: this.trades.now() })
    return ok({ out_trade_no: trade.tradeNo, trade_no: trade.providerNo })
  }

  #refund(trade: DoubleTrade | undefined, content: unknown): Result {
    const parsed = refundOrder.safeParse(content)
    if (!parsed.success) return denied('40004', 'ACQ.INVALID_PARAMETER')
    if (!trade?.opened) return denied('40004', 'ACQ.TRADE_NOT_EXIST')
    if (trade.state !== 'paid') return denied('40004', 'ACQ.TRADE_STATUS_ERROR')
    const { out_request_no: refundNo, refund_amount, refund_reason: reason = '' } = parsed.data
    const amountFen = fenOfYuan(refund_amount)
    const known = trade.refunds.find((one) => one.refundNo === refundNo)
    if (known && known.amountFen !== amountFen) return denied('40004', 'ACQ.DISCORDANT_REPEAT_REQUEST')
    if (!known) {
      const asked = trade.refunds.reduce((sum, one) => sum + (one.state === 'failed' ? 0 : one.amountFen), 0)
      if (asked + amountFen > trade.amountFen) return denied('40004', 'ACQ.REFUND_AMT_NOT_EQUAL_TOTAL')
      const at = this.trades.now()
      const refund: DoubleRefund = {
        refundNo,
        amountFen,
        reason,
        providerNo: trade.providerNo,
        state: 'processing',
        at,
      }
      trade.refunds.push(refund)
      this.trades.save(trade)
      if (this.settlesRefunds) this.settleRefund(trade.tradeNo, refundNo)
    }
    const changed = !known && this.settlesRefunds
    return ok({
      out_trade_no: trade.tradeNo,
      trade_no: trade.providerNo,
      fund_change: changed ? 'Y' : 'N',
      refund_fee: yuanOfFen(refundedFen(trade)),
    })
  }

  #queryRefund(trade: DoubleTrade | undefined, refundNo: string): Result {
    if (!trade?.opened) return denied('40004', 'ACQ.TRADE_NOT_EXIST')
    const refund = trade.refunds.find((one) => one.refundNo === refundNo)
    if (refund?.state !== 'done') return ok({})
    return ok({
      out_trade_no: trade.tradeNo,
      trade_no: trade.providerNo,
      out_request_no: refundNo,
      refund_status: 'REFUND_SUCCESS',
      total_amount: yuanOfFen(trade.amountFen),
      refund_amount: yuanOfFen(refund.amountFen),
    })
  }

  #tradeOf(trade: DoubleTrade): Fields {
    return {
      out_trade_no: trade.tradeNo,
      trade_no: trade.providerNo,
      trade_status: statusOf(trade),
      total_amount: yuanOfFen(trade.amountFen),
      buyer_logon_id: 'dou***@example.com',
      ...(trade.paidAt === undefined ? {} : { send_pay_date: shanghaiTime(new Date(trade.paidAt)) }),
    }
  }

  #notify(trade: DoubleTrade, more: Fields): void {
    const { appId, sellerId } = this.#settings
    const fields: Fields = {
      notify_time: this.#time(),
      notify_type: 'trade_status_sync',
      notify_id: randomBytes(17).toString('hex'),
      charset: 'utf-8',
      version: '1.0',
      app_id: appId,
      auth_app_id: appId,
      seller_id: sellerId,
      out_trade_no: trade.tradeNo,
      trade_no: trade.providerNo,
      trade_status: statusOf(trade),
      subject: trade.subject,
      total_amount: yuanOfFen(trade.amountFen),
      receipt_amount: yuanOfFen(trade.amountFen),
      fund_bill_list: `[{"amount":"${yuanOfFen(trade.amountFen)}","fundChannel":"ALIPAYACCOUNT"}]`,
      gmt_create: shanghaiTime(new Date(trade.paidAt ?? 0)),
      gmt_payment: shanghaiTime(new Date(trade.paidAt ?? 0)),
      ...more,
    }
    this.notifies.add((forged) => {
      const sign = forged ? randomBytes(256).toString('base64') : this.#sign(signText(fields))
      const body = new URLSearchParams({ ...fields, sign_type: 'RSA2', sign }).toString()
      return {
        url: trade.notifyUrl,
        headers: { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' },
        body,
      }
    })
  }

  #sign(text: string): string {
    return createSign('RSA-SHA256').update(text).sign(this.#settings.alipayKey, 'base64')
  }

  #time(): string {
    return shanghaiTime(new Date(this.trades.now()))
  }

  #ofDay(query: URLSearchParams) {
    return this.trades.ofDay(query.get('day') ?? '')
  }
}

function signText(fields: Fields): string {
  return Object.keys(fields)
    .sort()
    .map((name) => `${name}=${fields[name]}`)
    .join('&')
}

function refundedFen({ refunds }: DoubleTrade): number {
  return refunds.reduce((sum, { state, amountFen }) => sum + (state === 'done' ? amountFen : 0), 0)
}

function statusOf(trade: DoubleTrade): string {
  if (trade.state === 'open') return 'WAIT_BUYER_PAY'
  return trade.state === 'closed' || refundedFen(trade) === trade.amountFen ? 'TRADE_CLOSED' : 'TRADE_SUCCESS'
}

function ok(fields: Result): Result {
  return { code: '10000', msg: 'Success', ...fields }
}

function denied(code: string, sub_code: string): Result {
  return { code, msg: 'Business Failed', sub_code, sub_msg: `double: ${sub_code}` }
}
