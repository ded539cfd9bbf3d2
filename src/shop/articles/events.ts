import { z } from 'zod'
import { defineJob } from '../../platform/jobs/declared.ts'

export const indexJob = defineJob('content.index', z.object({}))
