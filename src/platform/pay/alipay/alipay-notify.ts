import { z } from 'zod'
import { fromShanghai } from '../../time.ts'
import type { AlipayClient, AlipaySettings } from './alipay-client.ts'
import { type NotifyFacts, NotifyRefused, type RawNotify } from '../channel.ts'
import { fenOfYuan } from '../yuan.ts'

/** Alipay repeats a notify for about 25 hours; one that is much older is a replay. */
const MOST_AGE_MS = 48 * 3600 * 1000
const MOST_AHEAD_MS = 15 * 60_000

const text = z.string().min(1).max(64)
const time = z
  .string()
  .transform(fromShanghai)
  .refine((at) => !Number.isNaN(at.getTime()))
const yuan = z
  .string()
  .refine((given) => /^\d{1,12}(\.\d{1,2})?$/.test(given))
  .transform(fenOfYuan)
const notify = z.object({
  notify_id: z.string().min(1).max(128),
  notify_time: time,
  app_id: z.string(),
  seller_id: z.string(),
  out_trade_no: text,
  trade_no: text,
  trade_status: z.enum(['WAIT_BUYER_PAY', 'TRADE_SUCCESS', 'TRADE_FINISHED', 'TRADE_CLOSED']),
  total_amount: yuan,
  out_biz_no: z.string().optional(),
  refund_fee: yuan.optional(),
  gmt_refund: time.optional(),
  gmt_payment: time.optional(),
  gmt_close: time.optional(),
})

const STATES = {
  WAIT_BUYER_PAY: 'open',
  TRADE_SUCCESS: 'paid',
  TRADE_FINISHED: 'paid',
  TRADE_CLOSED: 'closed',
} as const

/** Reads a notify of Alipay: signature over all its fields first, then merchant, app and age. Source: 「异步通知说明」. */
export async function readAlipayNotify(
  { appId, sellerId, clock }: AlipaySettings,
  client: AlipayClient,
  { body }: RawNotify,
): Promise<NotifyFacts> {
  const fields = fieldsOf(body)
  if (!(await client.isFromAlipay(fields))) throw new NotifyRefused('its signature is wrong')
  const { success, data } = notify.safeParse(fields)
  if (!success) throw new NotifyRefused('it does not have the documented fields')
  if (data.app_id !== appId || data.seller_id !== sellerId) throw new NotifyRefused('another merchant or app')
  const age = clock.now().getTime() - data.notify_time.getTime()
  if (age > MOST_AGE_MS || age < -MOST_AHEAD_MS) throw new NotifyRefused('its time is too far away')
  const common = { notifyId: data.notify_id, tradeNo: data.out_trade_no, providerNo: data.trade_no }
  if (data.out_biz_no && data.refund_fee && data.gmt_refund)
    return {
      ...common,
      about: 'refund',
      refundNo: data.out_biz_no,
      amountFen: data.refund_fee,
      state: 'done',
      at: data.gmt_refund,
    }
  const at = data.gmt_close ?? data.gmt_payment ?? data.notify_time
  return {
    ...common,
    about: 'payment',
    amountFen: data.total_amount,
    state: STATES[data.trade_status],
    at: STATES[data.trade_status] === 'paid' ? (data.gmt_payment ?? at) : at,
  }
}

/** A field that comes twice would be signed once and read once, perhaps not the same one. */
function fieldsOf(body: Buffer): Record<string, string> {
  const pairs = [...new URLSearchParams(body.toString('utf8'))]
  const names = new Set(pairs.map(([name]) => name))
  if (names.size !== pairs.length || names.has('__proto__')) throw new NotifyRefused('a field comes twice')
  return Object.fromEntries(pairs)
}
