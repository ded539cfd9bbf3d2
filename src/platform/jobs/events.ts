import { z } from 'zod'
import { defineJob } from './declared.ts'

/** One batch of a backfill (backfill-actions.ts). */
export const backfillJob = defineJob('backfill.batch', z.object({ name: z.string() }))
