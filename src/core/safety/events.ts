import { z } from 'zod'
import { defineJob } from '../../platform/jobs/declared.ts'

export const tellJob = defineJob('safety.tell', z.object({ alarmId: z.number().int() }))
export const mailJob = defineJob('safety.mail', z.object({ alarmId: z.number().int(), recipient: z.string() }))
