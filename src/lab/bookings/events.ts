import { z } from 'zod'
import { defineJob } from '../../platform/jobs/declared.ts'

export const remindVisitJob = defineJob('reservation.remind', z.object({ id: z.number().int() }))
