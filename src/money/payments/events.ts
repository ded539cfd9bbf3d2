import { z } from 'zod'
import { defineEvent, defineJob } from '../../platform/jobs/declared.ts'

const received = {
  paymentNo: z.string(),
  customerId: z.number().int(),
  amountFen: z.number().int(),
  balanceFen: z.number().int(),
}

/** A top-up arrived. */
export const toppedUp = defineEvent('payment.toppedUp', z.object(received))

/** Money arrived that could not pay what it was meant for; it stays in the balance. */
export const moneyKept = defineEvent('payment.kept', z.object({ ...received, about: z.string(), because: z.string() }))

/** A channel reported the outcome of a refund. The receiver asks the channel itself before it believes the amount. */
export const refundReported = defineEvent(
  'payment.refundReported',
  z.object({ channel: z.string(), paymentNo: z.string(), refundNo: z.string() }),
)

export const askPaymentJob = defineJob(
  'payments.ask',
  z.object({ paymentId: z.number().int(), step: z.number().int() }),
)
/** Compares the bill of a channel and day. */
export const checkBillJob = defineJob(
  'payments.check-bill',
  z.object({ channel: z.enum(['wechatpay', 'alipay']), day: z.string() }),
)
