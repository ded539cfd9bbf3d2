import { z } from 'zod'
import { defineJob } from '../../platform/jobs/declared.ts'

const one = z.object({ id: z.number().int() })

export const makeListExportJob = defineJob('export.make', one, { awaited: true })
export const dropListExportJob = defineJob('export.drop', one)
