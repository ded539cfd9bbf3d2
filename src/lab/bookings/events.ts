import { z } from 'zod'
import { defineEvent, defineJob } from '../../platform/jobs/declared.ts'

const booking = {
  id: z.number().int(),
  orderNo: z.string(),
  customerId: z.number().int(),
  projectName: z.string().optional(),
  when: z.string(),
  remote: z.boolean().optional(),
}

/** Moved to another slot; `by`: who moved it. */
export const bookingMoved = defineEvent(
  'reservation.rebook',
  z.object({ ...booking, version: z.number().int(), by: z.string() }),
)
/** Sent the day before the visit. */
export const bookingNear = defineEvent('reservation.near', z.object({ ...booking, place: z.string().optional() }))

export const remindVisitJob = defineJob('reservation.remind', z.object({ id: z.number().int() }))
