import type { Clock } from '../clock.ts'
import { nuonuoSign } from './nuonuo-sign.ts'

interface Kept {
  serial: string
  /** Issued from this time on. */
  readyAt: number
  failCause: string
  number: string
  files: boolean
}

interface Bill {
  askedAt: number
  needsBuyer: boolean
  confirmed: boolean
  refused: boolean
  invoiceNo: string
  /** What it takes off each line, in cents; undefined: everything. */
  parts: Map<number, number> | undefined
}

export interface NuonuoDoubleAccount {
  appKey: string
  appSecret: string
  clock: Clock
}

const CONFIRM_WITHIN_MS = 72 * 3600 * 1000
const SENT_WITHIN_SECONDS = 600

const LOGIN_EXPIRED = { code: 'E9999', describe: '电子税务局登录已失效，请重新登录并完成人脸认证' }

/**
 * Simulates the open platform of Nuonuo: token, signature, unique order numbers, issuing that takes its time, refusals, and red letters
 * that the buyer of a special invoice confirms within 72 hours. Time is the clock it is given.
 */
export class NuonuoDouble {
  readonly #account: NuonuoDoubleAccount
  readonly #orders = new Map<string, Kept>()
  readonly #bills = new Map<string, Bill>()
  /** What is left of the lines of an invoice, in cents. */
  readonly #left = new Map<string, number[]>()
  #token = ''
  #numbers = 0
  #fail: string | undefined
  /** Seconds from the request to the invoice. */
  issueSeconds = 20
  /** The tax bureau's limit for this month is used up. */
  quotaExhausted = false
  /** The session at the tax bureau has ended; somebody has to sign in there again. */
  loginExpired = false
  /** Requests are lost before (`request`) or after (`answer`) they take effect. */
  broken: 'request' | 'answer' | undefined
  /** How many invoices were issued, red letters included. */
  issued = 0
  /** The orders as they arrived. */
  readonly received: Record<string, unknown>[] = []

  constructor(account: NuonuoDoubleAccount) {
    this.#account = account
  }

  /** The next order is accepted and fails at the tax bureau. */
  failNext(cause: string): void {
    this.#fail = cause
  }

  /** The buyer answers the red letters that wait. */
  buyerAnswers(yes: boolean): void {
    for (const bill of this.#bills.values()) {
      if (yes) bill.confirmed = true
      else bill.refused = true
    }
  }

  revokeToken(): void {
    this.#token = 'revoked'
  }

