import { z } from 'zod'
import { defineEvent, defineJob } from '../../platform/jobs/declared.ts'

/** Points of a customer expire soon; told once for each lot. */
export const pointsExpiring = defineEvent(
  'points.expiring',
  z.object({ customerId: z.number().int(), points: z.number().int(), until: z.string() }),
)

/** Another customer offers points. `customerId` is the receiver. */
export const pointsOffered = defineEvent(
  'points.offered',
  z.object({
    customerId: z.number().int(),
    transferId: z.number().int(),
    points: z.number().int(),
    from: z.string(),
    until: z.string(),
  }),
)

/** Shipped goods count as received. */
export const confirmExchangeJob = defineJob('points.confirm-exchange', z.object({ exchangeId: z.number().int() }))

/** The end of an offer. */
export const lapseTransferJob = defineJob('points.lapse-transfer', z.object({ transferId: z.number().int() }))
