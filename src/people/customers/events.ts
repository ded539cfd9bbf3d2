import { z } from 'zod'
import { defineEvent } from '../../platform/jobs/declared.ts'

/** A customer may order from now on. */
export const profileCompleted = defineEvent(
  'profile.completed',
  z.object({ customerId: z.number().int(), userType: z.number().int().optional() }),
)
