import { z } from 'zod'
import { defineJob } from '../../platform/jobs/declared.ts'

export const writePackageJob = defineJob(
  'paper.write-package',
  z.object({ id: z.number().int(), done: z.number().int() }),
)
export const dropPackageJob = defineJob('paper.drop-package', z.object({ id: z.number().int() }))
