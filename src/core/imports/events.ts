import { z } from 'zod'
import { defineJob } from '../../platform/jobs/declared.ts'

const one = z.object({ id: z.number().int() })

export const checkImportJob = defineJob('import.check', one, { awaited: true })
export const commitImportJob = defineJob('import.commit', one, { awaited: true })
export const undoImportJob = defineJob('import.undo', one, { awaited: true })
