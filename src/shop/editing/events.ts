import { z } from 'zod'
import { defineJob } from '../../platform/jobs/declared.ts'

export const publishJob = defineJob(
  'content.publish',
  z.object({
    revisionId: z.number().int(),
    /** Who chose the time and is told what became of it. */
    staffId: z.number().int().optional(),
  }),
)
