import { z } from 'zod'
import { type NotifyFacts, NotifyRefused, type RawNotify } from '../channel.ts'
import { jsonOf } from '../json-of.ts'
import { signatureFault, type WechatPaySettings } from './wechat-pay-client.ts'
import { openSealed } from './wechat-signing.ts'

const notify = z.object({
  id: z.string().min(1).max(64),
  event_type: z.string(),
  resource: z.object({
    algorithm: z.literal('AEAD_AES_256_GCM'),
    ciphertext: z.string(),
    nonce: z.string(),
    associated_data: z.string().optional(),
  }),
})
const time = z.iso.datetime({ offset: true }).transform((text) => new Date(text))
const payment = z.object({
  appid: z.string(),
  mchid: z.string(),
  out_trade_no: z.string(),
  transaction_id: z.string(),
  trade_state: z.literal('SUCCESS'),
  success_time: time,
  amount: z.object({ total: z.int().positive(), currency: z.literal('CNY') }),
})
const refund = z.object({
  mchid: z.string(),
  out_trade_no: z.string(),
  out_refund_no: z.string(),
  refund_id: z.string(),
  refund_status: z.enum(['SUCCESS', 'CLOSED', 'ABNORMAL']),
  success_time: time.optional(),
  amount: z.object({ refund: z.int().positive() }),
})

/**
 * Reads a notify of WeChat Pay: signature and age over the raw body first, then decryption, then merchant and app. A probe with a signature
 * `WECHATPAY/SIGNTEST/…` fails like every other wrong signature.
 */
export function readWechatNotify(settings: WechatPaySettings, { headers, body }: RawNotify): NotifyFacts {
  const fault = signatureFault(settings, headers, body)
  if (fault) throw new NotifyRefused(fault)
  const { id, event_type, resource } = parse(notify, body.toString('utf8'))
  const opened = decrypt(settings.apiV3Key, resource)
  if (event_type === 'TRANSACTION.SUCCESS') {
    const paid = parse(payment, opened)
    if (paid.mchid !== settings.mchid || paid.appid !== settings.appid)
      throw new NotifyRefused('another merchant or app')
    return {
      notifyId: id,
      about: 'payment',
      tradeNo: paid.out_trade_no,
      providerNo: paid.transaction_id,
      amountFen: paid.amount.total,
      state: 'paid',
      at: paid.success_time,
    }
  }
  if (!event_type.startsWith('REFUND.')) throw new NotifyRefused('an unknown kind of event')
  const returned = parse(refund, opened)
  if (returned.mchid !== settings.mchid) throw new NotifyRefused('another merchant')
  return {
    notifyId: id,
    about: 'refund',
    tradeNo: returned.out_trade_no,
    refundNo: returned.out_refund_no,
    providerNo: returned.refund_id,
    amountFen: returned.amount.refund,
    state: returned.refund_status === 'SUCCESS' ? 'done' : 'failed',
    at: returned.success_time ?? settings.clock.now(),
  }
}

function decrypt(apiKey: string, resource: z.output<typeof notify>['resource']): string {
  try {
    return openSealed(apiKey, resource)
  } catch {
    throw new NotifyRefused('it cannot be decrypted with the APIv3 key')
  }
}

function parse<T>(schema: z.ZodType<T>, text: string): T {
  const parsed = schema.safeParse(jsonOf(text))
  if (parsed.success) return parsed.data
  throw new NotifyRefused('it does not have the documented fields')
}
