import { z } from 'zod'
import { defineEvent } from '../../platform/jobs/declared.ts'

/** Staff answered an evaluation. */
export const reviewReplied = defineEvent(
  'review.replied',
  z.object({ customerId: z.number().int(), reviewId: z.number().int(), name: z.string(), rid: z.number().int() }),
)
