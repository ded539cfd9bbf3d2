import { createHash } from 'node:crypto'
import { z } from 'zod'
import { shanghaiTime } from '../../time.ts'
import { readBill, readTwice, requireBillOf } from '../channel-reads.ts'
import {
  type BillLine,
  type ChargeState,
  ChannelRefused,
  ChannelUnavailable,
  type PayChannel,
  type RefundState,
} from '../channel.ts'
import { readWechatBill } from './wechat-bill.ts'
import { readWechatNotify } from './wechat-notify.ts'
import { jsonOf } from '../json-of.ts'
import { WechatPayClient, type WechatPaySettings } from './wechat-pay-client.ts'

const MOST_SUBJECT = 127
const MOST_REASON = 80
/** Spellings of older and newer documents. */
const NO_ORDER = ['ORDER_NOT_EXIST', 'ORDERNOTEXIST']
const NO_REFUND = ['RESOURCE_NOT_EXISTS', 'REFUND_NOT_EXIST', 'REFUNDNOTEXIST']
const NO_BILL = ['NO_STATEMENT_EXIST', 'NO_BILL_EXIST']

const created = z.object({ code_url: z.string().min(1) })
const order = z.object({
  out_trade_no: z.string(),
  trade_state: z.string(),
  transaction_id: z.string().optional(),
  success_time: z.string().optional(),
  amount: z.object({ total: z.int() }).optional(),
})
const refundAnswer = z.object({ out_refund_no: z.string(), refund_id: z.string(), status: z.string() })
const billAnswer = z.object({ hash_type: z.literal('SHA1'), hash_value: z.string(), download_url: z.url() })

/** WeChat Pay APIv3, Native payment: the customer scans a QR code. Source: WeChat Pay documentation, 「Native支付」. */
export function wechatPay(settings: WechatPaySettings): PayChannel {
  const { mchid, appid, clock } = settings
  const client = new WechatPayClient(settings)
  const pathOf = (tradeNo: string) => `/v3/pay/transactions/out-trade-no/${encodeURIComponent(tradeNo)}`

  const query = async (tradeNo: string): Promise<ChargeState> => {
    const text = await client.send('GET', `${pathOf(tradeNo)}?mchid=${mchid}`).catch(absent(NO_ORDER))
    return text === undefined ? { state: 'unknown' } : stateOf(tradeNo, read(order, text))
  }

  return {
    key: 'wechatpay',
    label: '微信支付',
    scenes: ['qr'],
    async open({ tradeNo, amountFen, subject, expiresAt, notifyUrl }) {
      const answer = await client.send('POST', '/v3/pay/transactions/native', {
        appid,
        mchid,
        description: [...subject].slice(0, MOST_SUBJECT).join(''),
        out_trade_no: tradeNo,
        time_expire: rfc3339(expiresAt),
        notify_url: notifyUrl,
        amount: { total: amountFen, currency: 'CNY' },
      })
      return { codeUrl: read(created, answer).code_url }
    },
    query: (tradeNo) => readTwice(() => query(tradeNo)),
    async close(tradeNo) {
      try {
        await client.send('POST', `${pathOf(tradeNo)}/close`, { mchid })
        return { state: 'closed' }
      } catch (error) {
        if (!(error instanceof ChannelRefused)) throw error
        const found = await readTwice(() => query(tradeNo))
        if (found.state === 'open') throw error
        return found
      }
    },
    async refund({ tradeNo, refundNo, amountFen, totalFen, reason, notifyUrl }) {
      const answer = await client.send('POST', '/v3/refund/domestic/refunds', {
        out_trade_no: tradeNo,
        out_refund_no: refundNo,
        reason: [...reason].slice(0, MOST_REASON).join(''),
        ...(notifyUrl ? { notify_url: notifyUrl } : {}),
        amount: { refund: amountFen, total: totalFen, currency: 'CNY' },
      })
      return refundOf(refundNo, answer)
    },
    queryRefund: ({ refundNo }) =>
      readTwice(async () => {
        const path = `/v3/refund/domestic/refunds/${encodeURIComponent(refundNo)}`
        const text = await client.send('GET', path).catch(absent(NO_REFUND))
        return text === undefined ? { state: 'unknown' } : refundOf(refundNo, text)
      }),
    readNotify: async (raw) => readWechatNotify(settings, raw),
    replies: {
      accepted: { status: 200, body: '{"code":"SUCCESS","message":"成功"}', type: 'application/json; charset=utf-8' },
      refused: { status: 401, body: '{"code":"FAIL","message":"失败"}', type: 'application/json; charset=utf-8' },
    },
    bill: async (day) => {
      requireBillOf(day, clock)
      return readTwice(() => downloadBill(client, day))
    },
  }
}

async function downloadBill(client: WechatPayClient, day: string): Promise<BillLine[]> {
  const answer = await client.send('GET', `/v3/bill/tradebill?bill_date=${day}&bill_type=ALL`).catch(absent(NO_BILL))
  if (answer === undefined) return []
  const { hash_value, download_url } = read(billAnswer, answer)
  const bytes = await client.download(download_url)
  const hash = createHash('sha1').update(bytes).digest('hex')
  if (hash !== hash_value.toLowerCase()) throw new ChannelUnavailable('the bill of WeChat Pay does not have its hash')
  return readBill(() => readWechatBill(bytes))
}

/** REFUND means that it was paid and something was given back since. */
function stateOf(tradeNo: string, found: z.output<typeof order>): ChargeState {
  if (found.out_trade_no !== tradeNo) throw new ChannelUnavailable('WeChat Pay answered for another order')
  if (found.trade_state === 'CLOSED' || found.trade_state === 'REVOKED') return { state: 'closed' }
  if (found.trade_state !== 'SUCCESS' && found.trade_state !== 'REFUND') return { state: 'open' }
  const { transaction_id: providerNo, success_time = '', amount } = found
  const paidAt = new Date(success_time)
  if (!providerNo || !amount || Number.isNaN(paidAt.getTime()))
    throw new ChannelUnavailable('WeChat Pay answered paid without number, amount or time')
  return { state: 'paid', providerNo, amountFen: amount.total, paidAt }
}

function refundOf(refundNo: string, text: string): RefundState {
  const { out_refund_no, refund_id: providerNo, status } = read(refundAnswer, text)
  if (out_refund_no !== refundNo) throw new ChannelUnavailable('WeChat Pay answered for another refund')
  if (status === 'SUCCESS') return { state: 'done', providerNo }
  return status === 'PROCESSING' ? { state: 'processing', providerNo } : { state: 'failed', providerNo, reason: status }
}

function absent(codes: string[]): (error: unknown) => undefined {
  return (error) => {
    if (error instanceof ChannelRefused && codes.includes(error.code)) return undefined
    throw error
  }
}

function read<T>(schema: z.ZodType<T>, text: string): T {
  const parsed = schema.safeParse(jsonOf(text))
  if (parsed.success) return parsed.data
  throw new ChannelUnavailable('WeChat Pay answered something else than documented')
}

/** `2026-03-02T10:00:00+08:00` */
export function rfc3339(at: Date): string {
  return `${shanghaiTime(at).replace(' ', 'T')}+08:00`
}
