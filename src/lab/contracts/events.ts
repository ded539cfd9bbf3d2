import { z } from 'zod'
import { defineEvent, defineJob } from '../../platform/jobs/declared.ts'

export const contractIssued = defineEvent(
  'contract.issue',
  z.object({
    id: z.number().int(),
    orderNo: z.string(),
    customerId: z.number().int(),
    contractNo: z.string(),
    amountFen: z.number().int(),
    until: z.string().optional(),
    /** The number of the edition that this one replaces. */
    replaces: z.string().optional(),
  }),
)

const contractId = z.object({ id: z.number().int() })

export const renderContractJob = defineJob('contract.render', contractId)
export const expireContractJob = defineJob('contract.expire', contractId)
