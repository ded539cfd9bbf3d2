import { z } from 'zod'
import { defineEvent } from '../../platform/jobs/declared.ts'

/** A customer named another bank account for withdrawals. */
export const payoutChanged = defineEvent(
  'withdrawal.accountChanged',
  z.object({ customerId: z.number().int(), tail: z.string(), at: z.string() }),
)
