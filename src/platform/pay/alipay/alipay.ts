import { z } from 'zod'
import { fromShanghai, shanghaiTime } from '../../time.ts'
import { readAlipayBill } from './alipay-bill.ts'
import { AlipayClient, type AlipaySettings } from './alipay-client.ts'
import { readAlipayNotify } from './alipay-notify.ts'
import { readBill, readTwice, requireBillOf } from '../channel-reads.ts'
import {
  type Charge,
  type ChargeState,
  ChannelRefused,
  ChannelUnavailable,
  type PayChannel,
  type RefundState,
} from '../channel.ts'
import { fenOfYuan, yuanOfFen } from '../yuan.ts'

const MOST_SUBJECT = 256
const MOST_MINUTES = 120
const NO_TRADE = ['ACQ.TRADE_NOT_EXIST']
const NO_BILL = ['isp.bill_not_exist', 'isv.bill-not-exist', 'BILL_NOT_EXIST']

const precreated = z.object({ qr_code: z.string().min(1) })
const trade = z.object({
  out_trade_no: z.string(),
  trade_no: z.string(),
  trade_status: z.string(),
  total_amount: z.string(),
  send_pay_date: z.string().optional(),
})
const refunded = z.object({ out_trade_no: z.string(), trade_no: z.string(), fund_change: z.string().optional() })
const refundFound = z.object({
  out_request_no: z.string().optional(),
  trade_no: z.string().optional(),
  refund_status: z.string().optional(),
})
const billAnswer = z.object({ bill_download_url: z.url() })

/** Alipay: a QR code (当面付 precreate) and the cashier for browsers (电脑网站支付, 手机网站支付). Source: Alipay Open Platform documentation. */
export function alipay(settings: AlipaySettings): PayChannel {
  const client = new AlipayClient(settings)

  const query = async (tradeNo: string): Promise<ChargeState> => {
    const answer = await client.send('alipay.trade.query', { out_trade_no: tradeNo }).catch(absent(NO_TRADE))
    return answer ? stateOf(tradeNo, read(trade, answer)) : { state: 'unknown' }
  }
  const queryRefund = async (tradeNo: string, refundNo: string): Promise<RefundState> => {
    const content = { out_trade_no: tradeNo, out_request_no: refundNo }
    const answer = await client.send('alipay.trade.fastpay.refund.query', content).catch(absent(NO_TRADE))
    const { refund_status, trade_no } = read(refundFound, answer ?? {})
    // Without this field the request has not arrived or has failed; the documentation says to send it again.
    if (refund_status !== 'REFUND_SUCCESS') return { state: 'unknown' }
    return { state: 'done', ...(trade_no ? { providerNo: trade_no } : {}) }
  }

  return {
    key: 'alipay',
    label: '支付宝',
    scenes: ['qr', 'page'],
    open: (charge) => (charge.scene === 'page' ? openPage(client, charge) : openCode(client, settings, charge)),
    query: (tradeNo) => readTwice(() => query(tradeNo)),
    async close(tradeNo) {
      try {
        await client.send('alipay.trade.close', { out_trade_no: tradeNo })
        return { state: 'closed' }
      } catch (error) {
        if (!(error instanceof ChannelRefused)) throw error
        if (NO_TRADE.includes(error.code)) return { state: 'unknown' }
        const found = await readTwice(() => query(tradeNo))
        if (found.state === 'open') throw error
        return found
      }
    },
    async refund({ tradeNo, refundNo, amountFen, reason }) {
      const content = {
        out_trade_no: tradeNo,
        out_request_no: refundNo,
        refund_amount: yuanOfFen(amountFen),
        refund_reason: plainText(reason, MOST_SUBJECT),
      }
      const answer = read(refunded, await client.send('alipay.trade.refund', content))
      if (answer.out_trade_no !== tradeNo) throw new ChannelUnavailable('Alipay answered for another trade')
      if (answer.fund_change === 'Y') return { state: 'done', providerNo: answer.trade_no }
      const found = await readTwice(() => queryRefund(tradeNo, refundNo))
      return found.state === 'done' ? found : { state: 'processing', providerNo: answer.trade_no }
    },
    queryRefund: ({ tradeNo, refundNo }) => readTwice(() => queryRefund(tradeNo, refundNo)),
    readNotify: (raw) => readAlipayNotify(settings, client, raw),
    replies: {
      accepted: { status: 200, body: 'success', type: 'text/plain; charset=utf-8' },
      refused: { status: 400, body: 'failure', type: 'text/plain; charset=utf-8' },
    },
    bill: async (day) => {
      requireBillOf(day, settings.clock)
      return readTwice(async () => {
        const content = { bill_type: 'trade', bill_date: day }
        const answer = await client
          .send('alipay.data.dataservice.bill.downloadurl.query', content)
          .catch(absent(NO_BILL))
        if (!answer) return []
        const bytes = await client.download(read(billAnswer, answer).bill_download_url)
        return readBill(() => readAlipayBill(bytes))
      })
    },
  }
}

