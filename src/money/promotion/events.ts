import { z } from 'zod'
import { defineEvent, defineJob } from '../../platform/jobs/declared.ts'

/** The waiting time of a rebate is over. `orderNo` is masked, because the order is somebody else's. */
export const rebateAvailable = defineEvent(
  'rebate.available',
  z.object({
    rebateId: z.number().int(),
    customerId: z.number().int(),
    orderNo: z.string(),
    amountFen: z.number().int(),
  }),
)

/** An order became cheaper after its rebate was counted. */
export const rebateTakenBack = defineEvent(
  'rebate.takenBack',
  z.object({
    rebateId: z.number().int(),
    version: z.number().int(),
    customerId: z.number().int(),
    orderNo: z.string(),
    amountFen: z.number().int(),
    owedFen: z.number().int(),
  }),
)

export const matureRebateJob = defineJob('promotion.mature', z.object({ rebateId: z.number().int() }))
