import { z } from 'zod'
import { defineJob } from '../../platform/jobs/declared.ts'

export const refreshScoresJob = defineJob('catalogue.refresh-scores', z.object({}))
