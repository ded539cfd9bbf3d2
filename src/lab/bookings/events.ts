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

/** Moved to another slot; `by`: who moved it; a customer who agrees to a proposal has it confirmed at once. */
export const bookingMoved = defineEvent(
  'reservation.rebook',
  z.object({ ...booking, version: z.number().int(), by: z.string(), confirmed: z.boolean().optional() }),
)
/** The customer added a slot to an order. */
export const bookingAdded = defineEvent('reservation.add', z.object({ ...booking, version: z.number().int() }))
/** Sent the day before the visit. */
export const bookingNear = defineEvent('reservation.near', z.object({ ...booking, place: z.string().optional() }))

/** The instrument of a booking is down at its time; `version` is the downtime. */
export const bookingBlocked = defineEvent('reservation.blocked', z.object({ ...booking, version: z.number().int() }))
/** Staff propose another time (`id`); the customer answers until `until`. */
export const bookingOffered = defineEvent(
  'reservation.offer',
  z.object({ ...booking, former: z.string(), until: z.string(), extraFen: z.number().int() }),
)
export const lapseOfferJob = defineJob('reservation.lapseOffer', z.object({ offerId: z.number().int() }))

export const remindVisitJob = defineJob('reservation.remind', z.object({ id: z.number().int() }))
