import { z } from 'zod'
import { defineJob } from '../../platform/jobs/declared.ts'

export const readSeriesJob = defineJob('report.read-series', z.object({ fileId: z.number().int() }))
