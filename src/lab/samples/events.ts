import { z } from 'zod'
import { defineEvent, defineJob, isoTime } from '../../platform/jobs/declared.ts'

export const keepEnds = defineEvent(
  'sample.keepEnds',
  z.object({
    orderNo: z.string(),
    customerId: z.number().int(),
    sampleNo: z.string(),
    name: z.string(),
    until: z.string(),
  }),
)

export const remindKeepJob = defineJob(
  'sample.remind-keep',
  z.object({ sampleId: z.number().int(), keepUntil: isoTime }),
)

/** The courier reported something; the parcels that are due are asked for. */
export const askRoutesJob = defineJob('sample.ask-routes', z.object({}))
