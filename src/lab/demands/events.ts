import { z } from 'zod'
import { defineJob } from '../../platform/jobs/declared.ts'

export const replyJob = defineJob('demand.reply', z.object({ demandId: z.number().int(), text: z.string() }))
