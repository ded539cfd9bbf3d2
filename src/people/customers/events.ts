import { z } from 'zod'
import { defineEvent } from '../../platform/jobs/declared.ts'

/** The profile is complete: the customer may place orders. */
export const profileCompleted = defineEvent(
  'profile.completed',
  z.object({ customerId: z.number().int(), userType: z.number().int().optional() }),
)

/** By the customer; `reset`: by staff who identified the customer. */
export const secondFactorChanged = defineEvent(
  'account.secondFactorChanged',
  z.object({ customerId: z.number().int(), at: z.string(), change: z.enum(['on', 'off', 'reset']) }),
)
