import { z } from 'zod'
import { defineJob } from '../../platform/jobs/declared.ts'

export const mailStatementJob = defineJob('statement.mail', z.object({ id: z.number().int() }))
/** `done`: how many were drawn before this part. */
export const drawBatchJob = defineJob(
  'statement.draw-batch',
  z.object({ id: z.number().int(), done: z.number().int() }),
)
