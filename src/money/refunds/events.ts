import { z } from 'zod'
import { defineEvent, defineJob } from '../../platform/jobs/declared.ts'

/** Money of a paid order was given back to the balance. */
export const refundedToBalance = defineEvent(
  'refund.toBalance',
  z.object({
    customerId: z.number().int(),
    refundNo: z.string(),
    orderNo: z.string(),
    amountFen: z.number().int(),
    balanceFen: z.number().int(),
    reason: z.string(),
  }),
)

export const sendRefundJob = defineJob('refunds.send', z.object({ refundId: z.number().int() }))
export const askRefundJob = defineJob('refunds.ask', z.object({ refundId: z.number().int(), step: z.number().int() }))
