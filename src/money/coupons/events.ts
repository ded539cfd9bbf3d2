import { z } from 'zod'
import { defineEvent, defineJob } from '../../platform/jobs/declared.ts'

/** A customer was given a coupon by staff, a segment or an event; redeeming a code announces nothing. */
export const couponReceived = defineEvent(
  'coupon.received',
  z.object({
    couponId: z.number().int(),
    customerId: z.number().int(),
    name: z.string(),
    value: z.string(),
    /** The last day on which it can be used. */
    until: z.string(),
    /** Why it was given, where an event gave it. */
    reason: z.string().optional(),
  }),
)

/** The next part of issuing to a segment. Who has ordered what is known above money, so the handler stands there. */
export const issueSegmentJob = defineJob('coupon.issue-segment', z.object({ issueId: z.number().int() }))
