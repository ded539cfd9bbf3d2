import { z } from 'zod'
import { defineEvent } from '../../platform/jobs/declared.ts'

const received = { id: z.number().int(), customerId: z.number().int(), amountFen: z.number().int() }

export const receivedKept = defineEvent('received.keep', z.object({ ...received, version: z.number().int() }))
/** A matched application was credited to the balance. */
export const prestoreMatched = defineEvent(
  'prestore.matched',
  z.object({ ...received, balanceFen: z.number().int().optional() }),
)
