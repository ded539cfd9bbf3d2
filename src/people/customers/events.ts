import { z } from 'zod'
import { defineEvent } from '../../platform/jobs/declared.ts'

/** The profile is complete: the customer may place orders. */
export const profileCompleted = defineEvent(
  'profile.completed',
  z.object({ customerId: z.number().int(), userType: z.number().int().optional() }),
)
