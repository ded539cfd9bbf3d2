import { z } from 'zod'
import { defineJob } from '../../../platform/jobs/declared.ts'

/** Sends one notice to one browser. Without a notice it is the test that the person asked for. */
export const pushJob = defineJob(
  'notice.push',
  z.object({
    subscriptionId: z.number().int(),
    deliveryId: z.number().int().optional(),
    urgent: z.boolean(),
    /** Also in the quiet hours. */
    anytime: z.boolean(),
    attempts: z.number().int(),
    until: z.iso.datetime(),
  }),
)
