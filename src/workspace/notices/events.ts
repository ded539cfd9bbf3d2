import { z } from 'zod'
import { defineJob } from '../../platform/jobs/declared.ts'

export const deliverJob = defineJob('notice.deliver', z.object({ deliveryId: z.number().int() }))
