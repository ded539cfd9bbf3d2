import { z } from 'zod'
import { defineEvent, defineJob } from '../../platform/jobs/declared.ts'

export const reportPublished = defineEvent(
  'report.published',
  z.object({
    id: z.number().int(),
    orderNo: z.string(),
    customerId: z.number().int(),
    title: z.string(),
    code: z.string(),
    edition: z.number().int(),
  }),
)

export const renderReportJob = defineJob('report.render', z.object({ id: z.number().int() }))
