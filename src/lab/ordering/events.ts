import { z } from 'zod'
import { defineEvent } from '../../platform/jobs/declared.ts'

export const orderSubmitted = defineEvent(
  'order.submitted',
  z.object({
    id: z.number().int(),
    orderNo: z.string(),
    customerId: z.number().int(),
    payerId: z.number().int(),
    serviceType: z.number().int(),
    stage: z.string(),
    /** Net of the discount of coupons. */
    estimateFen: z.number().int().nullable(),
    /** The project of each line. */
    rids: z.array(z.number().int()),
  }),
)
