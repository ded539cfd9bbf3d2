import { z } from 'zod'
import { defineEvent, defineJob } from '../../platform/jobs/declared.ts'

export const readSeriesJob = defineJob('report.read-series', z.object({ fileId: z.number().int() }))

/** A file whose reading had failed was read by a later try. */
export const seriesRead = defineEvent('curves.series-read', z.object({ fileId: z.number().int() }))