  readonly fetch = async (url: string, init: RequestInit): Promise<Response> => {
    const { pathname, searchParams } = new URL(url)
    if (pathname.endsWith('.pdf')) return new Response(PDF)
    if (this.broken === 'request') throw new TypeError('fetch failed')
    if (pathname.endsWith('/accessToken')) return Response.json(this.#answerToken(String(init.body)))
    const answer = this.#answer(new Headers(init.headers), searchParams, String(init.body ?? ''))
    if (this.broken === 'answer') throw new TypeError('fetch failed')
    return Response.json(answer)
  }

  #answerToken(body: string) {
    const form = new URLSearchParams(body)
    const { appKey, appSecret } = this.#account
    if (form.get('client_id') !== appKey || form.get('client_secret') !== appSecret)
      return { error: '070304', error_description: 'bad credentials' }
    this.#token = `token-${this.#now()}`
    return { access_token: this.#token, expires_in: 86_400 }
  }

  #answer(headers: Headers, query: URLSearchParams, body: string) {
    const { appKey, appSecret } = this.#account
    const [senid, nonce, timestamp] = ['senid', 'nonce', 'timestamp'].map((name) => query.get(name) ?? '')
    const expected = nuonuoSign(appSecret, {
      appKey,
      senid: senid ?? '',
      nonce: nonce ?? '',
      timestamp: timestamp ?? '',
      body,
    })
    if (query.get('appkey') !== appKey || headers.get('x-nuonuo-sign') !== expected)
      return { code: '070101', describe: '签名校验失败' }
    if (Math.abs(this.#now() / 1000 - Number(timestamp)) > SENT_WITHIN_SECONDS)
      return { code: '070102', describe: '请求时间戳已过期' }
    if (headers.get('accesstoken') !== this.#token) return { code: '070201', describe: 'accessToken 无效' }
    if (!headers.get('usertax')) return { code: '070310', describe: '缺少税号' }
    const content = JSON.parse(body) as Record<string, unknown>
    switch (headers.get('method')) {
      case 'nuonuo.OpeMplatform.requestBillingNew':
        return this.#request((content.order ?? {}) as Record<string, unknown>)
      case 'nuonuo.OpeMplatform.queryInvoiceResult':
        return { code: 'E0000', result: (content.orderNos as string[]).flatMap((no) => this.#resultOf(no) ?? []) }
      case 'nuonuo.OpeMplatform.saveInvoiceRedConfirm':
        return this.#askRed(content)
      case 'nuonuo.OpeMplatform.queryInvoiceRedConfirm':
        return { code: 'E0000', result: { total: 1, list: this.#redState(String(content.billId)) } }
      case 'nuonuo.OpeMplatform.fastInvoiceRed':
        return this.#issueRed(content)
      default:
        return { code: '070401', describe: '没有该接口的权限' }
    }
  }

  #request(order: Record<string, unknown>) {
    const lines = (order.invoiceDetail ?? []) as Record<string, string>[]
    if (this.loginExpired) return LOGIN_EXPIRED
    if (this.quotaExhausted) return { code: 'E9998', describe: '本月开票额度不足' }
    if (!order.buyerName || lines.length === 0) return { code: 'E9101', describe: '缺少购方名称或明细' }
    for (const { tax, taxIncludedAmount, taxExcludedAmount, goodsCode } of lines) {
      if (!/^\d{19}$/.test(goodsCode ?? '')) return { code: 'E9105', describe: '税收分类编码应为 19 位数字' }
      if (cents(tax) + cents(taxExcludedAmount) !== cents(taxIncludedAmount))
        return { code: 'E9105', describe: '明细的金额与税额之和不等于价税合计' }
    }
    if (order.invoiceLine === 'bs' && !order.buyerTaxNum) return { code: 'E9105', describe: '专用发票缺少购方税号' }
    const answer = this.#accept(String(order.orderNo))
    if (answer.code === 'E0000') {
      this.received.push(order)
      const { number = '' } = this.#orders.get(String(order.orderNo)) ?? {}
      this.#left.set(
        number,
        lines.map(({ taxIncludedAmount }) => cents(taxIncludedAmount)),
      )
    }
    return answer
  }

  #accept(orderNo: string) {
    if (this.#orders.has(orderNo)) return { code: 'E9106', describe: '订单编号或流水号不能重复' }
    this.#numbers += 1
    const serial = `2603${String(this.#numbers).padStart(16, '0')}`
    const readyAt = this.#now() + this.issueSeconds * 1000
    this.#orders.set(orderNo, {
      serial,
      readyAt,
      failCause: this.#fail ?? '',
      number: `2632${serial.slice(4)}`,
      files: true,
    })
    if (this.#fail === undefined) this.issued += 1
    this.#fail = undefined
    return { code: 'E0000', describe: '开票提交成功', result: { invoiceSerialNum: serial } }
  }

  #resultOf(orderNo: string) {
    const kept = this.#orders.get(orderNo)
    if (!kept) return undefined
    const { serial, readyAt, failCause, number } = kept
    const common = { serialNo: serial, orderNo }
    if (this.#now() < readyAt) return { ...common, status: '20', statusMsg: '开票中' }
    if (failCause) return { ...common, status: '22', statusMsg: '开票失败', failCause }
    return {
      ...common,
      status: '2',
      statusMsg: '开票完成（最终状态）',
      allElectronicInvoiceNumber: number,
      invoiceTime: readyAt,
      pdfUrl: `https://inv.jss.com.cn/demo/${number}.pdf`,
    }
  }

  #askRed({ billId, blueInvoiceLine, blueElecInvoiceNumber, redReason, detail }: Record<string, unknown>) {
    const invoiceNo = String(blueElecInvoiceNumber)
    if (this.loginExpired) return LOGIN_EXPIRED
    if (!/^\d{20}$/.test(invoiceNo)) return { code: 'E9201', describe: '蓝字发票号码不正确' }
    const parts = detail === undefined ? undefined : partsOf(detail as Record<string, string>[])
    if (parts && redReason === '2') return { code: 'E9203', describe: '开票有误只能全额红冲' }
    const left = this.#left.get(invoiceNo)
    const tooMuch = left && [...(parts ?? [])].some(([index, part]) => !(part > 0 && part <= (left[index - 1] ?? 0)))
    if (tooMuch) return { code: 'E9204', describe: '红冲金额超过蓝字发票剩余可红冲金额' }
    if (!this.#bills.has(String(billId)))
      this.#bills.set(String(billId), {
        askedAt: this.#now(),
        needsBuyer: blueInvoiceLine === 'bs',
        confirmed: false,
        refused: false,
        invoiceNo,
        parts,
      })
    return { code: 'E0000', result: billId }
  }

  #redState(billId: string) {
    const bill = this.#bills.get(billId)
    if (!bill) return []
    const late = this.#now() - bill.askedAt > CONFIRM_WITHIN_MS
    const waiting = bill.refused ? '05' : bill.confirmed ? '04' : late ? '07' : '02'
    const billStatus = bill.needsBuyer ? waiting : '01'
    return [{ billNo: `HZ${billId}`, billUuid: `uuid-${billId}`, billStatus, openStatus: 0 }]
  }

  #issueRed({ orderNo, billNo }: Record<string, unknown>) {
    const bill = this.#bills.get(String(billNo).replace(/^HZ/, ''))
    if (!bill) return { code: 'E9202', describe: '红字确认单不存在' }
    const answer = this.#accept(String(orderNo))
    const left = this.#left.get(bill.invoiceNo)
    if (answer.code === 'E0000' && left)
      this.#left.set(
        bill.invoiceNo,
        left.map((fen, i) => (bill.parts ? fen - (bill.parts.get(i + 1) ?? 0) : 0)),
      )
    return answer
  }

  #now(): number {
    return this.#account.clock.now().getTime()
  }
}

/** By line; amounts come with a minus. */
function partsOf(detail: Record<string, string>[]): Map<number, number> {
  return new Map(
    detail.map(({ blueDetailIndex, taxExcludedAmount, taxAmount }) => [
      Number(blueDetailIndex),
      -cents(taxExcludedAmount) - cents(taxAmount),
    ]),
  )
}

function cents(yuan: string | undefined): number {
  return Math.round(Number(yuan) * 100)
}

/** The smallest valid file: one empty page. */
const PDF = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 400]>>endobj
trailer<</Root 1 0 R>>
%%EOF
`