async function openCode(client: AlipayClient, { clock }: AlipaySettings, charge: Charge) {
  const minutes = Math.floor((charge.expiresAt.getTime() - clock.now().getTime()) / 60_000)
  const content = { ...orderOf(charge), timeout_express: `${Math.min(Math.max(minutes, 1), MOST_MINUTES)}m` }
  const answer = await client.send('alipay.trade.precreate', content, { notifyUrl: charge.notifyUrl })
  return { codeUrl: read(precreated, answer).qr_code }
}

async function openPage(client: AlipayClient, charge: Charge) {
  const { notifyUrl, returnUrl, expiresAt, phone = false } = charge
  const content = {
    ...orderOf(charge),
    time_expire: shanghaiTime(expiresAt),
    product_code: phone ? 'QUICK_WAP_WAY' : 'FAST_INSTANT_TRADE_PAY',
    ...(phone && returnUrl ? { quit_url: returnUrl } : {}),
  }
  const method = phone ? 'alipay.trade.wap.pay' : 'alipay.trade.page.pay'
  return { pageUrl: await client.pageUrl(method, content, { notifyUrl, ...(returnUrl ? { returnUrl } : {}) }) }
}

function orderOf({ tradeNo, amountFen, subject }: Charge) {
  return { out_trade_no: tradeNo, total_amount: yuanOfFen(amountFen), subject: plainText(subject, MOST_SUBJECT) }
}

/** Alipay refuses `/`, `=` and `&` in texts; a comma would be a border in its bill. */
function plainText(text: string, most: number): string {
  return [...text.replace(/[/=&,\p{Cc}]/gu, ' ')].slice(0, most).join('')
}

/** TRADE_CLOSED is a charge that ended unpaid, or a paid one that was given back in full; only the second one has a time of payment. */
function stateOf(tradeNo: string, found: z.output<typeof trade>): ChargeState {
  if (found.out_trade_no !== tradeNo) throw new ChannelUnavailable('Alipay answered for another trade')
  const { trade_status: status, trade_no: providerNo, send_pay_date = '' } = found
  const paidAt = fromShanghai(send_pay_date)
  const paid = !Number.isNaN(paidAt.getTime())
  if (status === 'WAIT_BUYER_PAY') return { state: 'open', providerNo }
  if (status === 'TRADE_CLOSED' && !paid) return { state: 'closed', providerNo }
  if (!paid || !['TRADE_SUCCESS', 'TRADE_FINISHED', 'TRADE_CLOSED'].includes(status))
    throw new ChannelUnavailable(`Alipay answered an unknown state: ${status}`)
  return { state: 'paid', providerNo, amountFen: fenOf(found.total_amount), paidAt }
}

function fenOf(yuan: string): number {
  try {
    return fenOfYuan(yuan)
  } catch (error) {
    throw new ChannelUnavailable('Alipay answered something else than an amount', { cause: error })
  }
}

function absent(codes: string[]): (error: unknown) => undefined {
  return (error) => {
    if (error instanceof ChannelRefused && codes.includes(error.code)) return undefined
    throw error
  }
}

function read<T>(schema: z.ZodType<T>, answer: unknown): T {
  const parsed = schema.safeParse(answer)
  if (parsed.success) return parsed.data
  throw new ChannelUnavailable('Alipay answered something else than documented')
}
